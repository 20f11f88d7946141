import { Button } from "@/components/ui/button";
import { Note } from "@/components/ui/note";
import { posMessages } from "@/lib/service/messages/en/pos";

const { noRate } = posMessages;

type Props = {
  currency: string;
  /** offers USDT; null: amounts are typed in USDT already */
  onSwitch: (() => void) | null;
};

/** The currency of the business can't be charged. USDT is offered, and never taken by itself. */
export function RateNote({ currency, onSwitch }: Props) {
  return (
    <Note tone="amber">
      <p>
        <strong className="font-semibold">{noRate.title(currency)}</strong>{" "}
        {onSwitch ? noRate.text(currency) : noRate.inUsdt}
      </p>
      {onSwitch && (
        <Button look="secondary" size="small" onClick={onSwitch} className="mt-2 min-h-11!">
          {noRate.useUsdt}
        </Button>
      )}
    </Note>
  );
}
