/** Three months at their longest. More days are too many to read, and their bars too thin to tell apart. */
export const MOST_DAYS = 92;
const DAY_MS = 86_400_000;

/** What a line of a report covers: a business day or a calendar month of them. */
export type Step = "day" | "month";

/** Days, both included: `2026-03-01`. */
export type Span = { from: string; to: string };

/** Days up to three months, months beyond. Pure. */
export function reportStep({ from, to }: Span): Step {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS < MOST_DAYS ? "day" : "month";
}

/** A period as one span after the other. Its first and last month have only their days of the period. Pure. */
export function toSpans(period: Span, step: Step): Span[] {
  const spans: Span[] = [];
  for (let first = period.from; first <= period.to; first = dayAfter(spans.at(-1) as Span)) {
    spans.push(spanFrom(first, period, step));
  }
  return spans;
}

/** The span of a period that begins with a day. Pure. */
export function spanFrom(first: string, { to }: { to: string }, step: Step): Span {
  const last = step === "day" ? first : lastOfMonth(first);
  return { from: first, to: last < to ? last : to };
}

/** A period as consecutive ones of so many days, the last with what is left. Pure. */
export function* daysInPieces({ from, to }: Span, days: number): Generator<Span> {
  const last = Date.parse(to);
  for (let first = Date.parse(from); first <= last; first += days * DAY_MS) {
    yield { from: toDay(first), to: toDay(Math.min(first + (days - 1) * DAY_MS, last)) };
  }
}

/** The last day of a day's month. Pure. */
export function lastOfMonth(day: string): string {
  return toDay(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0));
}

function dayAfter({ to }: Span): string {
  return toDay(Date.parse(to) + DAY_MS);
}

function toDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
