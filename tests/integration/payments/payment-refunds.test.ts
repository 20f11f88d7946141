import { describe, expect, it } from "vitest";
import type { MemberContext } from "@/lib/base/context/context";
import { database } from "@/lib/base/db/client";
import { hexFromTron } from "@/lib/base/tron/address";
import { getAttention } from "@/lib/payments/attention/get-attention";
import { checkItemRefund, PrepareRefundInput, prepareRefund } from "@/lib/payments/attention/prepare-refund";
import { simulateRefund } from "@/lib/payments/attention/simulate-refund";
import { createTestPayment } from "@/lib/payments/intents/create-test";
import { simulatePayment } from "@/lib/payments/intents/simulate";
import { cancelRefund } from "@/lib/payments/refunds/cancel";
import { checkIntentRefund } from "@/lib/payments/refunds/check";
import { getPaymentRefunds } from "@/lib/payments/refunds/payment-refunds";
import { PrepareIntentRefundInput, prepareIntentRefund } from "@/lib/payments/refunds/prepare";
import { prepareRefundAgain } from "@/lib/payments/refunds/prepare-again";
import { paymentTimeline } from "@/lib/payments/timeline/timeline";
import { createMerchantFixture } from "@/tests/support/fixtures";
import { randomAddresses, setCursor, turnLiveOn } from "@/tests/support/live";
import { memberContext } from "@/tests/support/member-context";

turnLiveOn();

const sql = () => database().sql;
const [TO = "", OTHER = ""] = randomAddresses(2);

async function payment(outcome: "paid" | "overpaid" | "late" = "paid") {
  const ctx = await memberContext(await createMerchantFixture());
  const { id: intentId } = await createTestPayment(ctx, {});
  await simulatePayment(ctx, { id: intentId, outcome });
  const prepare = async (amount: string, to = TO, reason = "") => {
    const input = PrepareIntentRefundInput.parse({ intentId, amount, to, reason });
    return (await prepareIntentRefund(ctx, input)).refundId;
  };
  const state = async () => (await getPaymentRefunds(ctx, { intentId })).refunds.map((refund) => refund.state);
  return { ctx, intentId, prepare, state };
}

async function itemOf(intentId: string): Promise<string> {
  const [item] = await sql()<[{ id: string }]>`select id from attention_items where intent_id = ${intentId}`;
  return item.id;
}

describe("the refunds of a payment", () => {
  it("show what was received, what was refunded, what is in progress and what is left", async () => {
    const { ctx, intentId, prepare } = await payment();
    const final = await prepare("5", TO, "Wrong size");
    await simulateRefund(ctx, { refundId: final });
    await prepare("2.5", "");
    await cancelRefund(ctx, { refundId: await prepare("1") });
    const { refunds, ...sums } = await getPaymentRefunds(ctx, { intentId });
    expect(sums).toEqual({
      receivedMicros: 12_500_000n,
      refundedMicros: 5_000_000n,
      underWayMicros: 2_500_000n,
      leftMicros: 5_000_000n,
      payableMicros: 5_000_000n,
      isOnFormerNetwork: false,
    });
    expect(refunds).toMatchObject([
      { state: "left", to: TO, reason: "Wrong size", finalAt: expect.any(Date), preparedByKey: null },
      { state: "address", to: null, reason: null },
      { state: "withdrawn", withdrawnAt: expect.any(Date) },
    ]);
  });

  it("are another business's own", async () => {
    const { intentId } = await payment();
    const { ctx: other } = await payment();
    await expect(getPaymentRefunds(other, { intentId })).rejects.toMatchObject({ code: "not_found" });
  });

  it("are cancelled, simulated and prepared again only where they are: in their business and environment", async () => {
    const { ctx, prepare, state } = await payment();
    const { ctx: other } = await payment();
    const refundId = await prepare("1");
    await simulateRefund(ctx, { refundId, outcome: "failed" });
    const live: MemberContext = { ...ctx, environment: "live" };
    await setCursor();
    for (const elsewhere of [other, live]) {
      for (const act of [cancelRefund, prepareRefundAgain])
        await expect(act(elsewhere, { refundId })).rejects.toMatchObject({ code: "not_found" });
    }
    await expect(simulateRefund(other, { refundId })).rejects.toMatchObject({ code: "not_found" });
    expect(await state()).toEqual(["failed"]);
  });

  it("that a key prepared name the key, and can't be simulated before a member confirms them", async () => {
    const { ctx, intentId } = await payment();
    const [key] = await sql()<[{ id: string }]>`
      insert into restricted_keys (merchant_id, environment, name, scopes, ip_ranges, made_by)
      values (${ctx.merchantId}, 'sandbox', 'Shop plugin', '{payments:read}', '{}', ${ctx.actor.userId}) returning id`;
    const [{ id: refundId }] = await sql()<[{ id: string }]>`
      insert into refunds (merchant_id, environment, intent_id, status, to_address, amount_micros, prepared_by_key, request_hash)
      values (${ctx.merchantId}, 'sandbox', ${intentId}, 'prepared', ${hexFromTron(TO)}, 1000000, ${key.id},
              ${Buffer.alloc(32)}) returning id`;
    const { refunds } = await getPaymentRefunds(ctx, { intentId });
    expect(refunds).toMatchObject([{ state: "unconfirmed", preparedBy: null, preparedByKey: "Shop plugin" }]);
    await expect(simulateRefund(ctx, { refundId })).rejects.toThrow("Confirm this refund first.");
  });
});

describe("the item that a refund of a payment settles", () => {
  const settled = async (refundId: string) => {
    const [refund] = await sql()<[{ itemId: string | null }]>`
      select item_id as "itemId" from refunds where id = ${refundId}`;
    return refund.itemId;
  };
  const add = async (ctx: MemberContext, intentId: string, kind: string) => {
    const [item] = await sql()<[{ id: string }]>`
      insert into attention_items (merchant_id, environment, kind, intent_id, amount_micros)
      values (${ctx.merchantId}, 'sandbox', ${kind}, ${intentId}, 5) returning id`;
    return item.id;
  };

  it("is the only open one, unless the refund is more than its transfer", async () => {
    const { intentId, prepare } = await payment("late");
    const itemId = await itemOf(intentId);
    const [{ amount }] = await sql()<[{ amount: bigint }]>`
      update attention_items set amount_micros = 2000000 where id = ${itemId} returning amount_micros as amount`;
    expect(amount).toBe(2_000_000n);
    expect(await settled(await prepare("2.000001"))).toBeNull();
    expect(await settled(await prepare("2"))).toBe(itemId);
  });

  it("is none of several, nor one that is resolved", async () => {
    const { ctx, intentId, prepare } = await payment();
    const [first, second] = [await add(ctx, intentId, "partial"), await add(ctx, intentId, "over")];
    expect(await settled(await prepare("1"))).toBeNull();
    await sql()`update attention_items set resolved_at = now(), resolution = 'accepted' where id = ${first}`;
    expect(await settled(await prepare("1"))).toBe(second);
    await sql()`update attention_items set resolved_at = now(), resolution = 'accepted' where id = ${second}`;
    expect(await settled(await prepare("1"))).toBeNull();
  });

  it("is none about a transfer that nodes disagree about", async () => {
    const { ctx, intentId, prepare } = await payment();
    await add(ctx, intentId, "disputed");
    expect(await settled(await prepare("1"))).toBeNull();
  });
});

describe("in the sandbox", () => {
  it("a refund without an item is sent, fails, is prepared again, is sent and becomes final", async () => {
    const { ctx, intentId, prepare, state } = await payment();
    const refundId = await prepare("5");
    expect(await state()).toEqual(["waiting"]);
    await simulateRefund(ctx, { refundId, outcome: "sent" });
    expect(await state()).toEqual(["confirming"]);
    await expect(simulateRefund(ctx, { refundId, outcome: "sent" })).rejects.toThrow(/can't be sent again/);
    await expect(cancelRefund(ctx, { refundId })).rejects.toThrow(/can't be cancelled/);
    await simulateRefund(ctx, { refundId, outcome: "failed" });
    const { refunds } = await getPaymentRefunds(ctx, { intentId });
    expect(refunds).toMatchObject([{ state: "failed", failed: { cause: "OUT_OF_ENERGY" } }]);
    await prepareRefundAgain(ctx, { refundId });
    await expect(prepareRefundAgain(ctx, { refundId })).rejects.toMatchObject({ code: "conflict" });
    await simulateRefund(ctx, { refundId, outcome: "sent" });
    await simulateRefund(ctx, { refundId, outcome: "final" });
    await expect(simulateRefund(ctx, { refundId })).rejects.toThrow(/already sent/);
    expect(await state()).toEqual(["left"]);
    const audit = await sql()`
      select action, after ->> 'outcome' as outcome from audit_log
       where merchant_id = ${ctx.merchantId} and target_id = ${intentId} and action like 'refund.%' order by created_at`;
    expect(audit.map(({ action, outcome }) => [action, outcome])).toEqual([
      ["refund.prepared", null],
      ["refund.simulated", "sent"],
      ["refund.simulated", "failed"],
      ["refund.prepared_again", null],
      ["refund.simulated", "sent"],
      ["refund.simulated", "final"],
    ]);
  });

  it("twenty that simulate its confirmation or failure at once make it final once", async () => {
    const { ctx, prepare, state } = await payment();
    const refundId = await prepare("5");
    await simulateRefund(ctx, { refundId, outcome: "sent" });
    const racers = Array.from({ length: 20 }, (_, index) =>
      simulateRefund(ctx, { refundId, outcome: index % 2 ? "final" : "failed" }),
    );
    await Promise.allSettled(racers);
    expect(await state()).toEqual(["left"]);
    const sent = await sql()`select from events where merchant_id = ${ctx.merchantId} and type = 'refund.sent'`;
    expect(sent).toHaveLength(1);
  });
});

describe("the timeline of a payment", () => {
  it("has each step of a refund with who did it, also of one that settles an item", async () => {
    const { ctx, intentId, prepare } = await payment("overpaid");
    const refundId = await prepare("1");
    await simulateRefund(ctx, { refundId, outcome: "sent" });
    await simulateRefund(ctx, { refundId, outcome: "failed" });
    const { refunds } = await paymentTimeline(ctx, intentId);
    await cancelRefund(ctx, { refundId });
    const { events } = await paymentTimeline(ctx, intentId);
    const [{ email }] = await sql()<[{ email: string }]>`select email from users where id = ${ctx.actor.userId}`;
    const by = { email };
    expect(refunds).toMatchObject([{ id: refundId, preparedBy: by, confirmedBy: by, sent: [{ by: null }] }]);
    const said = events.flatMap(({ type, refund }) =>
      refund ? [{ type, by: refund.by, failure: refund.failure }] : [],
    );
    // the last two at the same moment
    expect(said.sort((a, b) => a.type.localeCompare(b.type))).toEqual([
      { type: "refund.cancelled", by, failure: null },
      { type: "refund.failed", by, failure: "OUT_OF_ENERGY" },
      { type: "refund.prepared", by, failure: null },
      { type: "refund.prepared", by, failure: null },
    ]);
  });
});

describe("a refund of the sandbox that failed and was sent again", () => {
  it("has each time at which it was sent, also where one press sent it and had it fail", async () => {
    const { ctx, intentId, prepare } = await payment("overpaid");
    await prepare("1");
    const refundId = await prepare("2");
    for (const outcome of ["sent", "failed", "failed", "sent", "final"] as const) {
      await simulateRefund(ctx, { refundId, outcome });
    }
    const acts = await sql()<{ at: Date; outcome: string }[]>`
      select created_at as at, after ->> 'outcome' as outcome from audit_log
       where merchant_id = ${ctx.merchantId} and action = 'refund.simulated' order by created_at`;
    const { refunds } = await paymentTimeline(ctx, intentId);
    expect(refunds.map(({ sent }) => sent.map(({ at }) => at))).toEqual([
      [],
      [0, 2, 3].map((index) => acts[index]?.at),
    ]);
  });
});

describe("a refund of an item", () => {
  it("waits for the customer's address if none is given, and keeps its reason", async () => {
    const { ctx, intentId } = await payment("overpaid");
    const itemId = await itemOf(intentId);
    const input = PrepareRefundInput.parse({ itemId, amount: "1", to: "", reason: "Paid twice" });
    expect(await prepareRefund(ctx, input)).toMatchObject({ to: null, command: null });
    const { refunds, sums } = await getAttention(ctx, { itemId });
    expect(refunds).toMatchObject([{ state: "address", to: null, reason: "Paid twice" }]);
    expect(sums).toMatchObject({ receivedMicros: 13_500_000n, underWayMicros: 1_000_000n, leftMicros: 12_500_000n });
  });

  it("is never more than what is left of its payment, whatever that was refunded for", async () => {
    const { ctx, intentId, prepare } = await payment("late");
    const itemId = await itemOf(intentId);
    await sql()`update attention_items set resolved_at = now(), resolution = 'accepted' where id = ${itemId}`;
    await prepare("10");
    expect(await getAttention(ctx, { itemId })).toMatchObject({ refunds: [], refundableMicros: 2_500_000n });
  });
});

describe("what is wrong with the fields of a refund", () => {
  it("is said of each that is known, the others left out", async () => {
    const { ctx, intentId } = await payment();
    const amount = 12_500_001n;
    expect(await checkIntentRefund(ctx, { intentId, amount, to: "nonsense" })).toEqual({
      amount: "You can refund up to 12.50 USDT.",
      to: expect.stringMatching(/^This isn't a valid TRON address/),
    });
    expect(await checkIntentRefund(ctx, { intentId, to: "nonsense" })).toEqual({ to: expect.any(String) });
    expect(await checkIntentRefund(ctx, { intentId, amount: 1n, to: "" })).toEqual({});
    expect(await checkIntentRefund(ctx, { intentId, amount: 1n, to: OTHER })).toEqual({});
  });

  it("includes a missing address only where no payment page can ask for it", async () => {
    const { ctx, intentId } = await payment("overpaid");
    const itemId = await itemOf(intentId);
    expect(await checkItemRefund(ctx, { itemId, amount: 13_500_001n, to: "" })).toEqual({
      amount: "You can refund up to 13.50 USDT.",
    });
    const live: MemberContext = { ...ctx, environment: "live" };
    const [unassigned] = await sql()<[{ id: string }]>`
      insert into attention_items (merchant_id, environment, kind, amount_micros, transfer_id)
      select ${ctx.merchantId}, 'live', 'unassigned', 1000000, null returning id`;
    expect(await checkItemRefund(live, { itemId: unassigned.id, to: " " })).toEqual({
      to: expect.stringMatching(/^Enter the customer's address\./),
    });
  });
});
