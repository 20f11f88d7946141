import { Button } from "@/components/ui/button";
import { OUTCOMES, type Outcome } from "./outcomes";

/** One row per outcome: a button and what it does. */
export function SimulateList({ busyWith, onChoose }: { busyWith: Outcome | null; onChoose(outcome: Outcome): void }) {
  return (
    <ul className="flex flex-col divide-y">
      {OUTCOMES.map(({ outcome, verb, effect }) => (
        <li key={outcome} className="flex items-center gap-4 py-2">
          <Button
            look="secondary"
            size="small"
            busy={busyWith !== null}
            aria-describedby={`effect-${outcome}`}
            onClick={() => onChoose(outcome)}
            className="w-32 shrink-0"
          >
            {busyWith === outcome ? "Sending…" : verb}
          </Button>
          <p id={`effect-${outcome}`} className="text-14 text-ink-2">
            {effect}
          </p>
        </li>
      ))}
    </ul>
  );
}
