"use client";

import { Share2 } from "lucide-react";
import { type MouseEvent, useState } from "react";
import { Button, type ButtonProps } from "@/components/ui/button";
import { copyText } from "@/lib/customer/browser/copy";
import { posMessages } from "@/lib/service/messages/en/pos";

const { linkCopied } = posMessages.waiting;

type Props = Omit<ButtonProps, "onClick"> & { url: string; title: string; children: string };

/** Opens the device's share sheet with the payment page; where there is none, copies the link and says so. */
export function ShareButton({ url, title, children, ...rest }: Props) {
  const [outcome, setOutcome] = useState<string | null>(null);

  async function share({ currentTarget }: MouseEvent) {
    setOutcome(null);
    if (typeof navigator.share === "function") {
      // dismissed by the reader
      await navigator.share({ title, url }).catch(() => {});
      return;
    }
    setOutcome((await copyText(url, currentTarget)) ? linkCopied : url);
  }

  return (
    <>
      <Button {...rest} onClick={share}>
        <Share2 aria-hidden="true" strokeWidth={1.5} className="size-4" />
        <span>{outcome === linkCopied ? outcome : children}</span>
      </Button>
      <span role="status" className={outcome === url ? "text-12 break-all" : "sr-only"}>
        {outcome}
      </span>
    </>
  );
}
