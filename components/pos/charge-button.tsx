import { Button } from "@/components/ui/button";
import { posMessages } from "@/lib/service/messages/en/pos";

type Props = { total: string | null; unit: string; ready: boolean; onCharge(): void };

/** Names the amount it charges. Like the keys above, it takes no focus from a mouse or touch press. */
export function ChargeButton({ total, unit, ready, onCharge }: Props) {
  return (
    <Button
      onClick={onCharge}
      aria-disabled={!ready}
      onMouseDown={(event) => event.preventDefault()}
      className="min-h-16 w-full touch-manipulation text-20! aria-disabled:opacity-40"
    >
      {total === null ? (
        posMessages.entry.charge
      ) : (
        <span>
          {posMessages.entry.charge}{" "}
          <span translate="no" className="money">
            {total}
          </span>
          <span className="text-16">{`\u00a0${unit}`}</span>
        </span>
      )}
    </Button>
  );
}
