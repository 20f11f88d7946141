import { Button } from "@/components/ui/button";
import { Note } from "@/components/ui/note";
import { type KeypadPrice, USDT } from "@/lib/payments/pos/unit";
import { posMessages } from "@/lib/service/messages/en/pos";

const { noRate, newUnit } = posMessages;

type Props = {
  price: KeypadPrice | null;
  /** what amounts are typed in now */
  unit: string;
  /** what they were typed in when this device last charged; empty: it never has */
  before: string;
  onSwitch(): void;
};

/** What a cashier must know before typing: the currency can't be charged, or the unit is another one than last time. */
export function UnitNotes({ price, unit, before, onSwitch }: Props) {
  const usual = price?.currency ?? USDT.code;
  if (price?.rate === null) return <RateNote currency={usual} onSwitch={unit === USDT.code ? null : onSwitch} />;
  if (before === "" || before === usual) return null;
  return (
    <Note tone="amber">
      <strong className="font-semibold">{newUnit.title(usual)}</strong> <span>{newUnit.text(before)}</span>
    </Note>
  );
}

/** USDT is offered, and never chosen for the cashier. */
function RateNote({ currency, onSwitch }: { currency: string; onSwitch: (() => void) | null }) {
  return (
    <Note tone="amber">
      <p>
        <strong className="font-semibold">{noRate.title(currency)}</strong>{" "}
        <span>{onSwitch ? noRate.text(currency) : noRate.inUsdt}</span>
      </p>
      {onSwitch && (
        <Button look="secondary" size="small" onClick={onSwitch} className="mt-2 min-h-11!">
          {noRate.useUsdt}
        </Button>
      )}
    </Note>
  );
}
