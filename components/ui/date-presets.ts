import { uiMessages } from "@/lib/service/messages/en/ui";
import { dayLabel } from "./day-text";

const { dates } = uiMessages;
const DAY_MS = 86_400_000;

/**
 * The spans of days that every page with a period offers, up to `today` and both ends included. Weeks begin on Monday,
 * so that a link means the same days to everyone. `today` is a calendar day, so no time zone is involved.
 */
export function datePresets(today: string) {
  const [year = 0, month = 0, day = 0] = today.split("-").map(Number);
  const at = (months: number, dayOfMonth: number) => Date.UTC(year, month - 1 + months, dayOfMonth);
  const span = (label: string, first: number, last: number) => ({ label, first: dayOf(first), last: dayOf(last) });
  const now = at(0, day);
  const daysSinceMonday = (new Date(now).getUTCDay() + 6) % 7;
  return [
    span(dates.today, now, now),
    span(dates.yesterday, now - DAY_MS, now - DAY_MS),
    span(dates.thisWeek, now - daysSinceMonday * DAY_MS, now),
    span(dates.lastDays(7), now - 6 * DAY_MS, now),
    span(dates.thisMonth, at(0, 1), now),
    span(dates.lastDays(30), now - 29 * DAY_MS, now),
    span(dates.lastMonth, at(-1, 1), at(0, 1) - DAY_MS),
  ];
}

/**
 * The preset with exactly these days. On a Monday, for example, today and this week are the same: the first one counts.
 */
export function findPreset(first: string, last: string, today: string) {
  return datePresets(today).find((one) => one.first === first && one.last === last);
}

/** A span as text: a preset's name, `1–7 Nov 2026`, `since 1 Nov 2026`; empty for no span. */
export function formatPeriod(first: string, last: string, today: string): string {
  if (first === "" && last === "") return "";
  const preset = findPreset(first, last, today);
  if (preset) return preset.label;
  if (last === "") return dates.since(dayLabel(first));
  if (first === "") return dates.until(dayLabel(last));
  if (first === last) return dayLabel(first);
  return `${startLabel(first, last)}–${dayLabel(last)}`;
}

/** The first day without the year and month that it shares with the last. */
function startLabel(first: string, last: string) {
  const words = dayLabel(first);
  if (words === first || dayLabel(last) === last || first.slice(0, 4) !== last.slice(0, 4)) return words;
  const [day, month] = words.split(" ");
  return first.slice(0, 7) === last.slice(0, 7) ? day : `${day} ${month}`;
}

function dayOf(instant: number) {
  return new Date(instant).toISOString().slice(0, 10);
}
