import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { selectAudit } from "@/lib/base/audit/select";
import type { MemberContext } from "@/lib/base/context/context";
import { database } from "@/lib/base/db/client";
import { type HexAddress, hexFromTron } from "@/lib/base/tron/address";
import { acceptItem } from "@/lib/payments/attention/accept";
import {
  countAttention,
  countOpen,
  ListAttentionInput,
  listAttention,
  totalAttention,
} from "@/lib/payments/attention/attention-list";
import { getAttention } from "@/lib/payments/attention/get-attention";
import { PrepareRefundInput, prepareRefund } from "@/lib/payments/attention/prepare-refund";
import { simulateRefund } from "@/lib/payments/attention/simulate-refund";
import { cancelIntent } from "@/lib/payments/intents/cancel";
import { createTestPayment } from "@/lib/payments/intents/create-test";
import { expireDueIntents, expireIntentIfDue } from "@/lib/payments/intents/expire-due";
import { requestRemaining } from "@/lib/payments/intents/request-remaining";
import type { SimulatePaymentInput } from "@/lib/payments/intents/schemas";
import { simulatePayment } from "@/lib/payments/intents/simulate";
import { getInstructions } from "@/lib/payments/page/get-instructions";
import { presentInstructions } from "@/lib/payments/page/instructions";
import { cancelRefund } from "@/lib/payments/refunds/cancel";
import { attention } from "@/lib/payments/reports/attention";
import { relatedPayments } from "@/lib/payments/timeline/related-payments";
import { paymentTimeline } from "@/lib/payments/timeline/timeline";
import { outcome, stranger } from "@/tests/support/accounts";
import { createMerchantFixture } from "@/tests/support/fixtures";
import { liveMerchant, makeTransfer, randomAddresses, turnLiveOn } from "@/tests/support/live";
import { auditOf, memberContext } from "@/tests/support/member-context";

turnLiveOn();

type Outcome = SimulatePaymentInput["outcome"];

/** A payment of 12.50 that a customer simulated these outcomes of. */
async function simulated(ctx: MemberContext, ...outcomes: Outcome[]): Promise<string> {
  const { id } = await createTestPayment(ctx, {});
  for (const one of outcomes) await simulatePayment(ctx, { id, outcome: one });
  return id;
}

const listed = async (ctx: MemberContext, given: object = {}) =>
  (await listAttention(ctx, ListAttentionInput.parse(given))).items;

async function onlyItem(ctx: MemberContext): Promise<{ itemId: string }> {
  const [item, ...more] = await listed(ctx);
  expect(more).toEqual([]);
  return { itemId: item?.id ?? "" };
}

async function shopOf(): Promise<MemberContext> {
  return memberContext(await createMerchantFixture());
}

const [TO = ""] = randomAddresses(1);

const prepare = (ctx: MemberContext, itemId: string, amount: string, to = TO) =>
  prepareRefund(ctx, PrepareRefundInput.parse({ itemId, to, amount }));

const actions = async ({ merchantId }: MemberContext) =>
  (await auditOf(merchantId)).map(({ action }) => action).filter((action) => /^(attention|refund)\./.test(action));

/** How the attempts ended, sorted. */
const racing = async (attempts: Promise<unknown>[]) => (await Promise.all(attempts.map(outcome))).toSorted();

describe("a simulated payment raises an item", () => {
  const HALF = 6_250_000n;

  it.each([
    ["partial", ["underpaid", "expired"], HALF, ["accept", "ask", "refund"], HALF],
    ["over", ["overpaid"], 1_000_000n, ["accept", "refund"], 13_500_000n],
    ["late", ["late"], 12_500_000n, ["accept", "refund"], 12_500_000n],
  ] as const)("%s", async (kind, outcomes, amountMicros, can, refundableMicros) => {
    const ctx = await shopOf();
    const intentId = await simulated(ctx, ...outcomes);
    const { itemId } = await onlyItem(ctx);
    const item = await getAttention(ctx, { itemId });
    expect(item).toMatchObject({ kind, amountMicros, intentId, actions: can, refundableMicros, address: null });
    expect(item.transfers).toMatchObject([{ network: "sandbox", from: null, to: null, blockNumber: null }]);
    expect((await paymentTimeline(ctx, intentId)).items).toEqual([
      { id: itemId, kind, amountMicros, resolution: null },
    ]);
    expect(await countOpen(ctx)).toBe(1);
    expect(await countAttention(ctx)).toEqual([{ kind, count: 1, isMore: false }]);
    expect((await attention(ctx)).money).toEqual([{ kind, count: 1, isMore: false }]);
  });

  it("whose excess is suggested for a refund once, and then what is left of it", async () => {
    const ctx = await shopOf();
    await simulated(ctx, "overpaid");
    const { itemId } = await onlyItem(ctx);
    const suggested = async () => (await getAttention(ctx, { itemId })).suggestedMicros;
    expect(await suggested()).toBe(1_000_000n);
    const { refundId } = await prepare(ctx, itemId, "0.4");
    expect(await suggested()).toBe(600_000n);
    await prepare(ctx, itemId, "0.7");
    expect(await suggested()).toBe(0n);
    await cancelRefund(ctx, { refundId });
    expect(await suggested()).toBe(300_000n);
  });

  it("after a cancellation", async () => {
    const ctx = await shopOf();
    const id = await simulated(ctx);
    await cancelIntent(ctx, { id }, null);
    await simulatePayment(ctx, { id, outcome: "late" });
    expect(await listed(ctx)).toMatchObject([{ kind: "after_cancel", intentId: id, amountMicros: 12_500_000n }]);
  });

  it("for each late transfer", async () => {
    const ctx = await shopOf();
    await simulated(ctx, "late", "late");
    expect((await listed(ctx)).map(({ kind }) => kind)).toEqual(["late", "late"]);
  });

  it("one for the part that came before the end and all that comes after it", async () => {
    const ctx = await shopOf();
    await simulated(ctx, "underpaid", "late", "late");
    expect(await listed(ctx)).toMatchObject([{ kind: "partial", amountMicros: 0n }]);
  });

  it("of which nothing remains to be requested, and all can be refunded", async () => {
    const ctx = await shopOf();
    await simulated(ctx, "underpaid", "late");
    const { itemId } = await onlyItem(ctx);
    expect(await getAttention(ctx, { itemId })).toMatchObject({
      amountMicros: 0n,
      lateMicros: HALF,
      refundableMicros: 12_500_000n,
      actions: ["accept", "refund"],
      what: expect.stringMatching(
        /6\.25 of 12\.50 USDT received\. 6\.25 USDT more arrived after that.*Nothing remains\.$/,
      ),
    });
    await expect(requestRemaining(ctx, { itemId })).rejects.toMatchObject({ message: /^Nothing remains/ });
    await simulateRefund(ctx, { refundId: (await prepare(ctx, itemId, "12.5")).refundId });
    expect(await getAttention(ctx, { itemId })).toMatchObject({ resolution: "refunded", refundableMicros: 0n });
  });

  it("whose remaining amount is less if a part arrives late while it is requested, and the request ends unpaid", async () => {
    const ctx = await shopOf();
    const id = await simulated(ctx, "underpaid", "expired");
    const { itemId } = await onlyItem(ctx);
    const { intentId: restId } = await requestRemaining(ctx, { itemId });
    await simulatePayment(ctx, { id, outcome: "late" });
    expect(await listed(ctx)).toMatchObject([{ kind: "late", amountMicros: HALF }]);
    await simulatePayment(ctx, { id: restId, outcome: "expired" });
    expect(await listed(ctx)).toMatchObject([{ id: itemId, kind: "partial", amountMicros: 0n }]);
    expect(await listed(ctx, { show: "all", kind: "late" })).toMatchObject([{ resolution: "settled" }]);
    expect(await getAttention(ctx, { itemId })).toMatchObject({ refundableMicros: 12_500_000n, lateMicros: HALF });
  });

  it("apart from it once that was resolved", async () => {
    const ctx = await shopOf();
    const id = await simulated(ctx, "underpaid", "expired");
    const { itemId } = await onlyItem(ctx);
    await acceptItem(ctx, { itemId, note: "Delivered." });
    await simulatePayment(ctx, { id, outcome: "late" });
    expect(await listed(ctx)).toMatchObject([{ kind: "late", amountMicros: HALF }]);
    expect(await getAttention(ctx, { itemId })).toMatchObject({ resolution: "accepted", refundableMicros: HALF });
  });

  it.each([
    ["one at a time", (id: string) => expireIntentIfDue(stranger(), id)],
    ["by the sweep", () => expireDueIntents(stranger())],
  ])("when its time runs out %s, once", async (_, expire) => {
    const ctx = await shopOf();
    const id = await simulated(ctx, "underpaid");
    expect(await listed(ctx)).toEqual([]);
    await database().sql`update payment_intents set expires_at = now() - interval '1 hour' where id = ${id}`;
    await expire(id);
    await expireDueIntents(stranger());
    expect(await listed(ctx)).toMatchObject([{ kind: "partial", intentId: id, amountMicros: HALF }]);
  });

  it("also when the customer simulates it on the payment page, and none when it is paid or nothing came", async () => {
    const ctx = await shopOf();
    await simulated(ctx, "paid");
    await simulated(ctx, "expired");
    expect(await listed(ctx)).toEqual([]);
    const id = await simulated(ctx);
    await simulatePayment(stranger(), { id, outcome: "overpaid" });
    expect(await listed(ctx)).toMatchObject([{ kind: "over", intentId: id }]);
  });

  it("and tells no endpoint: the events of a sandbox payment are the same as ever", async () => {
    const ctx = await shopOf();
    await simulated(ctx, "underpaid", "expired");
    const { itemId } = await onlyItem(ctx);
    await requestRemaining(ctx, { itemId });
    await simulated(ctx, "overpaid");
    const rows = await database().sql<{ type: string }[]>`
      select type from events where merchant_id = ${ctx.merchantId} order by type`;
    expect(rows.map(({ type }) => type)).toEqual([
      "intent.created",
      "intent.created",
      "intent.created",
      "payment.expired",
      "payment.success",
    ]);
  });
});

describe("the sandbox's list", () => {
  it("finds an item by its simulated transaction, whole and shortened, by its payment and by its amount", async () => {
    const ctx = await shopOf();
    const id = await simulated(ctx, "underpaid", "expired");
    await simulated(ctx, "overpaid");
    const { txHash = "" } = (await listed(ctx, { q: id }))[0] ?? {};
    expect(txHash).toMatch(/^[0-9a-f]{64}$/);
    const short = `${txHash?.slice(0, 4)}…${txHash?.slice(-4)}`;
    for (const q of [id, id.slice(0, 8), txHash, txHash?.toUpperCase(), short, "6.25 USDT"])
      expect((await listed(ctx, { q })).map(({ intentId }) => intentId)).toEqual([id]);
    expect(await totalAttention(ctx, ListAttentionInput.parse({}))).toMatchObject({
      count: 2,
      remainingMicros: 6_250_000n,
      overpaidMicros: 1_000_000n,
      unappliedMicros: 0n,
    });
  });
});

describe("resolving in the sandbox", () => {
  it("is done by one of twenty, keeps the note, and changes no status", async () => {
    const ctx = await shopOf();
    const id = await simulated(ctx, "late");
    const { itemId } = await onlyItem(ctx);
    const attempts = Array.from({ length: 20 }, () => acceptItem(ctx, { itemId, note: "Delivered." }));
    expect(await racing(attempts)).toEqual([...Array.from({ length: 19 }, () => "conflict"), "done"]);
    expect(await getAttention(ctx, { itemId })).toMatchObject({
      resolution: "accepted",
      note: "Delivered.",
      intent: { id, status: "expired" },
    });
    expect(await countOpen(ctx)).toBe(0);
    expect(await actions(ctx)).toEqual(["attention.accepted"]);
  });

  it("leads from the audit log to the item in the sandbox", async () => {
    const ctx = await shopOf();
    await simulated(ctx, "late");
    const { itemId } = await onlyItem(ctx);
    await acceptItem(ctx, { itemId, note: "Delivered." });
    const entries = await selectAudit(ctx, {}, { after: null, limit: 1 });
    expect(entries).toMatchObject([
      { action: "attention.accepted", targetId: itemId, targetEnvironment: "sandbox", targetKind: "late" },
    ]);
  });
});

describe("requesting the remaining amount in the sandbox", () => {
  async function partial() {
    const ctx = await shopOf();
    const id = await simulated(ctx, "underpaid", "expired");
    return { ctx, id, ...(await onlyItem(ctx)) };
  }

  it("makes one sandbox payment of what is missing: twenty ask, one does", async () => {
    const { ctx, id, itemId } = await partial();
    const attempts = Array.from({ length: 20 }, () => requestRemaining(ctx, { itemId }));
    expect(await racing(attempts)).toEqual([...Array.from({ length: 19 }, () => "conflict"), "done"]);
    const rows = await database().sql`
      select environment, amount_micros, reference, metadata, status, receive_address from payment_intents
       where merchant_id = ${ctx.merchantId} and id <> ${id}`;
    expect(rows).toEqual([
      {
        environment: "sandbox",
        amount_micros: 6_250_000n,
        reference: "test-payment",
        status: "pending",
        metadata: { rest_of: id },
        receive_address: null,
      },
    ]);
    const item = await getAttention(ctx, { itemId });
    expect(item).toMatchObject({ resolution: "asked", rest: { status: "pending" }, actions: ["refund"] });
    const related = await relatedPayments(ctx, { id, reference: null });
    expect(related.payments.map((payment) => payment.id)).toEqual([item.rest?.intentId]);
    expect(await actions(ctx)).toEqual(["attention.rest_asked"]);

    // what docs/webhooks.md tells a shop that doesn't know the new payment
    const instructions = async (intentId = "") =>
      presentInstructions(await getInstructions(ctx, intentId), ctx.settings);
    const remaining = { reference: "test-payment", amount_usdt: 6.25, received_usdt: 0 };
    expect(await instructions(item.rest?.intentId)).toMatchObject(remaining);
    expect(await instructions(id)).toMatchObject({ ...remaining, amount_usdt: 12.5, received_usdt: 6.25 });
  });

  it("leaves the item resolved when it is paid", async () => {
    const { ctx, itemId } = await partial();
    const rest = await requestRemaining(ctx, { itemId });
    await simulatePayment(ctx, { id: rest.intentId, outcome: "paid" });
    expect(await getAttention(ctx, { itemId })).toMatchObject({ resolution: "asked", rest: { status: "paid" } });
    expect(await countOpen(ctx)).toBe(0);
  });

  it.each(["expired", "swept", "cancelled"] as const)("opens the item again when it is %s", async (end) => {
    const { ctx, itemId } = await partial();
    const { intentId } = await requestRemaining(ctx, { itemId });
    if (end === "expired") await simulatePayment(ctx, { id: intentId, outcome: "expired" });
    if (end === "cancelled") await cancelIntent(ctx, { id: intentId }, null);
    if (end === "swept") {
      await database().sql`update payment_intents set expires_at = now() - interval '1 hour' where id = ${intentId}`;
      await expireDueIntents(stranger());
    }
    expect(await getAttention(ctx, { itemId })).toMatchObject({
      resolution: null,
      resolvedBy: null,
      actions: ["accept", "ask", "refund"],
      rest: { intentId },
    });
    expect(await onlyItem(ctx)).toEqual({ itemId });
    expect(await actions(ctx)).toEqual(["attention.rest_asked", "attention.reopened"]);
  });

  it("that is paid in part raises an item of its own", async () => {
    const { ctx, itemId } = await partial();
    const { intentId } = await requestRemaining(ctx, { itemId });
    for (const one of ["underpaid", "expired"] as const) await simulatePayment(ctx, { id: intentId, outcome: one });
    expect((await listed(ctx)).map((item) => item.intentId)).toContain(intentId);
    expect(await countOpen(ctx)).toBe(2);
  });

  it("is for part payments only, and for their terminal's lifetime", async () => {
    const { ctx, itemId } = await partial();
    await database().sql`update terminals set intent_life_seconds = 7200 where merchant_id = ${ctx.merchantId}`;
    const { expiresAt } = await requestRemaining(ctx, { itemId });
    const [clock] = await database().sql<[{ now: Date }]>`select now()`;
    expect(expiresAt.getTime() - clock.now.getTime()).toBeGreaterThan(7_100_000);
    await simulated(ctx, "overpaid");
    const [over] = await listed(ctx);
    await expect(requestRemaining(ctx, { itemId: over?.id ?? "" })).rejects.toMatchObject({ code: "conflict" });
  });
});

describe("a refund in the sandbox", () => {
  async function overpaid() {
    const ctx = await shopOf();
    await simulated(ctx, "overpaid");
    return { ctx, ...(await onlyItem(ctx)) };
  }

  it("has nothing to sign, is simulated by one of twenty, and resolves its item as refunded", async () => {
    const { ctx, itemId } = await overpaid();
    const refund = await prepare(ctx, itemId, "1");
    expect(refund).toMatchObject({ from: null, to: TO, command: null });
    expect(await getAttention(ctx, { itemId })).toMatchObject({
      resolution: null,
      refundableMicros: 12_500_000n,
      refunds: [{ id: refund.refundId, from: null, to: TO, state: "waiting", txHash: null, command: null }],
    });
    const attempts = Array.from({ length: 20 }, () => simulateRefund(ctx, refund));
    expect(await racing(attempts)).toEqual([...Array.from({ length: 19 }, () => "conflict"), "done"]);
    expect(await getAttention(ctx, { itemId })).toMatchObject({
      resolution: "refunded",
      note: null,
      refunds: [{ state: "left", txHash: expect.stringMatching(/^[0-9a-f]{64}$/) }],
    });
    expect(await countOpen(ctx)).toBe(0);
    expect(await actions(ctx)).toEqual(["refund.prepared", "refund.simulated"]);
    const [, entry] = (await auditOf(ctx.merchantId)).filter(({ action }) => action.startsWith("refund."));
    expect(entry).toMatchObject({
      target_id: itemId,
      actor_type: "user",
      after: { refundId: refund.refundId, to: TO, amountMicros: "1000000" },
    });
    expect(await database().sql`select id from outgoing_transfers where merchant_id = ${ctx.merchantId}`).toEqual([]);
  });

  it("waits for the last of several before its item is resolved", async () => {
    const { ctx, itemId } = await overpaid();
    const [first, second, third] = [
      await prepare(ctx, itemId, "0.4"),
      await prepare(ctx, itemId, "0.6"),
      await prepare(ctx, itemId, "1"),
    ];
    await cancelRefund(ctx, third);
    await simulateRefund(ctx, first);
    expect(await getAttention(ctx, { itemId })).toMatchObject({ resolution: null });
    await simulateRefund(ctx, second);
    expect(await getAttention(ctx, { itemId })).toMatchObject({ resolution: "refunded" });
  });

  it("is either simulated or cancelled when two people decide at once, and never both", async () => {
    const { ctx, itemId } = await overpaid();
    for (let turn = 0; turn < 5; turn++) {
      const refund = await prepare(ctx, itemId, "0.1");
      const attempts = [simulateRefund(ctx, refund), cancelRefund(ctx, refund)];
      expect(await racing(attempts)).toEqual(["conflict", "done"]);
    }
    const ended = (await actions(ctx)).filter((action) => action !== "refund.prepared");
    expect(ended).toHaveLength(5);
  });

  it("that was sent or cancelled can be neither again", async () => {
    const { ctx, itemId } = await overpaid();
    const [sent, cancelled] = [await prepare(ctx, itemId, "0.4"), await prepare(ctx, itemId, "0.6")];
    await cancelRefund(ctx, cancelled);
    await simulateRefund(ctx, sent);
    const refused = (running: Promise<void>, message: RegExp) =>
      expect(running).rejects.toMatchObject({ code: "conflict", message: expect.stringMatching(message) });
    await refused(cancelRefund(ctx, sent), /already sent, so it can't be cancelled/);
    await refused(simulateRefund(ctx, sent), /already sent, so it can't be sent again/);
    await refused(cancelRefund(ctx, cancelled), /already cancelled/);
    await refused(simulateRefund(ctx, cancelled), /already cancelled/);
  });

  it("never exceeds what came, however many prepare at once, and goes to a wallet only", async () => {
    const { ctx, itemId } = await overpaid();
    const done = await racing(Array.from({ length: 8 }, () => prepare(ctx, itemId, "6.75")));
    expect(done.filter((one) => one === "done")).toHaveLength(2);
    const [{ sum }] = await database().sql<[{ sum: bigint }]>`
      select sum(amount_micros)::bigint as sum from refunds where item_id = ${itemId}`;
    expect(sum).toBe(13_500_000n);
    const other = await overpaid();
    await expect(prepare(other.ctx, other.itemId, "1", "TXYZ")).rejects.toMatchObject({ extra: { field: "to" } });
    await expect(prepare(other.ctx, other.itemId, "13.500001")).rejects.toMatchObject({ extra: { field: "amount" } });
  });
});

describe("sandbox and live", () => {
  /** A live item of a late transfer, its refund, and a sandbox item of the same business. */
  async function both() {
    const merchant = await liveMerchant();
    const live = merchant.member;
    const sandbox: MemberContext = { ...live, environment: "sandbox" };
    await simulated(sandbox, "late");
    const address = hexFromTron(merchant.addresses[0] ?? "") as HexAddress;
    const transferId = await makeTransfer({ ...merchant, address, amountMicros: 7_000_000n });
    await database().sql`
      insert into attention_items (merchant_id, kind, transfer_id, amount_micros)
      values (${merchant.merchantId}, 'unassigned', ${transferId}, 7000000)`;
    return { live, sandbox, liveItem: await onlyItem(live), sandboxItem: await onlyItem(sandbox) };
  }

  it("count and list their own items", async () => {
    const { live, sandbox } = await both();
    expect(await countAttention(live)).toEqual([{ kind: "unassigned", count: 1, isMore: false }]);
    expect(await countAttention(sandbox)).toEqual([{ kind: "late", count: 1, isMore: false }]);
    for (const ctx of [live, sandbox]) {
      expect(await countOpen(ctx)).toBe(1);
      expect(await totalAttention(ctx, ListAttentionInput.parse({ show: "all" }))).toMatchObject({ count: 1 });
    }
  });

  it("don't touch each other's: every verb says that there is no such item or refund, and nothing changes", async () => {
    const { live, sandbox, liveItem, sandboxItem } = await both();
    const [liveRefund, sandboxRefund] = [
      await prepare(live, liveItem.itemId, "1"),
      await prepare(sandbox, sandboxItem.itemId, "1"),
    ];
    const state = () => database().sql`
      select n.*, f.* from attention_items n left join refunds f on f.item_id = n.id
       where n.merchant_id = ${live.merchantId} order by n.id, f.id`;
    const before = await state();
    const stranger = await shopOf();
    for (const [ctx, { itemId }, refund] of [
      [sandbox, liveItem, liveRefund],
      [live, sandboxItem, sandboxRefund],
      [stranger, sandboxItem, sandboxRefund],
      [sandbox, { itemId: randomUUID() }, { refundId: randomUUID() }],
    ] as const) {
      const attempts = [
        getAttention(ctx, { itemId }),
        acceptItem(ctx, { itemId, note: "x" }),
        requestRemaining(ctx, { itemId }),
        prepare(ctx, itemId, "1"),
        cancelRefund(ctx, refund),
      ];
      expect(await racing(attempts)).toEqual(Array.from({ length: 5 }, () => "not_found"));
    }
    expect(await outcome(simulateRefund(sandbox, liveRefund))).toBe("not_found");
    expect(await outcome(simulateRefund(stranger, sandboxRefund))).toBe("not_found");
    expect(await outcome(simulateRefund(live, liveRefund))).toBe("invalid_transition");
    expect(await state()).toEqual(before);
  });

  it("keep their refunds apart in the database too", async () => {
    const { live, sandbox, liveItem, sandboxItem } = await both();
    const { refundId } = await prepare(live, liveItem.itemId, "1");
    const { sql } = database();
    await expect(sql`update refunds set simulated_tx_hash = 'a' where id = ${refundId}`).rejects.toThrow(
      /refunds_simulated/,
    );
    const sandboxRefund = await prepare(sandbox, sandboxItem.itemId, "1");
    await simulateRefund(sandbox, sandboxRefund);
    await expect(sql`update refunds set withdrawn_at = now() where id = ${sandboxRefund.refundId}`).rejects.toThrow(
      /is final, so it does not become cancelled/,
    );
    await expect(
      sql`insert into attention_items (merchant_id, environment, kind, amount_micros)
          values (${live.merchantId}, 'sandbox', 'unassigned', 1)`,
    ).rejects.toThrow(/attention_items_sandbox_intent/);
  });
});
