import { TZDate } from "@date-fns/tz";
import { format } from "date-fns";

/** The day of a zone's calendar at an instant: `2026-03-01`. */
export function calendarDay(at: Date, zone: string): string {
  return format(new TZDate(at, zone), "yyyy-MM-dd");
}
