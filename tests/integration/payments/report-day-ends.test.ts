import { describe, expect, it } from "vitest";
import { database } from "@/lib/base/db/client";
import { archiveTerminal } from "@/lib/business/terminals/archive";
import { createTerminal } from "@/lib/business/terminals/create";
import { dayEnds, lastPeriod } from "@/lib/payments/reports/day-ends";
import type { Frequency } from "@/lib/payments/reports/mail-schedule";
import { takings } from "@/lib/payments/reports/takings";
import { CHANGES_2026, CHANGING_ZONES } from "@/tests/support/changing-clocks";
import { createMerchantFixture, type MerchantFixture } from "@/tests/support/fixtures";
import { memberContext } from "@/tests/support/member-context";

const endOf = ({ merchantId }: MerchantFixture, day: string) =>
  database().sql.begin((tx) => dayEnds(tx, { merchantId, day }));

const lastOf = ({ merchantId }: MerchantFixture, frequency: Frequency, at: string) =>
  database().sql.begin((tx) => lastPeriod(tx, { merchantId, frequency, at: new Date(at) }));

/** Sets the business's clock and that of its first terminal. */
async function setClocks({ merchantId, terminalId }: MerchantFixture, business: string, zone: string, opens: number) {
  const { sql } = database();
  await sql`update merchants set time_zone = ${business} where id = ${merchantId}`;
  await sql`
    update terminals set time_zone = ${zone}, business_day_start_minutes = ${opens} where id = ${terminalId}`;
}

describe("the end of a day for reports by email", () => {
  it("is when the takings of the day end, at both changes of the clocks, in any zone with any start", async () => {
    const merchant = await createMerchantFixture();
    const ctx = await memberContext(merchant);
    const eve = (change: string) => new Date(Date.parse(change) - 86_400_000).toISOString().slice(0, 10);
    for (const zone of CHANGING_ZONES) {
      for (const opens of [0, 30, 60, 90, 120, 150, 180]) {
        // the business's own day is over before any of these
        await setClocks(merchant, "Pacific/Kiritimati", zone, opens);
        for (const change of CHANGES_2026) {
          const rows = await takings(ctx, { from: eve(change), to: change });
          const ends = await Promise.all(rows.map(({ day }) => endOf(merchant, day)));
          expect(ends, `${zone} ${opens} ${change}`).toEqual(rows.map((row) => row.ends));
        }
      }
    }
  });

  it.each([
    ["America/New_York", 60, "2026-10-31", "2026-11-01T06:00:00.000Z"],
    ["Atlantic/Azores", 0, "2026-10-24", "2026-10-25T01:00:00.000Z"],
    ["Europe/Berlin", 150, "2026-03-28", "2026-03-29T01:30:00.000Z"],
  ])("in %s from minute %i, where clocks change at that time, is for %s at %s", async (zone, opens, day, end) => {
    const merchant = await createMerchantFixture();
    await setClocks(merchant, "Pacific/Kiritimati", zone, opens);
    expect((await endOf(merchant, day)).toISOString()).toBe(end);
    const before = new Date(Date.parse(end) - 1).toISOString();
    expect((await lastOf(merchant, "daily", before)).to < day).toBe(true);
    expect((await lastOf(merchant, "daily", end)).to).toBe(day);
  });

  it("is the end on the last clock, the business's and each active terminal's", async () => {
    const merchant = await createMerchantFixture();
    await setClocks(merchant, "Europe/Lisbon", "Europe/Lisbon", 0);
    const end = async () => (await endOf(merchant, "2026-03-01")).toISOString();
    expect(await end()).toBe("2026-03-02T00:00:00.000Z");
    await createTerminal(merchant.ctx, { name: "Bar", timeZone: "Europe/Lisbon", businessDayStart: "06:00" });
    expect(await end()).toBe("2026-03-02T06:00:00.000Z");
    const beach = await createTerminal(merchant.ctx, { name: "Beach", timeZone: "Pacific/Honolulu" });
    expect(await end()).toBe("2026-03-02T10:00:00.000Z");
    await archiveTerminal(await memberContext(merchant), { terminalId: beach.id });
    expect(await end()).toBe("2026-03-02T06:00:00.000Z");
    await setClocks(merchant, "Pacific/Honolulu", "Europe/Lisbon", 0);
    expect(await end()).toBe("2026-03-02T10:00:00.000Z");
  });

  it.each([
    ["daily", "2026-03-02T05:59:59Z", "2026-02-28"],
    ["daily", "2026-03-02T06:00:00Z", "2026-03-01"],
    ["weekly", "2026-03-02T05:59:59Z", "2026-02-22"],
    ["weekly", "2026-03-02T06:00:00Z", "2026-03-01"],
    ["monthly", "2026-03-01T05:59:59Z", "2026-01-31"],
    ["monthly", "2026-03-31T12:00:00Z", "2026-02-28"],
  ] as const)("makes the last %s period at %s the one until %s", async (frequency, at, to) => {
    const merchant = await createMerchantFixture();
    await setClocks(merchant, "Europe/Lisbon", "Europe/Lisbon", 360);
    expect((await lastOf(merchant, frequency, at)).to).toBe(to);
  });
});
