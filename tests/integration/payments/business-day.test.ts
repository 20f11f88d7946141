import { describe, expect, it } from "vitest";
import { database } from "@/lib/base/db/client";
import { businessDay } from "@/lib/base/time/business-day";
import { listTerminals } from "@/lib/business/terminals/list";
import { openPosForMember } from "@/lib/payments/pos/open-for-member";
import { shiftSummary } from "@/lib/payments/pos/shift-summary";
import { overview } from "@/lib/payments/reports/overview";
import { call } from "@/tests/support/api";
import {
  CHANGES_2026,
  CHANGING_ZONES,
  zoneAfterSkippedMidnight,
  zoneBeforeSecondMidnight,
} from "@/tests/support/changing-clocks";
import { createMerchantFixture } from "@/tests/support/fixtures";
import { memberContext } from "@/tests/support/member-context";
import { makePayments } from "@/tests/support/payments";

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

describe("the business day under way", () => {
  it("has begun and has not ended, around each change of the clocks, in any zone with any start", async () => {
    const { sql } = database();
    const [found] = await sql<[{ days: number; wrong: string[] | null }]>`
      with moments as (
        select zone, make_interval(mins => mins) as opens, moment
          from unnest(${CHANGING_ZONES}::text[]) zone
         cross join unnest(${[0, 30, 60, 90, 120, 150, 180, 1_439]}::int[]) mins
         cross join unnest(${CHANGES_2026}::timestamptz[]) change
         cross join generate_series(change - interval '1 day', change + interval '2 days', interval '15 minutes') moment),
      days as (select *, ${businessDay(sql, "moment")} as day from moments),
      spans as (
        select *, (day + opens) at time zone zone as starts, (day + interval '1 day' + opens) at time zone zone as ends from days)
      select count(*)::int as days,
             array_agg(zone || ' ' || opens || ' ' || moment) filter (where moment < starts or moment >= ends) as wrong
        from spans`;
    expect(found.wrong).toBeNull();
    expect(found.days).toBeGreaterThan(50_000);
  });

  it.each([
    // the start comes twice: the second time counts
    ["Europe/Berlin", 120, "2026-10-25T00:30:00.000Z", "2026-10-24T00:00:00.000Z"],
    ["Europe/Berlin", 120, "2026-10-25T01:00:00.000Z", "2026-10-25T01:00:00.000Z"],
    ["Atlantic/Azores", 0, "2026-10-25T00:30:00.000Z", "2026-10-24T00:00:00.000Z"],
    ["America/Havana", 0, "2026-11-01T04:30:00.000Z", "2026-10-31T04:00:00.000Z"],
    ["America/Havana", 0, "2026-11-01T05:30:00.000Z", "2026-11-01T05:00:00.000Z"],
    // the start is skipped: it comes as much later as the clocks jump
    ["Europe/Berlin", 150, "2026-03-29T01:15:00.000Z", "2026-03-28T01:30:00.000Z"],
    ["Europe/Berlin", 150, "2026-03-29T01:30:00.000Z", "2026-03-29T01:30:00.000Z"],
  ])("in %s from minute %i, a sales report until %s begins at %s", async (zone, opens, end, start) => {
    const { terminalId, keys } = await createMerchantFixture();
    await database().sql`
      update terminals set time_zone = ${zone}, business_day_start_minutes = ${opens} where id = ${terminalId}`;
    const { status, json } = await call(`get-terminal-sales?end=${end}`, undefined, { key: keys.sandbox });
    expect([status, json.reconciliation_period]).toEqual([200, { start, end }]);
  });

  it.each([
    ["comes a second time in 20 minutes", zoneBeforeSecondMidnight, 0],
    ["was skipped and comes in 20 minutes", zoneAfterSkippedMidnight, 30],
  ])("goes on while its end %s: on keypad and terminals, in overview and API", async (_, zoneOf, opens) => {
    const zone = zoneOf();
    const merchant = await createMerchantFixture();
    const { merchantId, terminalId, keys } = merchant;
    const { sql } = database();
    await sql`update merchants set time_zone = ${zone} where id = ${merchantId}`;
    await sql`update terminals set time_zone = ${zone}, business_day_start_minutes = ${opens} where id = ${terminalId}`;
    await makePayments(merchant, [
      { createdAt: ago(5), amountMicros: 12_500_000n },
      { createdAt: ago(26 * 60), amountMicros: 7_000_000n },
    ]);
    const member = await memberContext(merchant);
    const pos = await openPosForMember(member, terminalId, "sandbox");
    if (!pos) throw new Error("the keypad is closed");
    expect((await shiftSummary(pos)).today).toMatchObject({ total: "12.50", count: 1 });
    expect((await listTerminals(member))[0]?.today).toEqual({ micros: 12_500_000n, payments: 1 });
    expect((await overview(member, "today")).current).toMatchObject({ micros: 12_500_000n, paid: 1n });
    const { status, json } = await call("get-terminal-sales", undefined, { key: keys.sandbox });
    expect([status, json.summary?.total_collected]).toEqual([200, 12.5]);
  });
});
