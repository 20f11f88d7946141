import { describe, expect, it } from "vitest";
import { database } from "@/lib/base/db/client";
import { archiveTerminal } from "@/lib/business/terminals/archive";
import { createTerminal } from "@/lib/business/terminals/create";
import { businessToday } from "@/lib/payments/reports/business-today";
import { takings } from "@/lib/payments/reports/takings";
import { createMerchantFixture } from "@/tests/support/fixtures";
import { memberContext } from "@/tests/support/member-context";

/** Saturday 01:30 in Lisbon, where the clocks show UTC in winter. */
const SATURDAY_NIGHT = new Date("2026-01-17T01:30:00Z");
const BAR = { name: "Bar", timeZone: "Europe/Lisbon", businessDayStart: "04:00" };

/** A business in Lisbon with a bar beside its front desk, whose day starts at midnight. */
async function openBar() {
  const merchant = await createMerchantFixture();
  const { sql } = database();
  await sql`update merchants set time_zone = 'Europe/Lisbon' where id = ${merchant.merchantId}`;
  await sql`update terminals set time_zone = 'Europe/Lisbon' where id = ${merchant.terminalId}`;
  const ctx = await memberContext(merchant);
  return { merchant, ctx, desk: merchant.terminalId, bar: (await createTerminal(ctx, BAR)).id };
}

describe("today in reports", () => {
  it("is the business day under way at the chosen terminals, the earliest where they differ", async () => {
    const { merchant, ctx, desk, bar } = await openBar();
    const on = (terminals: string[], at = SATURDAY_NIGHT) => businessToday(ctx, { terminals, at });
    expect(await on([bar])).toBe("2026-01-16");
    expect(await on([desk])).toBe("2026-01-17");
    expect([await on([desk, bar]), await on([])]).toEqual(["2026-01-16", "2026-01-16"]);
    expect(await on([], new Date("2026-01-17T03:59:59.999Z"))).toBe("2026-01-16");
    expect(await on([], new Date("2026-01-17T04:00:00Z"))).toBe("2026-01-17");
    const cashier = await memberContext(merchant, { role: "cashier", terminalIds: [desk] });
    expect(await businessToday(cashier, { terminals: [], at: SATURDAY_NIGHT })).toBe("2026-01-17");
    expect(await businessToday(cashier, { terminals: [bar], at: SATURDAY_NIGHT })).toBe("2026-01-17");
  });

  it("has begun and has not ended in the takings of that day", async () => {
    const { ctx, bar } = await openBar();
    const today = await businessToday(ctx, { terminals: [bar], at: SATURDAY_NIGHT });
    const [row] = await takings(ctx, { from: today, to: today, terminals: [bar] });
    expect([row?.starts, row?.ends]).toEqual([new Date("2026-01-16T04:00:00Z"), new Date("2026-01-17T04:00:00Z")]);
  });

  it("is the next day where the clocks are ahead, and waits for a start that comes twice", async () => {
    const { ctx } = await openBar();
    const far = await createTerminal(ctx, { name: "Far", timeZone: "Pacific/Kiritimati" });
    expect(await businessToday(ctx, { terminals: [far.id], at: new Date("2026-01-17T10:00:00Z") })).toBe("2026-01-18");
    const azores = await createTerminal(ctx, { name: "Azores", timeZone: "Atlantic/Azores" });
    const autumn = (at: string) => businessToday(ctx, { terminals: [azores.id], at: new Date(at) });
    expect(await autumn("2026-10-25T00:30:00Z")).toBe("2026-10-24");
    expect(await autumn("2026-10-25T01:00:00Z")).toBe("2026-10-25");
  });

  it("follows an archived terminal only if it is chosen, and without any the business's calendar", async () => {
    const { ctx, desk, bar } = await openBar();
    await archiveTerminal(ctx, { terminalId: bar });
    const on = (terminals: string[]) => businessToday(ctx, { terminals, at: SATURDAY_NIGHT });
    expect([await on([]), await on([bar])]).toEqual(["2026-01-17", "2026-01-16"]);
    await archiveTerminal(ctx, { terminalId: desk });
    expect(await on([])).toBe("2026-01-17");
    const foreign = await createMerchantFixture();
    expect(await on([foreign.terminalId])).toBe("2026-01-17");
  });
});
