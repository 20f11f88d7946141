"use client";

import { type MouseEvent, type ReactNode, useEffect, useState } from "react";
import { copyText } from "@/components/ui/copy-text";

const SHOWN_FOR_MS = 2_000;

type CopyWords = { copied: string; copyFailed: string };

type Props = {
  /** copied to the clipboard */
  text: string;
  words: CopyWords;
  className?: string;
  /** the button's label: "Copy amount" */
  children: ReactNode;
};

/** Copies `text` and confirms it in the button and to screen readers. Hidden without JavaScript. */
export function CopyValue({ text, words, className = "", children }: Props) {
  const [outcome, setOutcome] = useState<"copied" | "failed" | null>(null);

  useEffect(() => {
    if (!outcome) return;
    const timer = setTimeout(() => setOutcome(null), SHOWN_FOR_MS);
    return () => clearTimeout(timer);
  }, [outcome]);

  const copy = async ({ currentTarget }: MouseEvent) =>
    setOutcome((await copyText(text, currentTarget)) ? "copied" : "failed");

  return (
    <>
      <button
        type="button"
        onClick={copy}
        className={`inline-flex min-h-11 items-center gap-2 text-14 font-medium underline decoration-line decoration-2 underline-offset-4 hover:decoration-ink noscript:hidden ${className}`}
      >
        <svg viewBox="0 0 16 16" fill="none" aria-hidden="true" className="size-4 shrink-0">
          <path
            d={outcome === "copied" ? "m3 8.5 3.5 3.5 6.5-7.5" : "M5.5 5.5V2h8.5v8.5h-3.5M2 5.5h8.5V14H2Z"}
            stroke="currentColor"
            strokeWidth={outcome === "copied" ? 2 : 1.25}
            strokeLinejoin="round"
          />
        </svg>
        {outcome === "copied" ? words.copied : outcome === "failed" ? words.copyFailed : children}
      </button>
      <span role="status" className="sr-only">
        {outcome === "copied" ? words.copied : ""}
      </span>
    </>
  );
}
