import type { bookLines } from "@/drizzle/schema";
import type { Wanted } from "@/lib/settlement/books/lines";

type Line = typeof bookLines.$inferSelect;

/** What a line is worth; all null: no rate was known. `currency` alone: the books have one, and no rate. */
export type Value = Pick<Line, "currency" | "valueMinor" | "rate" | "rateSource" | "reversedValueMinor">;

/** A line of the books that stands: no other reverses it, and it reverses none. */
export type Standing = Omit<Line, "occurredAt" | "bookedAt" | "reverses">;

/** A line to be written. `reverses`: the number of a line that is, or the place of one in the same list. */
export type NewLine = Omit<Line, "number" | "bookedAt" | "reverses" | "merchantId" | "environment"> & {
  reverses: { number: number } | { place: number } | null;
};

/** What is booked of a line that should be: it stands as it is, or this list has it. */
export type Comparison = { added: NewLine[]; values: Value[] };

/**
 * What has to be added to the lines that stand so that they say what they should. `wanted` and `values` are about the
 * same sources, place by place. A line is never changed: it is reversed and replaced, both dated `now`. A part of a
 * payment that was paid is moved on the day of that.
 */
export function compare(
  wanted: readonly Wanted[],
  values: readonly Value[],
  { standing, now }: { standing: readonly Standing[]; now: Date },
): Comparison {
  const added: NewLine[] = [];
  const left = new Map(standing.map((line) => [keyOf(line), line]));
  const bookedBefore = new Set(standing.map((line) => line.sourceId));
  const kept: Value[] = [];
  /** sources whose lines that no one wants any more give way to a new one, and on which day */
  const changedAt = new Map<string, Date>();
  wanted.forEach((line, place) => {
    const value = values[place] as Value;
    kept[place] = value;
    const booked = left.get(keyOf(line));
    if (line.movedAt) {
      if (booked) changedAt.set(line.sourceId, line.movedAt);
      else if (!bookedBefore.has(line.sourceId)) {
        added.push(toLine(line, value, line.at));
        added.push(reversal(added.at(-1) as NewLine, { place: added.length - 1 }, line.movedAt));
      }
      return;
    }
    left.delete(keyOf(line));
    if (!booked) {
      const isChange = bookedBefore.has(line.sourceId) && !isMoreOf(line, standing, wanted);
      const at = isChange && line.kind !== "sale" && line.kind !== "overpaid" ? now : line.at;
      if (isChange && !changedAt.has(line.sourceId)) changedAt.set(line.sourceId, at);
      added.push(toLine(line, value, at));
    } else if (isRight(line, value, booked)) kept[place] = booked;
    else {
      added.push(reversal(booked, { number: booked.number }, now));
      added.push(toLine(line, value, now));
    }
  });
  const gone = [...left.values()].map((line) =>
    reversal(line, { number: line.number }, changedAt.get(line.sourceId) ?? now),
  );
  return { added: inOrder([...gone, ...added], gone.length), values: kept };
}

/** Several lines of one source can stand beside each other, and differ in kind or sign. */
function keyOf({ sourceId, network, kind, micros }: Pick<Line, "sourceId" | "network" | "kind" | "micros">): string {
  return `${sourceId} ${network} ${micros < 0n && kind !== "opening" ? "-" : "+"}${kind}`;
}

/** Whether all lines of its source stay that stand, so that this one changes none. */
function isMoreOf({ sourceId }: Wanted, standing: readonly Standing[], wanted: readonly Wanted[]): boolean {
  const keys = new Set(wanted.filter((line) => line.movedAt === null).map(keyOf));
  return standing.every((line) => line.sourceId !== sourceId || keys.has(keyOf(line)));
}

/**
 * A value that was booked stays, however rates are read later, unless the currency of its day has changed or a person
 * has filled in the rate.
 */
function isRight(line: Wanted, value: Value, booked: Standing): boolean {
  const isSame =
    line.micros === booked.micros &&
    line.intentId === booked.intentId &&
    line.refundId === booked.refundId &&
    value.currency === booked.currency &&
    value.reversedValueMinor === booked.reversedValueMinor;
  if (!isSame || value.valueMinor === null) return isSame;
  if (booked.valueMinor === null) return false;
  const isFilled = value.rateSource === "filled" && booked.rateSource === "filled";
  return !isFilled || (value.valueMinor === booked.valueMinor && value.rate === booked.rate);
}

function toLine(
  { at: _, ratedAt: __, quoted: ___, movedAt: ____, givesBack: _____, ...line }: Wanted,
  value: Value,
  at: Date,
): NewLine {
  const { currency, valueMinor, rate, rateSource, reversedValueMinor } = value;
  return { ...line, currency, valueMinor, rate, rateSource, reversedValueMinor, occurredAt: at, reverses: null };
}

type Reversed = Omit<NewLine, "occurredAt" | "reverses"> & Partial<Pick<Line, "number" | "merchantId" | "environment">>;

function reversal(line: Reversed, reverses: NewLine["reverses"], at: Date): NewLine {
  const { number: _, merchantId: __, environment: ___, ...same } = line;
  const negated = (value: bigint | null) => (value === null ? null : -value);
  return {
    ...same,
    micros: -line.micros,
    valueMinor: negated(line.valueMinor),
    reversedValueMinor: negated(line.reversedValueMinor),
    occurredAt: at,
    reverses,
  };
}

/** Lines were put in front, so places in the list are later by as many. */
function inOrder(lines: NewLine[], by: number): NewLine[] {
  return lines.map((line) =>
    line.reverses && "place" in line.reverses ? { ...line, reverses: { place: line.reverses.place + by } } : line,
  );
}
