import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { publicContext } from "@/lib/base/context/context";
import { database } from "@/lib/base/db/client";
import { hexFromTron, tronFromHex } from "@/lib/base/tron/address";
import { getAttention } from "@/lib/payments/attention/get-attention";
import { leaveRefundAddress } from "@/lib/payments/intents/leave-refund-address";
import { simulatePayment } from "@/lib/payments/intents/simulate";
import { getCheckout } from "@/lib/payments/page/get-checkout";
import { clearRefundAddress } from "@/lib/payments/refunds/clear-refund-address";
import { paymentTimeline } from "@/lib/payments/timeline/timeline";
import { outcome } from "@/tests/support/accounts";
import { call } from "@/tests/support/api";
import { createMerchantFixture, type MerchantFixture } from "@/tests/support/fixtures";
import { type LiveMerchant, liveMerchant, randomAddresses, turnLiveOn, USDT } from "@/tests/support/live";
import { auditOf, memberContext } from "@/tests/support/member-context";

turnLiveOn();

type Outcome = "paid" | "underpaid" | "overpaid" | "late" | "expired";

const customer = () => publicContext(database());
const leave = (id: string, address: string) => leaveRefundAddress(customer(), { id, address });
const left = async (id: string) => (await getCheckout(customer(), id))?.refundAddress;
const someAddress = () => randomAddresses(1)[0] as string;
const actions = async (merchantId: string) => (await auditOf(merchantId)).map((entry) => entry.action);

/** Tables whose rows can't be deleted, and so not all of them at once either. */
const KEPT = ["audit_log", "payment_intents", "transfers", "outgoing_transfers", "refund_addresses", "shifts"];

/** A sandbox payment after these outcomes. */
async function simulated({ ctx, keys }: MerchantFixture, ...outcomes: Outcome[]): Promise<string> {
  const { json } = await call("create-payment-intent", { amount_usdt: 10 }, { key: keys.sandbox });
  for (const outcome of outcomes) await simulatePayment(ctx, { id: json.intent.id, outcome });
  return json.intent.id;
}

/** A live payment that expired with four of its ten USDT, and its item. */
async function livePartial({ merchantId, liveKey }: LiveMerchant) {
  const { json } = await call("create-payment-intent", { amount_usdt: 10 }, { key: liveKey });
  const intentId: string = json.intent.id;
  await database().sql`
    update payment_intents set received_micros = 4000000, status = 'expired', expired_at = now() where id = ${intentId}`;
  const [item] = await database().sql<[{ id: string }]>`
    insert into attention_items (merchant_id, kind, intent_id, amount_micros)
    values (${merchantId}, 'partial', ${intentId}, 6000000) returning id`;
  return { intentId, itemId: item.id };
}

describe("an address for a refund", () => {
  it("is kept with the time of the database, shown to the customer and the merchant, and audited as the customer's", async () => {
    const merchant = await createMerchantFixture();
    const member = await memberContext(merchant);
    const id = await simulated(merchant, "late");
    const address = someAddress();
    expect(await left(id)).toBe(null);
    expect(await leave(id, `  ${address}\n`)).toBe(null);
    const shown = await left(id);
    expect(shown?.address).toBe(address);
    expect(Math.abs(Date.now() - Date.parse(shown?.at ?? ""))).toBeLessThan(60_000);
    expect((await paymentTimeline(member, id)).refundAddress).toEqual({ address, at: new Date(shown?.at ?? "") });
    const rows = await database().sql`select * from refund_addresses where payment_intent_id = ${id}`;
    expect(rows).toMatchObject([{ merchant_id: merchant.merchantId, address: hexFromTron(address) }]);
    expect((await auditOf(merchant.merchantId)).at(-1)).toEqual({
      action: "refund.address_left",
      target_id: id,
      before: null,
      after: { address },
      actor_type: "customer",
      address: null,
    });
  });

  it.each<[string, Outcome[]]>([
    ["too much", ["overpaid"]],
    ["late", ["expired", "late"]],
    ["in part, and then late", ["underpaid", "late"]],
    ["in part, and the time was up", ["underpaid", "expired"]],
  ])("is taken when money came %s", async (_, outcomes) => {
    const id = await simulated(await createMerchantFixture(), ...outcomes);
    expect((await getCheckout(customer(), id))?.takesRefundAddress).toBe(true);
    expect(await leave(id, someAddress())).toBe(null);
  });

  it.each<[string, Outcome[]]>([
    ["nothing came yet", []],
    ["a part came and the rest may follow", ["underpaid"]],
    ["exactly the amount came", ["paid"]],
    ["nothing came at all", ["expired"]],
  ])("is refused when %s", async (_, outcomes) => {
    const id = await simulated(await createMerchantFixture(), ...outcomes);
    expect((await getCheckout(customer(), id))?.takesRefundAddress).toBe(false);
    expect(await leave(id, someAddress())).toBe("closed");
    expect(await left(id)).toBe(null);
  });

  it("is refused for a cancelled payment until money comes to it", async () => {
    const merchant = await createMerchantFixture();
    const id = await simulated(merchant);
    await call("cancel-payment-intent", { id }, { key: merchant.keys.sandbox });
    expect(await leave(id, someAddress())).toBe("closed");
    await simulatePayment(merchant.ctx, { id, outcome: "late" });
    expect(await leave(id, someAddress())).toBe(null);
  });

  it("of no payment is `not_found`", async () => {
    expect(await outcome(leave(randomUUID(), someAddress()))).toBe("not_found");
  });

  it("must be a TRON address that money can be sent to, and none of the merchant's own", async () => {
    const merchant = await liveMerchant();
    const { intentId } = await livePartial(merchant);
    const good = someAddress();
    const typo = good.slice(0, -1) + (good.endsWith("a") ? "b" : "a");
    for (const text of ["", "T", typo, `${good}${good}`, hexFromTron(good) ?? "", "0".repeat(64)]) {
      expect(await leave(intentId, text), text).toBe("invalid");
    }
    for (const text of [USDT, tronFromHex(`0x${"0".repeat(40)}`)]) expect(await leave(intentId, text)).toBe("lost");
    for (const text of merchant.addresses) expect(await leave(intentId, text)).toBe("own");
    expect(await left(intentId)).toBe(null);
    expect(await actions(merchant.merchantId)).not.toContain("refund.address_left");
  });

  it("tells a customer nothing of other merchants' addresses", async () => {
    const [merchant, other] = [await liveMerchant(), await liveMerchant()];
    const { intentId } = await livePartial(merchant);
    expect(await leave(intentId, other.addresses[0] ?? "")).toBe(null);
  });
});

describe("once per payment", () => {
  it("the first address stays; the same again is fine, another is refused, and the log has one entry", async () => {
    const merchant = await createMerchantFixture();
    const id = await simulated(merchant, "overpaid");
    const address = someAddress();
    expect([await leave(id, address), await leave(id, address)]).toEqual([null, null]);
    expect(await leave(id, someAddress())).toBe("taken");
    expect((await left(id))?.address).toBe(address);
    expect((await actions(merchant.merchantId)).filter((action) => action === "refund.address_left")).toHaveLength(1);
  });

  it("twenty racers with addresses of their own, one winner, one entry", async () => {
    const merchant = await createMerchantFixture();
    const id = await simulated(merchant, "late");
    const addresses = randomAddresses(20);
    const outcomes = await Promise.all(addresses.map((address) => leave(id, address)));
    expect(outcomes.filter((refusal) => refusal === null)).toHaveLength(1);
    expect(outcomes.filter((refusal) => refusal === "taken")).toHaveLength(19);
    expect((await left(id))?.address).toBe(addresses[outcomes.indexOf(null)]);
    expect((await actions(merchant.merchantId)).filter((action) => action === "refund.address_left")).toHaveLength(1);
  });

  it("twenty racers with one address all have it, with one entry", async () => {
    const merchant = await createMerchantFixture();
    const id = await simulated(merchant, "late");
    const address = someAddress();
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => leave(id, address)));
    expect(outcomes).toEqual(Array(20).fill(null));
    expect((await actions(merchant.merchantId)).filter((action) => action === "refund.address_left")).toHaveLength(1);
  });

  it("the database refuses to change or drop it, and another form", async () => {
    const id = await simulated(await createMerchantFixture(), "late");
    await leave(id, someAddress());
    const { sql } = database();
    const address = hexFromTron(someAddress()) ?? "";
    const refused = (done: Promise<unknown>) => expect(done).rejects.toMatchObject({ code: "23514" });
    await refused(sql`update refund_addresses set address = ${address} where payment_intent_id = ${id}`);
    await refused(sql`delete from refund_addresses where payment_intent_id = ${id}`);
    for (const table of KEPT) await refused(sql`truncate ${sql(table)} cascade`);
    const bare = await simulated(await createMerchantFixture(), "late");
    await refused(sql`
      insert into refund_addresses (payment_intent_id, merchant_id, address)
      select id, merchant_id, ${someAddress()} from payment_intents where id = ${bare}`);
  });
});

describe("an address that a stranger left", () => {
  it("is cleared by a member, on record, and the page asks for one again", async () => {
    const merchant = await createMerchantFixture();
    const member = await memberContext(merchant);
    const id = await simulated(merchant, "late");
    const [strangers, customers] = [someAddress(), someAddress()];
    await leave(id, strangers);
    await clearRefundAddress(member, { intentId: id, address: strangers });
    expect(await left(id)).toBe(null);
    expect((await paymentTimeline(member, id)).refundAddress).toBe(null);
    expect((await auditOf(merchant.merchantId)).at(-1)).toMatchObject({
      action: "refund.address_cleared",
      target_id: id,
      before: { address: strangers },
      after: null,
      actor_type: "user",
    });
    expect(await leave(id, customers)).toBe(null);
    expect((await left(id))?.address).toBe(customers);
    expect((await paymentTimeline(member, id)).acts.map(({ action }) => action)).toEqual(
      expect.arrayContaining(["refund.address_left", "refund.address_cleared"]),
    );
  });

  it("stays when it isn't the one shown, is another business's or another environment's, and nothing is recorded", async () => {
    const [merchant, other] = [await createMerchantFixture(), await createMerchantFixture()];
    const member = await memberContext(merchant);
    const id = await simulated(merchant, "late");
    const address = someAddress();
    await leave(id, address);
    const input = { intentId: id, address };
    // before: a rejection that comes while something else is awaited is handled by nobody
    const stranger = await memberContext(other);
    const strangers = [
      clearRefundAddress(member, { ...input, address: someAddress() }),
      clearRefundAddress(member, { ...input, address: "nonsense" }),
      clearRefundAddress(member, { ...input, intentId: randomUUID() }),
      clearRefundAddress(stranger, input),
      clearRefundAddress({ ...member, environment: "live" }, input),
    ];
    expect(await Promise.all(strangers.map(outcome))).toEqual([
      "conflict",
      "conflict",
      "not_found",
      "not_found",
      "not_found",
    ]);
    expect((await left(id))?.address).toBe(address);
    expect(await actions(merchant.merchantId)).not.toContain("refund.address_cleared");
    expect(await actions(other.merchantId)).not.toContain("refund.address_cleared");
  });

  it("is cleared once by ten members at once", async () => {
    const merchant = await createMerchantFixture();
    const member = await memberContext(merchant);
    const id = await simulated(merchant, "late");
    const address = someAddress();
    await leave(id, address);
    const racers = Array.from({ length: 10 }, () => outcome(clearRefundAddress(member, { intentId: id, address })));
    const outcomes = await Promise.all(racers);
    expect(outcomes.filter((one) => one === "conflict")).toHaveLength(9);
    const cleared = (await actions(merchant.merchantId)).filter((action) => action === "refund.address_cleared");
    expect(cleared).toHaveLength(1);
  });
});

describe("what the merchant sees", () => {
  it("is on the item, and decides nothing: no refund, no change of the payment or its item", async () => {
    const merchant = await liveMerchant();
    const { intentId, itemId } = await livePartial(merchant);
    const facts = async () => ({
      intent: await database().sql`select * from payment_intents where merchant_id = ${merchant.merchantId}`,
      items: await database().sql`select * from attention_items where merchant_id = ${merchant.merchantId}`,
      refunds: await database().sql`select * from refunds where merchant_id = ${merchant.merchantId}`,
      events: await database().sql`select id from events where merchant_id = ${merchant.merchantId}`,
    });
    const before = await facts();
    expect((await getAttention(merchant.member, { itemId })).refundAddress).toBe(null);
    const address = someAddress();
    await leave(intentId, address);
    expect(await facts()).toEqual(before);
    expect(await getAttention(merchant.member, { itemId })).toMatchObject({ refundAddress: { address }, refunds: [] });
  });

  it("is of their own payments only", async () => {
    const [merchant, other] = [await createMerchantFixture(), await createMerchantFixture()];
    const id = await simulated(merchant, "late");
    await leave(id, someAddress());
    expect(await outcome(paymentTimeline(await memberContext(other), id))).toBe("not_found");
    expect(await actions(other.merchantId)).not.toContain("refund.address_left");
  });
});
