import { TZDate } from "@date-fns/tz";

const DAY_MINUTES = 1_440;

/** Minutes of a day in which nothing is sent; equal: none. They may go past midnight. */
export type QuietHours = { quietFrom: number; quietUntil: number };

/**
 * Minutes until the quiet hours end that are under way in a time zone, as its clocks show the end; 0 outside of them.
 * On a night when they show it twice, either counts.
 */
export function quietMinutes({ quietFrom, quietUntil }: QuietHours, now: Date, zone: string): number {
  const local = new TZDate(now, zone);
  const minute = local.getHours() * 60 + local.getMinutes();
  const length = (quietUntil - quietFrom + DAY_MINUTES) % DAY_MINUTES;
  const passed = (minute - quietFrom + DAY_MINUTES) % DAY_MINUTES;
  if (passed >= length) return 0;
  const day = local.getDate() + (minute < quietUntil ? 0 : 1);
  const end = new TZDate(local.getFullYear(), local.getMonth(), day, 0, quietUntil, 0, zone);
  return Math.max(0, Math.ceil((end.getTime() - now.getTime()) / 60_000));
}
