import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { type Environment, publicContext } from "@/lib/base/context/context";
import { database } from "@/lib/base/db/client";
import { ROLES, type Role } from "@/lib/base/values/permissions";
import { createDeviceLink } from "@/lib/business/devices/create";
import { openDeviceLink } from "@/lib/business/devices/open";
import { revokeDevice } from "@/lib/business/devices/revoke";
import { simulatePayment } from "@/lib/payments/intents/simulate";
import { cancelAtTerminal } from "@/lib/payments/pos/cancel";
import { ChargeInput, chargeAtTerminal } from "@/lib/payments/pos/charge";
import type { PosContext } from "@/lib/payments/pos/context";
import { getPosPayment } from "@/lib/payments/pos/get-payment";
import { getUnusualAmount } from "@/lib/payments/pos/get-unusual-amount";
import { keypadManifest } from "@/lib/payments/pos/manifest";
import { openPosForDevice } from "@/lib/payments/pos/open-for-device";
import { openPosForMember } from "@/lib/payments/pos/open-for-member";
import { shiftSummary } from "@/lib/payments/pos/shift-summary";
import { renewed, withSettings } from "@/tests/support/accounts";
import { createMerchantFixture, type MerchantFixture } from "@/tests/support/fixtures";
import { auditOf, memberContext } from "@/tests/support/member-context";
import { makePayments, type PaymentDraft } from "@/tests/support/payments";

type Given = { role?: Role; environment?: Environment; terminalIds?: string[]; terminalId?: string };

async function posOf(merchant: MerchantFixture, given: Given = {}): Promise<PosContext | null> {
  const member = await memberContext(merchant, given);
  const user = { ...member, merchantId: null, sessionId: "none" };
  return openPosForMember(user, given.terminalId ?? merchant.terminalId, given.environment ?? "sandbox");
}

async function openPos(given: Given = {}): Promise<PosContext & { merchant: MerchantFixture }> {
  const merchant = await createMerchantFixture();
  const pos = await posOf(merchant, given);
  if (!pos) throw new Error("the keypad is closed");
  return { ...pos, merchant };
}

const asked = (more: object = {}) => ChargeInput.parse({ amount: "12.5", chargeId: randomUUID(), ...more });
const simulate = (id: string, outcome: "paid" | "underpaid" | "expired" | "late") =>
  simulatePayment(publicContext(database()), { id, outcome });
const intentsOf = (merchantId: string) =>
  database().sql<
    { id: string; amount_micros: bigint; reference: string | null; metadata: object }[]
  >`select id, amount_micros, reference, metadata from payment_intents where merchant_id = ${merchantId}`;

describe("a charge", () => {
  it("sent twice is one payment, as it stands by then", async () => {
    const pos = await openPos();
    const charge = asked({ tip: "1.25", reference: " Table 4 " });
    const first = await chargeAtTerminal(pos, charge);
    expect(first).toMatchObject({ status: "pending", amount: "13.75", tip: "1.25", reference: "Table 4" });
    expect(first.again).toEqual({ amount: "12.5", tip: "1.25", reference: "Table 4" });
    await simulate(first.id, "paid");
    expect(await chargeAtTerminal(pos, charge)).toMatchObject({ id: first.id, status: "paid", received: "13.75" });
    const [intent, ...more] = await intentsOf(pos.merchantId);
    expect(more).toEqual([]);
    expect(intent?.metadata).toEqual({ keypad: expect.stringContaining("@example.com"), tip_usdt: "1.25" });
  });

  it("sent twenty times at once is one payment with one event", async () => {
    const pos = await openPos();
    const charge = asked();
    const answers = await Promise.all(Array.from({ length: 20 }, () => chargeAtTerminal(pos, charge)));
    expect(new Set(answers.map((answer) => answer.id)).size).toBe(1);
    expect(await intentsOf(pos.merchantId)).toHaveLength(1);
    const events = await database().sql`select 1 from events where merchant_id = ${pos.merchantId}`;
    expect(events).toHaveLength(1);
  });

  it("with the id of another charge is refused, at another terminal it is a charge of its own", async () => {
    const pos = await openPos();
    const charge = asked();
    const first = await chargeAtTerminal(pos, charge);
    for (const other of [{ amount: "12.51" }, { tip: "1" }, { reference: "x" }]) {
      const refused = chargeAtTerminal(pos, asked({ chargeId: charge.chargeId, ...other }));
      await expect(refused).rejects.toMatchObject({ code: "idempotency_conflict" });
    }
    const elsewhere = await openPos();
    expect((await chargeAtTerminal(elsewhere, charge)).id).not.toBe(first.id);
  });

  it("lives as long as the terminal says", async () => {
    const pos = await openPos();
    const { secondsLeft } = await chargeAtTerminal({ ...pos, intentLifeSeconds: 600 }, asked());
    expect(secondsLeft).toBeGreaterThan(595);
    expect(secondsLeft).toBeLessThanOrEqual(600);
  });

  it("is taken up to the terminal's limit, tip included; above it nothing is made", async () => {
    const pos = { ...(await openPos()), chargeLimitMicros: 100_000_000n };
    await expect(chargeAtTerminal(pos, asked({ amount: "90", tip: "10.000001" }))).rejects.toMatchObject({
      code: "invalid_amount",
      message: expect.stringContaining("at most 100.00 USDT, including the tip"),
    });
    expect(await intentsOf(pos.merchantId)).toEqual([]);
    expect(await chargeAtTerminal(pos, asked({ amount: "90", tip: "10" }))).toMatchObject({ amount: "100.00" });
  });

  it("that was taken is found again after the limit was lowered", async () => {
    const pos = await openPos();
    const charge = asked({ amount: "500" });
    const first = await chargeAtTerminal(pos, charge);
    const lowered = { ...pos, chargeLimitMicros: 100_000_000n };
    expect(await chargeAtTerminal(lowered, charge)).toMatchObject({ id: first.id });
  });

  it("is unusual by the paid payments of its own terminal and environment alone", async () => {
    const pos = await openPos();
    const other = await openPos();
    const paid = (amountMicros: bigint, more: PaymentDraft = {}) => ({ amountMicros, ...more });
    await makePayments(other, Array(10).fill(paid(900_000_000n)));
    await makePayments(pos, Array(10).fill(paid(800_000_000n, { environment: "live" })));
    await makePayments(pos, Array(10).fill(paid(700_000_000n, { status: "expired" })));
    expect(await getUnusualAmount(pos)).toBe(1_000_000_000n);
    await makePayments(pos, Array(10).fill(paid(4_000_000n)));
    expect(await getUnusualAmount(pos)).toBe(12_000_000n);
    // fifty newer ones push the larger payment out of view
    const newer = { createdAt: "2026-03-02T10:00:00.000000Z" };
    await makePayments(pos, Array(50).fill(paid(1_000_000n, newer)));
    expect(await getUnusualAmount(pos)).toBe(3_000_000n);
  });

  it("in live is refused as long as there is no node or no receiving wallet, and nothing is made", async () => {
    const pos = await openPos({ environment: "live" });
    for (const [TRON_RPC_URLS, missing] of [
      ["", "TRON_RPC_URLS"],
      ["http://127.0.0.1:9", "receiving wallet"],
    ] as const) {
      await withSettings({ TRON_RPC_URLS }, async () => {
        await expect(chargeAtTerminal(renewed(pos), asked())).rejects.toMatchObject({
          code: "invalid_request",
          message: expect.stringContaining(missing),
        });
      });
    }
    expect(await intentsOf(pos.merchantId)).toEqual([]);
  });

  it("of a wrong amount, tip or reference is refused before anything is made", async () => {
    const wrong = [
      ...["", "0", "0.0000001", "-1", "1e3", "12,5", "1000000000", " 1", 12.5, null].map((amount) => ({ amount })),
      ...["-1", "x"].map((tip) => ({ tip })),
      ...["x".repeat(201), "a\u0000b"].map((reference) => ({ reference })),
      { chargeId: "again" },
    ];
    for (const part of wrong) {
      const parsed = ChargeInput.safeParse({ amount: "1", chargeId: randomUUID(), ...part });
      expect(parsed.success, JSON.stringify(part)).toBe(false);
    }
    const pos = await openPos();
    const much = chargeAtTerminal(pos, asked({ amount: "999999999.999999", tip: "0.000001" }));
    await expect(much).rejects.toMatchObject({ code: "invalid_amount" });
    expect(await intentsOf(pos.merchantId)).toEqual([]);
  });
});

describe("a keypad opens", () => {
  it("for owners, managers and cashiers; not for developers, viewers and strangers", async () => {
    const merchant = await createMerchantFixture();
    const opened = await Promise.all(
      ROLES.map(async (role) => [role, (await posOf(merchant, { role, terminalIds: [merchant.terminalId] })) !== null]),
    );
    expect(Object.fromEntries(opened)).toEqual({
      owner: true,
      manager: true,
      developer: false,
      cashier: true,
      viewer: false,
    });
    const other = await createMerchantFixture();
    expect(await posOf(other, { terminalId: merchant.terminalId })).toBeNull();
    expect(await posOf(other, { terminalId: randomUUID() })).toBeNull();
  });

  it("not for a cashier without that terminal, and for nobody once it is archived", async () => {
    const merchant = await createMerchantFixture();
    expect(await posOf(merchant, { role: "cashier", terminalIds: [randomUUID()] })).toBeNull();
    await database().sql`update terminals set archived_at = now() where id = ${merchant.terminalId}`;
    expect(await posOf(merchant)).toBeNull();
  });

  it("for a device at its terminal in its environment alone, until it is revoked or the terminal archived", async () => {
    const merchant = await createMerchantFixture();
    const owner = await memberContext(merchant);
    const linkDevice = async () => {
      const { link, deviceId } = await createDeviceLink(owner, { terminalId: merchant.terminalId, name: "Tablet" });
      const token = link.split("#")[1] as string;
      const { deviceSecret } = await openDeviceLink(publicContext(database()), { token, address: "203.0.113.9" });
      const at = (wanted: { terminalId?: string; environment?: Environment } = {}) =>
        openPosForDevice(publicContext(database()), deviceSecret, {
          terminalId: merchant.terminalId,
          environment: "sandbox",
          address: "203.0.113.9",
          ...wanted,
        });
      return { at, deviceId };
    };
    const revoked = await linkDevice();
    const kept = await linkDevice();
    const pos = await revoked.at();
    expect(pos).toMatchObject({ merchantId: merchant.merchantId, chargedBy: "Tablet", actor: { type: "device" } });
    const payment = await chargeAtTerminal(pos as PosContext, asked());
    expect((await intentsOf(merchant.merchantId))[0]).toMatchObject({ id: payment.id, metadata: { keypad: "Tablet" } });
    expect(await revoked.at({ environment: "live" })).toBeNull();
    const other = await createMerchantFixture();
    expect(await revoked.at({ terminalId: other.terminalId })).toBeNull();
    await revokeDevice(owner, { deviceId: revoked.deviceId });
    expect(await revoked.at()).toBeNull();
    expect(await kept.at()).not.toBeNull();
    await database().sql`update terminals set archived_at = now() where id = ${merchant.terminalId}`;
    expect(await kept.at()).toBeNull();
  });
});

describe("cancelling", () => {
  it("ends a waiting payment once, and the log says who did it", async () => {
    const pos = await openPos();
    const { id } = await chargeAtTerminal(pos, asked());
    expect(await cancelAtTerminal(pos, { id })).toMatchObject({ id, status: "cancelled", endedAt: expect.any(String) });
    await expect(cancelAtTerminal(pos, { id })).rejects.toMatchObject({ code: "invalid_transition" });
    const log = (await auditOf(pos.merchantId)).filter((entry) => entry.action === "intent.cancelled");
    expect(log).toMatchObject([{ target_id: id, actor_type: "user", address: "203.0.113.7" }]);
  });

  it("sends the events of every intent, as charging does", async () => {
    const pos = await openPos();
    const { id } = await chargeAtTerminal(pos, asked());
    await cancelAtTerminal(pos, { id });
    const events = await database().sql<{ type: string }[]>`
      select type from events where intent_id = ${id} order by created_at`;
    expect(events.map((event) => event.type)).toEqual(["intent.created", "intent.cancelled"]);
  });

  it("is refused once money was seen", async () => {
    const pos = await openPos();
    const { id } = await chargeAtTerminal(pos, asked());
    await simulate(id, "underpaid");
    await expect(cancelAtTerminal(pos, { id })).rejects.toMatchObject({
      code: "invalid_transition",
      message: expect.stringContaining("A payment was detected"),
    });
    expect(await getPosPayment(pos, { id })).toMatchObject({ status: "pending", received: "6.25", missing: "6.25" });
  });

  it("and looking reach no payment of another terminal, environment or merchant", async () => {
    const pos = await openPos();
    const [second] = await database().sql<[{ id: string }]>`
      insert into terminals (merchant_id, name) values (${pos.merchantId}, 'Terrace') returning id`;
    const other = await openPos();
    const { id } = await chargeAtTerminal(pos, asked());
    const foreign: PosContext[] = [
      other,
      { ...pos, terminalId: second.id, terminalIds: [second.id] },
      { ...pos, environment: "live" },
    ];
    for (const ctx of foreign) {
      await expect(cancelAtTerminal(ctx, { id })).rejects.toMatchObject({ code: "not_found" });
      await expect(getPosPayment(ctx, { id })).rejects.toMatchObject({ code: "not_found" });
      expect((await shiftSummary(ctx)).last).toEqual([]);
    }
    expect(await getPosPayment(pos, { id })).toMatchObject({ status: "pending" });
  });
});

describe("the shift summary", () => {
  it("has today's takings of the terminal's business day and the last twenty payments of every status", async () => {
    const pos = await openPos();
    const now = Date.now();
    const drafts = Array.from({ length: 23 }, (_, index) => ({
      amountMicros: BigInt(index + 1) * 1_000_000n,
      status: (["paid", "expired", "cancelled", "pending"] as const)[index % 4],
      createdAt: new Date(now - index * 1_000).toISOString(),
    }));
    await makePayments(pos, drafts);
    await makePayments(pos, [{ environment: "live", createdAt: new Date(now).toISOString() }]);
    const { today, last } = await shiftSummary(pos);
    expect(last.map((payment) => payment.amount)).toEqual(drafts.slice(0, 20).map((_, index) => `${index + 1}.00`));
    expect(last.map((payment) => payment.status)).toEqual(drafts.slice(0, 20).map((draft) => draft.status));
    // 1 + 5 + 9 + 13 + 17 + 21, as far as they lie in this very day
    const sinceMs = Date.parse(today.since);
    const paid = drafts.filter((draft) => draft.status === "paid" && Date.parse(draft.createdAt) >= sinceMs);
    expect(today.count).toBe(paid.length);
    expect(today.total).toBe(`${paid.reduce((sum, draft) => sum + draft.amountMicros, 0n) / 1_000_000n}.00`);
  });

  it("takes no tip from metadata that an API client wrote", async () => {
    const pos = await openPos();
    const { id } = await chargeAtTerminal(pos, asked());
    for (const tip of ["12.5", "99", "x", "-1"]) {
      await database().sql`
        update payment_intents set metadata = ${JSON.stringify({ tip_usdt: tip })}::text::jsonb where id = ${id}`;
      expect(await getPosPayment(pos, { id })).toMatchObject({ tip: null, again: { amount: "12.5", tip: "0" } });
    }
  });
});

it("the manifest installs each terminal and environment as an app of its own", async () => {
  const pos = await openPos();
  const path = `/pos/${pos.terminalId}/sandbox`;
  const manifest = keypadManifest(pos);
  expect(manifest).toMatchObject({
    id: path,
    start_url: path,
    display: "standalone",
    short_name: "Front desk (sandbox)",
  });
  expect(path.startsWith(manifest.scope)).toBe(true);
  expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
    "192x192 any",
    "512x512 any",
    "192x192 maskable",
    "512x512 maskable",
  ]);
});
