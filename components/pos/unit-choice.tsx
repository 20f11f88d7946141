import { posMessages } from "@/lib/service/messages/en/pos";

type Props = { units: string[]; chosen: string; onChoose(unit: string): void };

/** What amounts are typed in: the currency of the business, or USDT. Takes no focus from a mouse or touch press. */
export function UnitChoice({ units, chosen, onChoose }: Props) {
  return (
    <fieldset aria-label={posMessages.entry.unit} className="flex shrink-0 gap-1 rounded-till bg-ink/7 p-1">
      {units.map((unit) => (
        <button
          key={unit}
          type="button"
          aria-pressed={unit === chosen}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(unit)}
          className="min-h-11 min-w-14 touch-manipulation rounded-[4px] border border-transparent px-2 text-14 text-ink-2 aria-pressed:border-ink/30 aria-pressed:bg-card aria-pressed:font-semibold aria-pressed:text-ink dark:aria-pressed:bg-ink/15"
        >
          {unit}
        </button>
      ))}
    </fieldset>
  );
}
