export const FREQUENCIES = ["daily", "weekly", "monthly"] as const;
export type Frequency = (typeof FREQUENCIES)[number];

/** Calendar days, both included. */
export type Days = { from: string; to: string };

const DAY_MS = 86_400_000;

/** The day, the week from Monday, or the month that a calendar day is in. */
export function periodOf(frequency: Frequency, day: string): Days {
  const at = new Date(day);
  if (frequency === "daily") return { from: day, to: day };
  if (frequency === "weekly") {
    const from = addDays(day, -((at.getUTCDay() + 6) % 7));
    return { from, to: addDays(from, 6) };
  }
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()];
  return { from: toDay(Date.UTC(year, month, 1)), to: toDay(Date.UTC(year, month + 1, 0)) };
}

/** The period after the one that ends with a day. */
export function periodAfter(frequency: Frequency, day: string): Days {
  return periodOf(frequency, addDays(day, 1));
}

/** The period before the one that starts with a day. */
export function periodEndingBefore(frequency: Frequency, day: string): Days {
  return periodOf(frequency, addDays(day, -1));
}

function addDays(day: string, count: number): string {
  return toDay(Date.parse(day) + count * DAY_MS);
}

function toDay(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10);
}
