"use client";

import { useEffect, useState } from "react";
import { getProgress } from "@/app/_live/call-service";
import { newsOf } from "@/app/_live/news-of";
import { nextLookMs } from "@/app/_live/next-look";

/**
 * For an error page: a copy of the payment shown to the customer, taken from the document before the error page replaces it;
 * null when there is none.
 */
export function useKeptPayment(): HTMLElement | null {
  const [kept] = useState(takePayment);
  return kept;
}

function takePayment() {
  if (typeof document === "undefined") return null;
  const shown = document.querySelector<HTMLElement>("[data-payment]");
  return shown && (shown.cloneNode(true) as HTMLElement);
}

/** The payment as it was last shown, with its address. Reloads the page when the payment has changed. */
export function KeptPayment({ payment }: { payment: HTMLElement }) {
  useEffect(() => {
    const end = new AbortController();
    const { payment: id = "", news } = payment.dataset;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let failures = 0;
    async function look() {
      const answer = await getProgress(id, end.signal);
      if (end.signal.aborted) return;
      if (answer.ok && newsOf(answer.body) !== news) return location.reload();
      failures = answer.ok ? 0 : failures + 1;
      const retryAfterSeconds = answer.ok ? 0 : answer.trouble.retryAfterSeconds;
      timer = setTimeout(look, nextLookMs({ failures, retryAfterSeconds }));
    }
    void look();
    return () => {
      clearTimeout(timer);
      end.abort();
    };
  }, [payment]);

  return <div ref={(box) => box?.replaceChildren(payment)} />;
}
