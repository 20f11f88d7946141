"use client";

import { useRef } from "react";
import { useSimulation } from "@/app/_realtime/use-simulation";
import { SimulateList } from "@/components/checkout/simulate-list";
import { Note } from "@/components/ui/note";
import { useLiveCheckout } from "./live-checkout";

/** Sandbox only: simulates each outcome of a payment. */
export function SimulatePanel({ id, pending }: { id: string; pending: boolean }) {
  const { refresh } = useLiveCheckout();
  const heading = useRef<HTMLHeadingElement>(null);
  const { busyWith, failure, simulate } = useSimulation(id, (answer) => {
    if (answer.ok && answer.body.status !== "pending") heading.current?.focus();
    if (answer.ok || answer.trouble.kind === "refused") refresh();
  });

  return (
    <section aria-labelledby="simulate" className="rounded-till border p-5 print:hidden">
      <div aria-hidden="true" className="training-stripes -mx-5 -mt-5 mb-5 h-2 rounded-t-till" />
      <h2 ref={heading} id="simulate" tabIndex={-1} className="text-16 font-semibold">
        Simulate payment
      </h2>
      {pending ? (
        <>
          <p className="mt-1 mb-3 text-14 text-ink-2">Sandbox payments don't need a wallet. Choose an outcome.</p>
          <div className="noscript:hidden">
            <SimulateList busyWith={busyWith} onChoose={simulate} />
          </div>
          <p className="hidden text-14 text-ink-2 noscript:block">
            These buttons need JavaScript. You can call POST /api/v1/simulate-payment instead.
          </p>
        </>
      ) : (
        <p className="mt-1 text-14 text-ink-2">
          This payment has ended. Create another one to try a different outcome.
        </p>
      )}
      <div role="alert" className="mt-3 empty:hidden">
        {failure !== null && <Note tone="brick">{failure}</Note>}
      </div>
    </section>
  );
}
