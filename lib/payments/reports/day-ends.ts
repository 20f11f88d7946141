import type { Transaction } from "@/lib/base/db/client";
import { calendarDay } from "@/lib/base/time/calendar-day";
import { type Days, type Frequency, periodEndingBefore, periodOf } from "@/lib/payments/reports/mail-schedule";

/** Where each day begins first. */
const FIRST_ZONE = "Pacific/Kiritimati";

/**
 * When a business day has ended on every clock: at the business's midnight and at each active terminal's start. By the
 * expression of `takings`, since other time zone rules than PostgreSQL's would leave payments between two reports.
 */
export async function dayEnds(
  tx: Transaction,
  { merchantId, day }: { merchantId: string; day: string },
): Promise<Date> {
  const [{ ends }] = await tx<[{ ends: Date }]>`
    select max((${day}::text::date + interval '1 day' + opens) at time zone zone) as ends
      from (select time_zone as zone, interval '0' as opens from merchants where id = ${merchantId}
            union all
            select time_zone, make_interval(mins => business_day_start_minutes) from terminals
             where merchant_id = ${merchantId} and archived_at is null) clocks`;
  return ends;
}

/** The latest period that has ended on every clock at an instant. */
export async function lastPeriod(
  tx: Transaction,
  { merchantId, frequency, at }: { merchantId: string; frequency: Frequency; at: Date },
): Promise<Days> {
  let period = periodOf(frequency, calendarDay(at, FIRST_ZONE));
  while ((await dayEnds(tx, { merchantId, day: period.to })) > at) period = periodEndingBefore(frequency, period.from);
  return period;
}
