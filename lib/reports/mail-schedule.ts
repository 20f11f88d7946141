import { TZDate } from "@date-fns/tz";

export const FREQUENCIES = ["daily", "weekly", "monthly"] as const;
export type Frequency = (typeof FREQUENCIES)[number];

/** Calendar days, both included. */
export type Days = { from: string; to: string };

/** Where business days begin: the business's midnight, and each terminal's start. */
export type Clock = { zone: string; startMinutes: number };

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

/** When a business day has ended on every clock. */
export function dayEnds(day: string, clocks: Clock[]): Date {
  const [year = 0, month = 1, date = 1] = addDays(day, 1).split("-").map(Number);
  const ends = clocks.map(({ zone, startMinutes }) =>
    new TZDate(year, month - 1, date, 0, startMinutes, 0, zone).getTime(),
  );
  return new Date(Math.max(...ends));
}

/** The latest period that has ended on every clock; `today` is the calendar day of `now` on the business's clock. */
export function lastPeriod(frequency: Frequency, today: string, clocks: Clock[], now: Date): Days {
  let period = periodOf(frequency, today);
  while (dayEnds(period.to, clocks) > now) period = periodOf(frequency, addDays(period.from, -1));
  return period;
}

/** The period after the one that ends with a day. */
export function periodAfter(frequency: Frequency, day: string): Days {
  return periodOf(frequency, addDays(day, 1));
}

function addDays(day: string, count: number): string {
  return toDay(Date.parse(day) + count * DAY_MS);
}

function toDay(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10);
}
