import { Button } from "@/components/ui/button";

const OUTCOMES = [
  { outcome: "paid", verb: "Pay exactly", effect: "The full amount arrives on time." },
  { outcome: "underpaid", verb: "Pay too little", effect: "Part of the amount arrives. The rest stays due." },
  { outcome: "overpaid", verb: "Pay too much", effect: "More than the amount due arrives. The payment is paid." },
  { outcome: "late", verb: "Pay too late", effect: "The payment expires, then money arrives." },
  { outcome: "expired", verb: "Let it expire", effect: "The payment expires without any money arriving." },
] as const;

export type Outcome = (typeof OUTCOMES)[number]["outcome"];

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
