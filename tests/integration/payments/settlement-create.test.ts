import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { database } from "@/lib/base/db/client";
import { UpdateCapInput, updateDailyCap } from "@/lib/business/merchants/update";
import { UpdateTerminalInput } from "@/lib/business/terminals/schemas";
import { updateTerminal } from "@/lib/business/terminals/update";
import { clearAlarm, raiseAlarm } from "@/lib/chain/nodes/alarms";
import { createTestPayment } from "@/lib/payments/intents/create-test";
import { ChargeInput, chargeAtTerminal } from "@/lib/payments/pos/charge";
import type { PosContext } from "@/lib/payments/pos/context";
import { openPosForMember } from "@/lib/payments/pos/open-for-member";
import { getSettlementHealth } from "@/lib/settlement/watcher/get-health";
import { renewed, withSettings } from "@/tests/support/accounts";
import { call } from "@/tests/support/api";
import {
  addressesOf,
  alarmsOf,
  type LiveMerchant,
  liveMerchant,
  MAINNET,
  randomAddresses,
  setCursor,
  turnLiveOn,
} from "@/tests/support/live";
import { auditOf, memberContext } from "@/tests/support/member-context";
import { giveRate } from "@/tests/support/rates";

turnLiveOn();

const create = (key: string, body: object = { amount_usdt: 5 }, headers = {}) =>
  call("create-payment-intent", body, { key, headers });
const made = (merchantId: string) =>
  database().sql<
    {
      id: string;
      amount_micros: bigint;
      tolerance_micros: bigint;
      success_url: string | null;
      cancel_url: string | null;
    }[]
  >`
    select id, amount_micros, tolerance_micros, success_url, cancel_url from payment_intents
     where merchant_id = ${merchantId} order by created_at`;
const cap = ({ member }: LiveMerchant, text: string) => updateDailyCap(member, UpdateCapInput.parse({ cap: text }));

/** Nothing of a refused creation is left, the address as free as before. */
async function nothingMade({ merchantId }: { merchantId: string }) {
  const [left] = await database().sql`
    select (select count(*)::int from payment_intents where merchant_id = ${merchantId}) as intents,
           (select count(*)::int from events where merchant_id = ${merchantId}) as events,
           (select count(*)::int from idempotency_keys k join terminals t on t.id = k.terminal_id
             where t.merchant_id = ${merchantId}) as keys,
           (select count(*)::int from receive_addresses where merchant_id = ${merchantId} and last_leased_at is not null)
             as leased`;
  expect(left).toEqual({ intents: 0, events: 0, keys: 0, leased: 0 });
}

describe("creating a live intent", () => {
  it("by price is quoted at the rate of the moment, and an old one leaves nothing", async () => {
    const merchant = await liveMerchant();
    const { liveKey, merchantId, member } = merchant;
    await giveRate(merchant, { currency: "EUR" });
    const price = { amount: "24.90", currency: "EUR" };
    expect((await create(liveKey, price)).json.intent.amount_usdt).toBe(27.13);
    await database().sql`update exchange_rates set manual_rate = '1.2' where merchant_id = ${merchantId}`;
    const headers = { "idempotency-key": randomUUID() };
    const first = await create(liveKey, price, headers);
    expect(first.json.intent).toMatchObject({ amount_usdt: 29.88, quote: { rate: "1.2" } });
    expect((await create(liveKey, price, headers)).text).toBe(first.text);
    await database().sql`update exchange_rates set manual_rate = '1.3' where merchant_id = ${merchantId}`;
    await updateDailyCap(member, UpdateCapInput.parse({ cap: "60" }));
    expect((await create(liveKey, price)).json.code).toBe("daily_cap_exceeded");
    const [left] = await database().sql`
      select (select count(*)::int from payment_intents where merchant_id = ${merchantId}) as intents,
             (select count(*)::int from receive_addresses where merchant_id = ${merchantId} and last_leased_at is not null)
               as leased`;
    expect(left).toEqual({ intents: 2, leased: 2 });
  });

  it("answers as in the sandbox and writes the event for the live endpoints", async () => {
    const { liveKey, terminalName, merchantId } = await liveMerchant();
    const { status, json } = await create(liveKey, { amount_usdt: 12.5, reference: "order-7", metadata: { a: "1" } });
    expect(status).toBe(200);
    const { id } = json.intent;
    expect(json).toEqual({
      success: true,
      message: "Payment intent created.",
      terminal: terminalName,
      environment: "live",
      livemode: true,
      intent: {
        id,
        amount_usdt: 12.5,
        status: "pending",
        expires_at: expect.any(String),
        environment: "live",
        livemode: true,
        checkout_uri: `service:pay?intent=${id}`,
        quote: null,
        checkout_url: `http://localhost:3000/pay/${id}`,
        reference: "order-7",
        metadata: { a: "1" },
        success_url: null,
        cancel_url: null,
      },
    });
    const [event] = await database().sql<{ body: string; environment: string }[]>`
      select body, environment from events where merchant_id = ${merchantId}`;
    expect(JSON.parse(event?.body ?? "")).toMatchObject({ event: "intent.created", intent_id: id, livemode: true });
    expect(event?.environment).toBe("live");
  });

  it.each([
    ["the chain was not read for a while", { passed: 181 }, /hasn't been read for a while/],
    ["the chain stands still", { finalized: 301 }, /more than five minutes old/],
  ])("is refused when %s, and goes on once that is over", async (_, late, words) => {
    const merchant = await liveMerchant();
    await setCursor(late);
    const refused = await create(merchant.liveKey, { amount_usdt: 1 }, { "idempotency-key": "once" });
    expect([refused.status, refused.json]).toEqual([503, { error: expect.stringMatching(words), code: "api_error" }]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    await nothingMade(merchant);
    expect(await alarmsOf(null)).toEqual(["watcher_unhealthy"]);
    await setCursor();
    expect((await create(merchant.liveKey, { amount_usdt: 1 }, { "idempotency-key": "once" })).status).toBe(200);
    expect(await alarmsOf(null)).toEqual([]);
  });

  it.each([
    ["ahead of", -180],
    ["behind", 180],
  ])("is refused while the database's clock is %s the chain's, until they agree", async (words, skew) => {
    const merchant = await liveMerchant();
    await setCursor({ skew });
    const { status, json, headers } = await create(merchant.liveKey);
    expect([status, json]).toEqual([503, { error: expect.stringContaining(`3 minutes ${words}`), code: "api_error" }]);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    await nothingMade(merchant);
    expect(await alarmsOf(null)).toEqual(["clock_skew"]);
    expect((await getSettlementHealth(merchant.member))?.watcher).toMatchObject({ reason: "clock_skew" });
    await setCursor();
    expect((await create(merchant.liveKey)).status).toBe(200);
    expect(await alarmsOf(null)).toEqual([]);
  });

  it("is refused before the chain was ever read, and while a fork stands", async () => {
    const merchant = await liveMerchant();
    await database().sql`delete from chain_cursors`;
    expect((await create(merchant.liveKey)).json).toMatchObject({
      code: "api_error",
      error: expect.stringMatching(/hasn't been read yet/),
    });
    await setCursor();
    await raiseAlarm(database().sql, { network: MAINNET, kind: "fork", message: "a final block has changed" });
    expect((await create(merchant.liveKey)).json).toMatchObject({
      code: "api_error",
      error: expect.stringMatching(/final block has changed/),
    });
    const health = await getSettlementHealth(merchant.member);
    expect(health).toMatchObject({
      watcher: { isHealthy: false, reason: "fork" },
      network: { id: MAINNET, name: "TRON" },
    });
    expect(health?.alarms.map((alarm) => alarm.kind).sort()).toEqual(["fork", "watcher_unhealthy"]);
    await clearAlarm(database().sql, { network: MAINNET, kind: "fork" });
    await nothingMade(merchant);
    expect((await create(merchant.liveKey)).status).toBe(200);
  });

  it("is refused when live was switched off since the key was issued", async () => {
    const merchant = await liveMerchant();
    await withSettings({ TRON_RPC_URLS: "" }, async () => {
      const { status, json } = await create(merchant.liveKey);
      expect([status, json]).toEqual([
        500,
        { error: expect.stringMatching(/Live payments are off/), code: "api_error" },
      ]);
      expect(await getSettlementHealth(renewed(merchant.member))).toBeNull();
    });
    await nothingMade(merchant);
  });

  it("with an idempotency key is done once, by twenty at once, in the same bytes, on a pool of one", async () => {
    const merchant = await liveMerchant({ wallet: randomAddresses(1) });
    const ask = () => create(merchant.liveKey, { amount_usdt: 7 }, { "idempotency-key": "order-7" });
    const answers = await Promise.all(Array.from({ length: 20 }, ask));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect((await ask()).text).toBe(answers[0]?.text);
    expect(await made(merchant.merchantId)).toHaveLength(1);
    const other = await create(merchant.liveKey, { amount_usdt: 8 }, { "idempotency-key": "order-7" });
    expect(other.json.code).toBe("idempotency_conflict");
    const empty = await create(merchant.liveKey, { amount_usdt: 8 }, { "idempotency-key": "order-8" });
    expect(empty.status).toBe(503);
    const kept = await database().sql`select from idempotency_keys where terminal_id = ${merchant.terminalId}`;
    expect(kept).toHaveLength(1);
  });

  it("with a key that was rotated a moment ago creates nothing", async () => {
    const merchant = await liveMerchant();
    await create(merchant.liveKey);
    const before = await made(merchant.merchantId);
    const db = database();
    await db.sql`update api_keys set ends_at = now() where terminal_id = ${merchant.terminalId} and environment = 'live'`;
    const { status, json } = await create(merchant.liveKey);
    expect([status, json.code]).toEqual([401, "invalid_api_key"]);
    expect(await made(merchant.merchantId)).toEqual(before);
    expect((await addressesOf(merchant.merchantId)).filter((one) => one.leased)).toHaveLength(1);
  });

  it("takes the terminal's tolerance of that moment, in both environments", async () => {
    const merchant = await liveMerchant();
    const { member, terminalId } = merchant;
    const settings = {
      terminalId,
      name: "Front desk",
      timeZone: "UTC",
      businessDayStart: "00:00",
      intentLifeMinutes: 30,
    };
    await create(merchant.liveKey);
    await updateTerminal(member, UpdateTerminalInput.parse({ ...settings, tolerance: " 0.50 " }));
    await create(merchant.liveKey);
    await create(merchant.keys.sandbox);
    await updateTerminal(member, UpdateTerminalInput.parse(settings));
    await create(merchant.liveKey);
    const tolerances = (await made(merchant.merchantId)).map((one) => one.tolerance_micros);
    expect(tolerances).toEqual([0n, 500_000n, 500_000n, 500_000n]);
    const changes = (await auditOf(merchant.merchantId)).filter((entry) => entry.action === "terminal.updated");
    expect(changes).toMatchObject([{ before: { tolerance: "0" }, after: { tolerance: "0.5" } }]);
    for (const tolerance of ["100.000001", "-1", "", "1e2", "0.0000001", "x"]) {
      const parsed = UpdateTerminalInput.safeParse({ ...settings, tolerance });
      expect([tolerance, parsed.success]).toEqual([tolerance, false]);
    }
    expect(UpdateTerminalInput.parse({ ...settings, tolerance: "100" }).tolerance).toBe("100");
  });

  it("is not what a test payment does", async () => {
    const { member } = await liveMerchant();
    await expect(createTestPayment(member, {})).rejects.toMatchObject({ code: "invalid_transition" });
  });
});

describe("return pages", () => {
  const pages = { success_url: "https://shop.example/thanks?o=7", cancel_url: "http://localhost:8080/cart" };

  it("are kept and answered, in both environments", async () => {
    const merchant = await liveMerchant();
    for (const key of [merchant.keys.sandbox, merchant.liveKey]) {
      expect((await create(key, { amount_usdt: 1, ...pages })).json.intent).toMatchObject(pages);
      expect((await create(key, { amount_usdt: 1, success_url: null })).json.intent).toMatchObject({
        success_url: null,
        cancel_url: null,
      });
    }
    const stored = (await made(merchant.merchantId)).map(({ success_url, cancel_url }) => ({
      success_url,
      cancel_url,
    }));
    expect(stored.filter((one) => one.success_url)).toEqual([pages, pages]);
  });

  it.each([
    ["success_url", "javascript:alert(1)"],
    ["cancel_url", "https://user:word@shop.example"],
    ["success_url", "shop.example/thanks"],
    ["cancel_url", `https://shop.example/${"x".repeat(2_048)}`],
    ["success_url", 7],
    ["cancel_url", ""],
  ])("%s %j is refused by its name", async (field, url) => {
    const merchant = await liveMerchant();
    for (const key of [merchant.keys.sandbox, merchant.liveKey]) {
      const { status, json } = await create(key, { amount_usdt: 1, [field]: url });
      expect([status, json]).toEqual([
        400,
        { error: expect.stringMatching(`^${field} must be `), code: "invalid_request" },
      ]);
    }
    await nothingMade(merchant);
  });

  it("over http are for the sandbox and for localhost", async () => {
    const merchant = await liveMerchant();
    for (const field of ["success_url", "cancel_url"]) {
      const body = { amount_usdt: 1, [field]: "http://shop.example/x" };
      const { status, json } = await create(merchant.liveKey, body);
      expect([status, json.code]).toEqual([400, "invalid_request"]);
      expect(json.error).toMatch(new RegExp(`^${field} must .*https://`));
      expect((await create(merchant.keys.sandbox, body)).status).toBe(200);
    }
    expect(await made(merchant.merchantId)).toHaveLength(2);
  });
});

describe("the daily cap", () => {
  it("is reached to the millionth and not passed", async () => {
    const merchant = await liveMerchant({ wallet: randomAddresses(10) });
    await cap(merchant, "20");
    expect((await create(merchant.liveKey, { amount_usdt: 12.5 })).status).toBe(200);
    const refused = await create(merchant.liveKey, { amount_usdt: 7.500001 });
    expect([refused.status, refused.json.code]).toEqual([400, "daily_cap_exceeded"]);
    expect(refused.json.error).toMatch(/accepts up to 20\.00 USDT .* 7\.50 USDT is left today/);
    expect((await create(merchant.liveKey, { amount_usdt: 7.5 })).status).toBe(200);
    expect((await create(merchant.liveKey, { amount_usdt: 0.000001 })).json.code).toBe("daily_cap_exceeded");
    expect((await addressesOf(merchant.merchantId)).filter((one) => one.leased)).toHaveLength(2);
    expect((await create(merchant.keys.sandbox, { amount_usdt: 1_000 })).status).toBe(200);
    await cap(merchant, "");
    expect((await create(merchant.liveKey, { amount_usdt: 1_000 })).status).toBe(200);
  });

  it("counts what is pending and paid of the UTC day; what was cancelled makes room again", async () => {
    const merchant = await liveMerchant({ wallet: randomAddresses(10) });
    await cap(merchant, "10");
    const { json } = await create(merchant.liveKey, { amount_usdt: 10 });
    const { sql } = database();
    await sql`update payment_intents set created_at = date_trunc('day', now(), 'UTC') - interval '1 microsecond' where id = ${json.intent.id}`;
    const second = await create(merchant.liveKey, { amount_usdt: 10 });
    expect(second.status).toBe(200);
    await sql`update payment_intents set status = 'paid', paid_at = now() where id = ${second.json.intent.id}`;
    expect((await create(merchant.liveKey, { amount_usdt: 1 })).json.code).toBe("daily_cap_exceeded");
    await cap(merchant, "11");
    const third = await create(merchant.liveKey, { amount_usdt: 1 });
    await call("cancel-payment-intent", { id: third.json.intent.id }, { key: merchant.liveKey });
    expect((await create(merchant.liveKey, { amount_usdt: 1 })).status).toBe(200);
  });

  it("is not passed by forty who ask at once", async () => {
    const merchant = await liveMerchant({ wallet: randomAddresses(60) });
    await cap(merchant, "50");
    const answers = await Promise.all(Array.from({ length: 40 }, () => create(merchant.liveKey, { amount_usdt: 5 })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(answers.filter(({ json }) => json.code === "daily_cap_exceeded")).toHaveLength(30);
    expect((await addressesOf(merchant.merchantId)).filter((one) => one.leased)).toHaveLength(10);
  });
});

describe("a keypad in live", () => {
  async function till(merchant: LiveMerchant): Promise<PosContext> {
    const member = await memberContext(merchant, { environment: "live" });
    const opened = await openPosForMember(
      { ...member, merchantId: null, sessionId: "none" } as never,
      merchant.terminalId,
      "live",
    );
    if (!opened) throw new Error("the keypad is closed");
    return opened;
  }
  const asked = (amount = "12.5") => ChargeInput.parse({ amount, chargeId: randomUUID() });

  it("charges, and the same charge twenty times is one payment at one address", async () => {
    const merchant = await liveMerchant({ wallet: randomAddresses(2) });
    const [keypad, charge] = [await till(merchant), asked()];
    const answers = await Promise.all(Array.from({ length: 20 }, () => chargeAtTerminal(keypad, charge)));
    expect(new Set(answers.map((one) => one.id)).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: "pending", amount: "12.50" });
    expect((await addressesOf(merchant.merchantId)).filter((one) => one.leased)).toHaveLength(1);
  });

  it("says in plain words why it cannot: no address, chain unread, cap, switched off", async () => {
    const merchant = await liveMerchant({ wallet: randomAddresses(1) });
    const keypad = await till(merchant);
    await chargeAtTerminal(keypad, asked());
    const why = (words: RegExp, code = "api_error") => ({ code, message: expect.stringMatching(words) });
    await expect(chargeAtTerminal(keypad, asked())).rejects.toMatchObject(
      why(/every receive address.*in use.*try again in a few minutes/i),
    );
    await cap(merchant, "13");
    await expect(chargeAtTerminal(keypad, asked())).rejects.toMatchObject(
      why(/accepts up to 13\.00 USDT/, "daily_cap_exceeded"),
    );
    await setCursor({ passed: 500 });
    await expect(chargeAtTerminal(keypad, asked())).rejects.toMatchObject(why(/Live payments are paused/));
    await setCursor();
    await withSettings({ TRON_RPC_URLS: "" }, async () => {
      await expect(chargeAtTerminal(renewed(keypad), asked())).rejects.toMatchObject(
        why(/Live payments are off/, "invalid_request"),
      );
    });
    expect(await made(merchant.merchantId)).toHaveLength(1);
  });
});
