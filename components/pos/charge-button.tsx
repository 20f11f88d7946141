import { Button } from "@/components/ui/button";

/** States what it charges. A press by hand takes no focus, like the keys above it. */
export function ChargeButton({ total, ready, onCharge }: { total: string | null; ready: boolean; onCharge(): void }) {
  return (
    <Button
      onClick={onCharge}
      aria-disabled={!ready}
      onMouseDown={(event) => event.preventDefault()}
      className="min-h-16 w-full touch-manipulation text-20! aria-disabled:opacity-40"
    >
      {total === null ? (
        "Charge"
      ) : (
        <span>
          Charge <span className="money">{total}</span>
          <span className="text-16">{"\u00a0"}USDT</span>
        </span>
      )}
    </Button>
  );
}
