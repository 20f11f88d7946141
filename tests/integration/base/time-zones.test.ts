import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { type MemberContext, type MerchantContext, systemContext, type UserContext } from "@/lib/base/context/context";
import { database } from "@/lib/base/db/client";
import { storedZone } from "@/lib/base/time/stored-zone";
import { isTimeZone } from "@/lib/base/time/time-zone";
import { addMerchant } from "@/lib/business/merchants/add";
import { listUnknownZones, renameUnknownZones } from "@/lib/business/merchants/unknown-zones";
import { updateMerchant } from "@/lib/business/merchants/update";
import { createTerminal } from "@/lib/business/terminals/create";
import { getTerminal, listTerminals } from "@/lib/business/terminals/list";
import { updateTerminal } from "@/lib/business/terminals/update";
import { checkZones } from "@/scripts/admin/checks/storage";
import { createMerchantFixture } from "@/tests/support/fixtures";
import { memberContext } from "@/tests/support/member-context";

/** Known to Node and to no PostgreSQL; of the first, Node says another name. */
const SYDNEY = "AET";
const UNKNOWN = "SystemV/PST8";

const SETTINGS = { name: "Bar", businessDayStart: "04:30", intentLifeMinutes: 60 };
const REFUSAL = {
  code: "invalid_request",
  message: `The database doesn't know the time zone ${UNKNOWN}. Choose another one with the same time.`,
  extra: { field: "timeZone" },
};

const person = (ctx: MemberContext): UserContext => ({ ...ctx, sessionId: randomUUID() });

const zoneOf = async ({ merchantId }: Pick<MerchantContext, "merchantId">) => {
  const [row] = await database().sql<{ zone: string }[]>`
    select time_zone as zone from merchants where id = ${merchantId}`;
  return row?.zone;
};

describe("a time zone that Node knows and PostgreSQL doesn't", () => {
  it("is one", () => {
    expect([isTimeZone(SYDNEY), isTimeZone(UNKNOWN)]).toEqual([true, true]);
  });

  it("is stored by the name that PostgreSQL has for it", async () => {
    const ctx = await memberContext(await createMerchantFixture());
    const terminal = await createTerminal(ctx, { ...SETTINGS, timeZone: SYDNEY });
    expect((await getTerminal(ctx, terminal.id))?.timeZone).toBe("Australia/Sydney");
    await updateTerminal(ctx, { ...SETTINGS, terminalId: terminal.id, timeZone: "europe/lisbon" });
    expect((await getTerminal(ctx, terminal.id))?.timeZone).toBe("Europe/Lisbon");
    await updateTerminal(ctx, { ...SETTINGS, terminalId: terminal.id, timeZone: SYDNEY });
    expect((await getTerminal(ctx, terminal.id))?.timeZone).toBe("Australia/Sydney");
    await updateMerchant(ctx, { name: "Corner Bookshop", timeZone: SYDNEY });
    expect(await zoneOf(ctx)).toBe("Australia/Sydney");
    expect(await zoneOf(await addMerchant(person(ctx), { name: "Second", timeZone: SYDNEY }))).toBe("Australia/Sydney");
  });

  it("is found by the name that it had before or has since it was renamed", async () => {
    const { sql } = database();
    expect(await storedZone(sql, UNKNOWN, { [UNKNOWN]: "America/Los_Angeles" })).toBe("America/Los_Angeles");
    expect(await storedZone(sql, UNKNOWN, { "America/Los_Angeles": UNKNOWN })).toBe("America/Los_Angeles");
    expect(await storedZone(sql, "Asia/Kolkata")).toBe("Asia/Kolkata");
  });

  it("is refused at its field if PostgreSQL has no name for it, and nothing is written", async () => {
    const ctx = await memberContext(await createMerchantFixture());
    const [before] = await listTerminals(ctx);
    if (!before) throw new Error("no terminal");
    await expect(createTerminal(ctx, { ...SETTINGS, timeZone: UNKNOWN })).rejects.toMatchObject(REFUSAL);
    const change = { ...SETTINGS, terminalId: before.id, timeZone: UNKNOWN };
    await expect(updateTerminal(ctx, change)).rejects.toMatchObject(REFUSAL);
    await expect(updateMerchant(ctx, { name: "Other", timeZone: UNKNOWN })).rejects.toMatchObject(REFUSAL);
    await expect(addMerchant(person(ctx), { name: "Second", timeZone: UNKNOWN })).rejects.toMatchObject(REFUSAL);
    expect(await listTerminals(ctx)).toEqual([before]);
    expect(await zoneOf(ctx)).toBe("UTC");
  });
});

describe("a stored time zone that PostgreSQL doesn't know, after the database was moved", () => {
  it("is named to the operator, and the terminal's settings open so that it can be corrected", async () => {
    const merchant = await createMerchantFixture();
    const ctx = await memberContext(merchant);
    const { sql } = database();
    const name = `Shop ${randomUUID()}`;
    await sql`update merchants set name = ${name}, time_zone = 'Nowhere/Land' where id = ${ctx.merchantId}`;
    await sql`update terminals set time_zone = 'Nowhere/Sea' where merchant_id = ${ctx.merchantId}`;
    const named = async () =>
      (await listUnknownZones(systemContext(database(), "test"))).filter((one) => one.merchant === name);
    expect(await named()).toEqual([
      { merchant: name, terminal: null, zone: "Nowhere/Land" },
      { merchant: name, terminal: "Front desk", zone: "Nowhere/Sea" },
    ]);

    const check = await checkZones({ db: database(), embedded: false, close: async () => {} });
    expect(check.state).toBe("fail");
    expect(check.detail).toContain(
      `Nowhere/Land of the business ${name}, Nowhere/Sea of the terminal Front desk of ${name}`,
    );

    const opened = await getTerminal(ctx, merchant.terminalId);
    expect(opened).toMatchObject({ timeZone: "Nowhere/Sea", today: { micros: 0n, payments: 0 } });
    await updateTerminal(ctx, { ...SETTINGS, terminalId: merchant.terminalId, timeZone: "Asia/Kolkata" });
    await updateMerchant(ctx, { name, timeZone: "Asia/Kolkata" });
    expect(await named()).toEqual([]);
  });

  it("is renamed when the service starts, if PostgreSQL has another name for it", async () => {
    const merchant = await createMerchantFixture();
    const other = await createMerchantFixture();
    const { sql } = database();
    const zones = (zone: string) => sql`
      with m as (update merchants set time_zone = ${zone} where id = ${merchant.merchantId})
      update terminals set time_zone = ${zone} where merchant_id = ${merchant.merchantId}`;
    const start = () =>
      renameUnknownZones(systemContext(database(), "test"), { "Nowhere/Land": "America/Los_Angeles" });
    await zones("Nowhere/Land");
    await start();
    expect([await zoneOf(merchant), await zoneOf(other)]).toEqual(["America/Los_Angeles", "UTC"]);
    const ctx = await memberContext(merchant);
    expect((await listTerminals(ctx)).map(({ timeZone }) => timeZone)).toEqual(["America/Los_Angeles"]);
    await zones("Europe/Kiev");
    await start();
    expect(await zoneOf(merchant)).toBe("Europe/Kiev");
  });
});
