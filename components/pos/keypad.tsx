import { Delete } from "lucide-react";
import type { ReactNode } from "react";
import type { DecimalSign, EntryKey } from "@/lib/payments/pos/entry";
import { posMessages } from "@/lib/service/messages/en/pos";

const { entry } = posMessages;

type Side = { label: string; open: boolean; set: boolean; onToggle(): void };

type Props = {
  sign: DecimalSign;
  /** false: amounts are whole, as of yen */
  hasDecimals: boolean;
  onPress(key: EntryKey): void;
  /** opens a row above the keys; `set`: a value was entered */
  tip: Side;
  reference: Side;
};

const DIGIT =
  "money border bg-card text-28 sm:max-lg:text-44 font-medium text-ink hover:border-ink/40 active:bg-ink active:text-paper";
const SIDE = "text-14 font-medium text-ink-2 hover:text-ink hover:bg-ink/6 active:bg-ink active:text-paper";

/** Four rows within reach of a thumb: digits as on a card terminal, editing keys beside them. */
export function Keypad({ sign, hasDecimals, onPress, tip, reference }: Props) {
  const digit = (key: EntryKey) => (
    <Key
      key={key}
      look={DIGIT}
      label={key === "." ? entry.decimalPoint : undefined}
      off={key === "." && !hasDecimals}
      onPress={() => onPress(key)}
    >
      {key === "." ? sign : key}
    </Key>
  );
  return (
    <section aria-label={entry.keypad} className="grid min-h-0 flex-1 grid-cols-4 grid-rows-4 gap-1.5 lg:gap-2">
      {(["1", "2", "3"] as const).map(digit)}
      <Key look={SIDE} label={entry.deleteDigit} onPress={() => onPress("back")}>
        <Delete aria-hidden="true" strokeWidth={1.5} className="size-6 rtl:-scale-x-100" />
      </Key>
      {(["4", "5", "6"] as const).map(digit)}
      <Key look={SIDE} onPress={() => onPress("clear")}>
        {entry.clear}
      </Key>
      {(["7", "8", "9"] as const).map(digit)}
      <SideKey {...tip} />
      {([".", "0", "00"] as const).map(digit)}
      <SideKey {...reference} />
    </section>
  );
}

function SideKey({ label, open, set, onToggle }: Side) {
  return (
    <Key look={`${SIDE} ${open ? "bg-ink/8 text-ink" : ""}`} expanded={open} onPress={onToggle}>
      <span>
        <span>{label}</span>
        {set && <span aria-hidden="true" className="absolute end-2 top-2 size-1.5 rounded-full bg-verdigris" />}
        {set && <span className="sr-only">{entry.filledIn}</span>}
      </span>
    </Key>
  );
}

type KeyProps = {
  look: string;
  label?: string;
  expanded?: boolean;
  off?: boolean;
  onPress(): void;
  children: ReactNode;
};

/** A touch or mouse press takes no focus, so that Enter on a keyboard charges and repeats no digit. */
function Key({ look, label, expanded, off, onPress, children }: KeyProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-expanded={expanded}
      aria-disabled={off || undefined}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
      className={`relative flex min-h-16 touch-manipulation items-center justify-center rounded-till transition-colors duration-150 ease-out select-none active:duration-0 aria-disabled:opacity-40 ${look}`}
    >
      {children}
    </button>
  );
}
