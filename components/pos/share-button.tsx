"use client";

import { Share2 } from "lucide-react";
import { type MouseEvent, useState } from "react";
import { Button, type ButtonProps } from "@/components/ui/button";
import { copyText } from "@/components/ui/copy-text";

type Props = Omit<ButtonProps, "onClick"> & { url: string; title: string; children: string };

/** Hands a payment's page to whatever the device shares with; where it cannot, the link is copied, and that is said. */
export function ShareButton({ url, title, children, ...rest }: Props) {
  const [outcome, setOutcome] = useState<string | null>(null);

  async function share({ currentTarget }: MouseEvent) {
    setOutcome(null);
    if (typeof navigator.share === "function") {
      // turned away by the reader: nothing happened
      await navigator.share({ title, url }).catch(() => {});
      return;
    }
    setOutcome((await copyText(url, currentTarget)) ? "Link copied" : url);
  }

  return (
    <>
      <Button {...rest} onClick={share}>
        <Share2 aria-hidden="true" strokeWidth={1.5} className="size-4" />
        {outcome === "Link copied" ? outcome : children}
      </Button>
      <span role="status" className={outcome === url ? "text-12 break-all" : "sr-only"}>
        {outcome}
      </span>
    </>
  );
}
