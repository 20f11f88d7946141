import { instantLabels, zoneLabel } from "@/components/ui/instant-labels";
import { lastOfMonth, type Span } from "@/lib/payments/reports/report-spans";
import type { TakingsRow } from "@/lib/payments/reports/takings";
import { reportsMessages } from "@/lib/service/messages/en/reports";

const { oneStart, severalStarts, start } = reportsMessages.head;

/** `Sun 1 Mar 2026`: a calendar day, whatever the time zone. */
export function dayLabel(day: string): string {
  const { exact, date } = instantLabels(`${day}T12:00:00Z`, "UTC");
  return `${exact.slice(0, 3)} ${date}`;
}

/** `1 Mar`: the same without weekday and year. */
export function shortDayLabel(day: string): string {
  return instantLabels(`${day}T12:00:00Z`, "UTC").shortDate;
}

/** `Mar 2026`, or `Mar 2026, from 28 Mar` for a part of the month. */
export function monthLabel({ from, to }: Span): string {
  const { month } = reportsMessages;
  const name = shortMonthLabel(from);
  if (!from.endsWith("-01")) return month.from(name, shortDayLabel(from));
  return to === lastOfMonth(to) ? name : month.to(name, shortDayLabel(to));
}

/** `Mar 2026` */
export function shortMonthLabel(day: string): string {
  return instantLabels(`${day}T12:00:00Z`, "UTC").date.replace(/^\d+ /, "");
}

/** When the report's business days start: one time for all terminals, or each time with its terminals. */
export function dayStartsLabel(rows: TakingsRow[]): string {
  const terminalsByStart = new Map<string, Set<string>>();
  for (const row of rows.filter(({ day }) => day === rows.at(-1)?.day)) {
    const label = start(instantLabels(row.ends.toISOString(), row.zone).time, zoneLabel(row.ends, row.zone));
    terminalsByStart.set(label, (terminalsByStart.get(label) ?? new Set()).add(row.terminalName));
  }
  const starts = [...terminalsByStart].map(([label, names]) => ({ start: label, terminals: [...names] }));
  const [first] = starts;
  return first && starts.length === 1 ? oneStart(first.start) : severalStarts(starts);
}
