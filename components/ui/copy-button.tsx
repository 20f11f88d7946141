"use client";

import { Check, Copy } from "lucide-react";
import { type MouseEvent, type ReactNode, useEffect, useState } from "react";
import { copyText } from "@/lib/customer/browser/copy";
import { uiMessages } from "@/lib/service/messages/en/ui";

const { copy } = uiMessages;
const SHOWN_FOR_MS = 2_000;

/** Copies `text`, and confirms it in the button and to screen readers. `name` completes the label "Copy …". */
export function CopyButton({ text, name, children }: { text: string; name: string; children?: ReactNode }) {
  const [outcome, setOutcome] = useState<"copied" | "failed" | null>(null);

  useEffect(() => {
    if (!outcome) return;
    const timer = setTimeout(() => setOutcome(null), SHOWN_FOR_MS);
    return () => clearTimeout(timer);
  }, [outcome]);

  const copyNow = async ({ currentTarget }: MouseEvent) =>
    setOutcome((await copyText(text, currentTarget)) ? "copied" : "failed");

  const Icon = outcome === "copied" ? Check : Copy;
  const words = outcome === "copied" ? copy.done : outcome === "failed" ? copy.failed : copy.action(name);
  return (
    <button
      type="button"
      onClick={copyNow}
      title={children ? text : undefined}
      className="-my-2 inline-flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-till px-2 text-ink-2 hover:text-ink pointer-fine:min-h-9 noscript:hidden"
    >
      <span className="contents">{children}</span>
      <Icon aria-hidden="true" strokeWidth={1.5} className="size-4 shrink-0" />
      <span className={outcome === "failed" ? "text-12" : "sr-only"}>{words}</span>
      <span role="status" className="sr-only">
        {outcome === "copied" ? copy.done : ""}
      </span>
    </button>
  );
}
