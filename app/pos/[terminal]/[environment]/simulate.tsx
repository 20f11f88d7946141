"use client";

import { useSimulation } from "@/app/_realtime/use-simulation";
import { SimulateList } from "@/components/checkout/simulate-list";
import { Note } from "@/components/ui/note";
import { posMessages } from "@/lib/service/messages/en/pos";

/** Sandbox only: pays as the customer; folded until opened. */
export function Simulate({ id, onDone }: { id: string; onDone(): void }) {
  const { busyWith, failure, simulate } = useSimulation(id, onDone);

  return (
    <details className="w-full max-w-roll">
      <summary className="flex min-h-11 items-center justify-center gap-2 text-14 font-medium text-ink-2">
        <span aria-hidden="true" className="training-hatch h-3 w-6 rounded-till" />
        {posMessages.waiting.simulate}
      </summary>
      <SimulateList busyWith={busyWith} onChoose={simulate} />
      <div role="alert" className="mt-3 empty:hidden">
        {failure !== null && <Note tone="brick">{failure}</Note>}
      </div>
    </details>
  );
}
