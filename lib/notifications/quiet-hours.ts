import { TZDate } from "@date-fns/tz";

const DAY_MINUTES = 1_440;

/** Minutes of a day in which nothing is sent; equal: none. They may go past midnight. */
export type QuietHours = { quietFrom: number; quietUntil: number };

/** Minutes until the quiet hours end that are under way in a time zone; 0 outside of them. */
export function quietMinutes({ quietFrom, quietUntil }: QuietHours, now: Date, zone: string): number {
  const local = new TZDate(now, zone);
  const minute = local.getHours() * 60 + local.getMinutes();
  const length = (quietUntil - quietFrom + DAY_MINUTES) % DAY_MINUTES;
  const passed = (minute - quietFrom + DAY_MINUTES) % DAY_MINUTES;
  return passed < length ? length - passed : 0;
}
