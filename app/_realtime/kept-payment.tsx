"use client";

import { useEffect, useState } from "react";
import { getProgress } from "./call-service";
import { newsOf } from "./news-of";
import { poll } from "./poll";

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
    const { payment: id = "", news } = payment.dataset;
    const polling = poll(
      (signal) => getProgress(id, signal),
      (answer) => {
        if (!answer.ok || newsOf(answer.body) === news) return;
        polling.stop();
        location.reload();
      },
      { now: true, whileHidden: true },
    );
    return polling.stop;
  }, [payment]);

  return <div ref={(box) => box?.replaceChildren(payment)} />;
}
