import { TZDate } from "@date-fns/tz";
import { format } from "date-fns";

/** The calendar day of an instant in a time zone: `2026-03-01`. */
export function calendarDay(at: Date, zone: string): string {
  return format(new TZDate(at, zone), "yyyy-MM-dd");
}
