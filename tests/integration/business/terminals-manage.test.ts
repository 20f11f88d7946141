import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { z } from "zod";
import type { MemberContext } from "@/lib/base/context/context";
import { database } from "@/lib/base/db/client";
import { createDeviceLink } from "@/lib/business/devices/create";
import { findDevice } from "@/lib/business/devices/find";
import { openDeviceLink } from "@/lib/business/devices/open";
import { endKey } from "@/lib/business/keys/end";
import { rotateKey } from "@/lib/business/keys/rotate";
import { archiveTerminal, restoreTerminal } from "@/lib/business/terminals/archive";
import { createTerminal } from "@/lib/business/terminals/create";
import { getTerminal, listTerminals } from "@/lib/business/terminals/list";
import { CreateTerminalInput, UpdateTerminalInput } from "@/lib/business/terminals/schemas";
import { updateTerminal } from "@/lib/business/terminals/update";
import { openPosForMember } from "@/lib/payments/pos/open-for-member";
import { salesReport } from "@/lib/payments/reports/sales";
import { call } from "@/tests/support/api";
import { createMerchantFixture } from "@/tests/support/fixtures";
import { waitForLocks } from "@/tests/support/locks";
import { auditOf, memberContext } from "@/tests/support/member-context";

const SETTINGS = { name: "Bar", timeZone: "Europe/Lisbon", businessDayStart: "04:30", intentLifeMinutes: 60 };

function messages(schema: z.ZodType, input: unknown): Record<string, string> {
  const parsed = schema.safeParse(input);
  return Object.fromEntries(parsed.error?.issues.map((issue) => [issue.path.join("."), issue.message]) ?? []);
}

describe("the terminals", () => {
  it("are listed by name with their key's state and the takings of their own business day", async () => {
    const merchant = await createMerchantFixture();
    const ctx = await memberContext(merchant);
    const bar = await createTerminal(ctx, { ...SETTINGS, timeZone: "Asia/Kathmandu" });
    const { json } = await call("create-payment-intent", { amount_usdt: 12.5 }, { key: bar.keys.sandbox });
    await call("simulate-payment", { id: json.intent.id });
    await call("create-payment-intent", { amount_usdt: 99 }, { key: bar.keys.sandbox });
    const [first, second] = await listTerminals(ctx);
    expect([first?.name, second?.name]).toEqual(["Bar", "Front desk"]);
    expect(first).toMatchObject({ businessDayStart: "04:30", intentLifeMinutes: 60, endingKeys: 0, devices: 0 });
    expect(first?.key?.last4).toBe(bar.keys.sandbox.slice(-4));
    expect(first?.today).toEqual({ micros: 12_500_000n, payments: 1 });
    expect(second?.today).toEqual({ micros: 0n, payments: 0 });
  });

  it("take the same for today as the sales report, whatever the zone and the start of the day", async () => {
    const merchant = await createMerchantFixture();
    const ctx = await memberContext(merchant);
    const { sql } = database();
    for (const hours of [0.2, 1.4, 5.9, 11, 17.3, 26]) {
      await sql`
        with i as (
          insert into payment_intents (id, merchant_id, terminal_id, environment, amount_micros, expires_at)
          values (gen_random_uuid(), ${merchant.merchantId}, ${merchant.terminalId}, 'sandbox',
                  ${Math.round(hours * 1_000_000 + 1)}, now()) returning id)
        select id from i`;
      await sql`
        update payment_intents set status = 'paid', paid_at = now() - make_interval(secs => ${hours * 3_600})
         where terminal_id = ${merchant.terminalId} and status = 'pending'`;
    }
    for (const [zone, start] of [
      ["UTC", 0],
      ["Asia/Kathmandu", 270],
      ["America/St_Johns", 1_439],
    ] as const) {
      await sql`
        update terminals set time_zone = ${zone}, business_day_start_minutes = ${start} where id = ${merchant.terminalId}`;
      const report = await salesReport(ctx, { terminalId: merchant.terminalId, environment: "sandbox" }, {} as never);
      const [terminal] = await listTerminals(ctx);
      expect(terminal?.today, zone).toEqual({ micros: report.totalMicros, payments: Number(report.salesCount) });
    }
  });

  it("of another merchant, and those that a cashier does not serve, are not there", async () => {
    const merchant = await createMerchantFixture();
    const other = await createMerchantFixture();
    const second = await createTerminal(merchant.ctx, { name: "Second" });
    const owner = await memberContext(merchant);
    const cashier = await memberContext(merchant, { role: "cashier", terminalIds: [second.id] });
    expect((await listTerminals(cashier)).map((terminal) => terminal.name)).toEqual(["Second"]);
    expect(await getTerminal(cashier, merchant.terminalId)).toBeNull();
    expect(await getTerminal(owner, other.terminalId)).toBeNull();
    for (const [ctx, terminalId] of [
      [cashier, merchant.terminalId],
      [owner, other.terminalId],
      [owner, randomUUID()],
    ] as const) {
      const refused = { code: "not_found", message: "No such terminal." };
      await expect(updateTerminal(ctx, { terminalId, ...SETTINGS })).rejects.toMatchObject(refused);
      await expect(archiveTerminal(ctx, { terminalId })).rejects.toMatchObject(refused);
      await expect(restoreTerminal(ctx, { terminalId })).rejects.toMatchObject(refused);
    }
  });
});

describe("a terminal's settings", () => {
  it("are changed with what they were before written down, and only what differs", async () => {
    const merchant = await createMerchantFixture();
    const ctx = await memberContext(merchant);
    const { terminalId } = merchant;
    await call("create-payment-intent", { amount_usdt: 1 }, { key: merchant.keys.sandbox });
    await updateTerminal(ctx, { terminalId, ...SETTINGS });
    expect(await getTerminal(ctx, terminalId)).toMatchObject(SETTINGS);
    await updateTerminal(ctx, { terminalId, ...SETTINGS });
    await updateTerminal(ctx, { terminalId, ...SETTINGS, businessDayStart: "23:59" });
    const entries = (await auditOf(merchant.merchantId)).filter((entry) => entry.action === "terminal.updated");
    expect(entries.map(({ before, after }) => [before, after])).toEqual([
      [
        { name: "Front desk", timeZone: "UTC", businessDayStart: "00:00", intentLifeMinutes: 30 },
        { name: "Bar", timeZone: "Europe/Lisbon", businessDayStart: "04:30", intentLifeMinutes: 60 },
      ],
      [{ businessDayStart: "04:30" }, { businessDayStart: "23:59" }],
    ]);
    expect(entries[0]).toMatchObject({ actor_type: "user", address: "203.0.113.7", target_id: terminalId });
    const { json } = await call("create-payment-intent", { amount_usdt: 1 }, { key: merchant.keys.sandbox });
    expect(json.terminal).toBe("Bar");
    const life = Date.parse(json.intent.expires_at) - Date.now();
    expect(life).toBeGreaterThan(59 * 60_000);
  });

  it("that a colleague has changed stay, whatever else is saved from a page that was opened before", async () => {
    const merchant = await createMerchantFixture();
    const [manager, owner] = [await memberContext(merchant, { role: "manager" }), await memberContext(merchant)];
    const { terminalId } = merchant;
    const save = (ctx: MemberContext, settings: object) =>
      updateTerminal(ctx, UpdateTerminalInput.parse({ terminalId, ...settings }));
    await save(owner, { chargeLimit: "300", supportEmail: "desk@shop.example" });
    await save(manager, { name: "Terrace" });
    expect(await getTerminal(manager, terminalId)).toMatchObject({
      name: "Terrace",
      chargeLimitMicros: 300_000_000n,
      supportEmail: "desk@shop.example",
      timeZone: "UTC",
      businessDayStart: "00:00",
      intentLifeMinutes: 30,
    });
    await save(manager, { supportEmail: "" });
    await save(manager, {});
    expect(await getTerminal(manager, terminalId)).toMatchObject({ name: "Terrace", supportEmail: null });
    const entries = (await auditOf(merchant.merchantId)).filter((entry) => entry.action === "terminal.updated");
    expect(entries.slice(1).map(({ before, after }) => [before, after])).toEqual([
      [{ name: "Front desk" }, { name: "Terrace" }],
      [{ supportEmail: "desk@shop.example" }, { supportEmail: null }],
    ]);
  });

  it("have a limit for charges of 10,000 USDT, which a keypad follows once it is changed, and the API does not", async () => {
    const merchant = await createMerchantFixture();
    const ctx = await memberContext(merchant);
    const { terminalId } = merchant;
    const user = { ...ctx, merchantId: null, sessionId: "none" };
    const limitOf = async () => (await openPosForMember(user, terminalId, "sandbox"))?.chargeLimitMicros;
    expect(await limitOf()).toBe(10_000_000_000n);
    await updateTerminal(ctx, { terminalId, ...SETTINGS });
    await updateTerminal(ctx, { terminalId, ...SETTINGS, chargeLimit: "250.5" });
    expect(await limitOf()).toBe(250_500_000n);
    const entries = (await auditOf(merchant.merchantId)).filter((entry) => entry.action === "terminal.updated");
    expect(entries.at(-1)).toMatchObject({ before: { chargeLimit: "10000" }, after: { chargeLimit: "250.5" } });
    const { status } = await call("create-payment-intent", { amount_usdt: 251 }, { key: merchant.keys.sandbox });
    expect(status).toBe(200);
    for (const micros of ["9999", "1000000000000000"]) {
      const refused = database().sql`
        update terminals set charge_limit_micros = ${micros} where id = ${terminalId} returning id`;
      await expect(refused).rejects.toMatchObject({ constraint_name: "terminals_charge_limit" });
    }
  });

  it("refuse a limit that no charge could keep to", () => {
    const said = (chargeLimit: string) =>
      messages(UpdateTerminalInput, { terminalId: randomUUID(), ...SETTINGS, chargeLimit });
    for (const wrong of ["", "0", "0.009999", "1000000000", "1e3", "10,00,0"]) {
      expect(said(wrong).chargeLimit, wrong).toMatch(/from 0\.01 to 999,999,999\.999999 USDT/);
    }
    for (const right of ["0.01", " 10000 ", "999999999.999999"]) expect(said(right), right).toEqual({});
  });

  it("that are out of range are refused with what is allowed and an example", () => {
    const wrong = { name: " ", timeZone: "Mars/Base", businessDayStart: "24:00", intentLifeMinutes: 4 };
    const said = messages(UpdateTerminalInput, { terminalId: randomUUID(), ...wrong });
    expect(Object.keys(said).sort()).toEqual(["businessDayStart", "intentLifeMinutes", "name", "timeZone"]);
    expect(said.businessDayStart).toMatch(/from 00:00 to 23:59, for example 04:00/);
    expect(said.intentLifeMinutes).toMatch(/5 to 1440, for example 30/);
    expect(messages(CreateTerminalInput, { name: "x".repeat(121) }).name).toMatch(/120 characters/);
    expect(messages(CreateTerminalInput, { name: "Bar", intentLifeMinutes: "1441" })).toHaveProperty(
      "intentLifeMinutes",
    );
    expect(
      messages(CreateTerminalInput, { name: "Bar", intentLifeMinutes: "1440", businessDayStart: "23:59" }),
    ).toEqual({});
  });
});

describe("an archived terminal", () => {
  it("has lost its keys and devices at once, also the replaced key, and keeps its open payment", async () => {
    const merchant = await createMerchantFixture();
    const ctx = await memberContext(merchant);
    const { terminalId, keys } = merchant;
    const { json } = await call("create-payment-intent", { amount_usdt: 3 }, { key: keys.sandbox });
    const fresh = await rotateKey(ctx, { terminalId, environment: "sandbox", graceHours: 24 });
    await call("create-payment-intent", { amount_usdt: 1 }, { key: fresh.key });
    const { link } = await createDeviceLink(ctx, { terminalId, name: "Tablet" });
    const device = await openDeviceLink(ctx, { token: link.split("#")[1] as string, address: "203.0.113.9" });
    const waiting = await createDeviceLink(ctx, { terminalId, name: "Second tablet" });

    await archiveTerminal(ctx, { terminalId });
    await archiveTerminal(ctx, { terminalId });
    for (const key of [keys.sandbox, fresh.key]) {
      for (const answer of [
        await call("create-payment-intent", { amount_usdt: 1 }, { key }),
        await call("get-terminal-sales", undefined, { key }),
      ]) {
        expect([answer.status, answer.json.code]).toEqual([401, "invalid_api_key"]);
      }
    }
    expect(await findDevice(ctx, device.deviceSecret)).toBeNull();
    const token = waiting.link.split("#")[1] as string;
    await expect(openDeviceLink(ctx, { token, address: "" })).rejects.toMatchObject({ code: "link_ended" });
    expect((await call("simulate-payment", { id: json.intent.id })).json.status).toBe("paid");

    expect(await listTerminals(ctx)).toHaveLength(0);
    expect(await listTerminals(ctx, { archived: true })).toMatchObject([{ id: terminalId, key: null }]);
    const entries = (await auditOf(merchant.merchantId)).filter((entry) => entry.action === "terminal.archived");
    expect(entries.map((entry) => entry.after)).toEqual([{ keysEnded: 2, devicesRevoked: 2 }]);
    await expect(updateTerminal(ctx, { terminalId, ...SETTINGS })).rejects.toMatchObject({ code: "conflict" });
  });

  it("counts as ended no key that somebody else ended while it was being archived", async () => {
    const merchant = await createMerchantFixture();
    const ctx = await memberContext(merchant);
    const { terminalId, merchantId } = merchant;
    const { sql } = database();
    const [old] = await sql<[{ id: string }]>`select id from api_keys where terminal_id = ${terminalId}`;
    await rotateKey(ctx, { terminalId, environment: "sandbox", graceHours: 24 });
    const archiving = await sql.begin(async (tx) => {
      await tx`select from terminals where id = ${terminalId} for no key update`;
      const running = archiveTerminal(ctx, { terminalId });
      await waitForLocks();
      await endKey(ctx, { keyId: old.id });
      return { running };
    });
    await archiving.running;
    const entries = (await auditOf(merchantId)).filter(({ action }) => action === "terminal.archived");
    expect(entries.map(({ after }) => after)).toEqual([{ keysEnded: 1, devicesRevoked: 0 }]);
  });

  it("comes back without its old keys", async () => {
    const merchant = await createMerchantFixture();
    const ctx = await memberContext(merchant);
    const { terminalId, keys } = merchant;
    await archiveTerminal(ctx, { terminalId });
    await restoreTerminal(ctx, { terminalId });
    expect(await getTerminal(ctx, terminalId)).toMatchObject({ archivedAt: null, key: null });
    expect((await call("create-payment-intent", { amount_usdt: 1 }, { key: keys.sandbox })).status).toBe(401);
    const actions = (await auditOf(merchant.merchantId)).map((entry) => entry.action);
    expect(actions.slice(-2)).toEqual(["terminal.archived", "terminal.restored"]);
  });
});
