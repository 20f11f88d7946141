import { MONTHS } from "./instant-labels";

/** `2026-11-05` as `5 Nov 2026`; a text that is no such day is returned unchanged. */
export function dayLabel(day: string): string {
  const at = /^\d{4}-\d\d-\d\d$/.test(day) ? new Date(day) : new Date(Number.NaN);
  return Number.isNaN(at.getTime()) ? day : `${at.getUTCDate()} ${MONTHS[at.getUTCMonth()]} ${at.getUTCFullYear()}`;
}

/**
 * A day as people type it, as `2026-11-05`: `5 Nov 2026`, `5 November`, `5.11.2026`, `2026-11-5`. Without a year it is
 * this year's. Null for anything else, and for `5/11/2026`, which is two different days.
 */
export function parseDay(text: string, today: string): string | null {
  const [, y, m, d] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text) ?? [];
  if (d !== undefined) return toDay(Number(y), Number(m), Number(d));
  const [, day, month, year] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text) ?? [];
  if (year !== undefined) return toDay(Number(year), Number(month), Number(day));
  const [, date, name = "", of = today.slice(0, 4)] = /^(\d{1,2})\.? ([a-z]{3,9})\.?(?:,? (\d{4}))?$/i.exec(text) ?? [];
  const index = MONTHS.findIndex((one) => name.toLowerCase().startsWith(one.toLowerCase()));
  return date === undefined || index === -1 ? null : toDay(Number(of), index + 1, Number(date));
}

function toDay(year: number, month: number, day: number): string | null {
  const at = new Date(Date.UTC(year, month - 1, day));
  const isReal = at.getUTCFullYear() === year && at.getUTCMonth() === month - 1 && at.getUTCDate() === day;
  return isReal ? at.toISOString().slice(0, 10) : null;
}
