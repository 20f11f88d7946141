"use client";

import { type ReactNode, useEffect, useState } from "react";
import { fillIn } from "@/lib/checkout/fill-in";
import { takeWaiting } from "./way-back";

const SECONDS = 8;

type Props = {
  id: string;
  href: string;
  host: string;
  words: { returning: string; inSeconds: string; stay: string };
  /** the button that goes there at once */
  children: ReactNode;
};

/**
 * Returns to the shop automatically, once, after a payment this tab waited for. The countdown pauses while the tab is hidden,
 * and one press stops it. Otherwise only the button is shown.
 */
export function AutoReturn({ id, href, host, words, children }: Props) {
  const [left, setLeft] = useState<number | null>(null);

  useEffect(() => {
    if (takeWaiting(id)) setLeft(SECONDS);
  }, [id]);

  useEffect(() => {
    if (left === null) return;
    if (left === 0) return location.assign(href);
    const timer = setInterval(() => !document.hidden && setLeft((was) => was && was - 1), 1_000);
    return () => clearInterval(timer);
  }, [left, href]);

  return (
    <div className="flex flex-col gap-1 print:hidden">
      {children}
      {left !== null && (
        <div className="flex flex-wrap items-center justify-between gap-x-3">
          <p className="text-14 text-ink-2">
            <span role="status">{fillIn(words.returning, { host })}</span>{" "}
            <span aria-hidden="true">{fillIn(words.inSeconds, { seconds: left })}</span>
          </p>
          <button
            type="button"
            onClick={() => setLeft(null)}
            className="min-h-11 text-14 font-medium underline underline-offset-4"
          >
            {words.stay}
          </button>
        </div>
      )}
    </div>
  );
}
