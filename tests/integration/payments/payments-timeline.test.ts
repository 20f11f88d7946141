import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { timelineEntries } from "@/components/payments/timeline-entries";
import { database } from "@/lib/base/db/client";
import type { DomainError } from "@/lib/base/values/errors";
import { createTerminal } from "@/lib/business/terminals/create";
import { cancelIntent } from "@/lib/payments/intents/cancel";
import { createTestPayment } from "@/lib/payments/intents/create-test";
import { simulatePayment } from "@/lib/payments/intents/simulate";
import { paymentTimeline } from "@/lib/payments/timeline/timeline";
import { answerError } from "@/lib/service/api/errors";
import { call } from "@/tests/support/api";
import { deliverDue } from "@/tests/support/deliveries";
import { createMerchantFixture, type MerchantFixture } from "@/tests/support/fixtures";
import { auditOf, memberContext } from "@/tests/support/member-context";
import { startReceiver } from "@/tests/support/receiver";

const create = async (merchant: MerchantFixture, body: object = {}) =>
  (await call("create-payment-intent", { amount_usdt: 2, ...body }, { key: merchant.keys.sandbox })).json.intent
    .id as string;

describe("a payment's timeline", () => {
  it("has its transfers, its events with every attempt, and who did what, without any secret", async () => {
    const receiver = await startReceiver((_, response) =>
      response.writeHead(500, { "retry-after": "3600" }).end("out of order"),
    );
    const merchant = await createMerchantFixture({ webhookUrl: receiver.url });
    const id = await create(merchant, { reference: "order-7", metadata: { cart: "8" } });
    const ctx = await memberContext(merchant);
    await simulatePayment(ctx, { id, outcome: "underpaid" });
    await simulatePayment(ctx, { id, outcome: "paid" });
    await deliverDue();
    const seen = await paymentTimeline(ctx, id);
    expect(seen.payment).toMatchObject({ id, status: "paid", reference: "order-7", metadata: { cart: "8" }, flags: 0 });
    expect(seen.transfers.map((one) => [one.amountMicros, one.counted])).toEqual([
      [1_000_000n, true],
      [1_000_000n, true],
    ]);
    expect(seen.events.map((event) => event.type)).toEqual(["intent.created", "payment.success"]);
    const [delivery] = seen.events[1]?.deliveries ?? [];
    expect(delivery).toMatchObject({ endpoint: { url: receiver.url }, status: "pending", attempts: 1 });
    expect(delivery?.log).toMatchObject([{ number: 1, status: 500, excerpt: "out of order" }]);
    expect(delivery?.log[0]?.requestHeaders["X-Service-Event-Id"]).toBe(seen.events[1]?.id);
    expect(seen.acts.map((act) => [act.action, act.outcome])).toEqual([
      ["intent.simulated", "underpaid"],
      ["intent.simulated", "paid"],
    ]);
    expect(seen.acts[0]?.who).toContain("@example.com");
    const text = JSON.stringify(seen, (_, value) => (typeof value === "bigint" ? String(value) : value));
    expect(text).not.toContain(merchant.webhookSecret);
    expect(text).not.toContain(merchant.keys.sandbox);
  });

  it("stands cause before effect, however fast one thing followed the other", async () => {
    const merchant = await createMerchantFixture();
    const ctx = await memberContext(merchant);
    const kindsOf = async (id: string) => timelineEntries(await paymentTimeline(ctx, id)).map((entry) => entry.kind);
    const id = await create(merchant);
    for (const outcome of ["underpaid", "underpaid", "paid"] as const) await simulatePayment(ctx, { id, outcome });
    const played = ["act", "transfer"];
    expect(await kindsOf(id)).toEqual(["created", ...played, ...played, ...played, "ended"]);
    const late = await create(merchant);
    for (const outcome of ["underpaid", "late"] as const) await simulatePayment(ctx, { id: late, outcome });
    expect(await kindsOf(late)).toEqual(["created", ...played, "act", "ended", "transfer"]);
  });

  it("of another merchant's payment, another environment's or another terminal's is not there", async () => {
    const merchant = await createMerchantFixture();
    const bar = await createTerminal(merchant.ctx, { name: "Bar" });
    const id = await create(merchant);
    const strangers = [
      await memberContext(await createMerchantFixture()),
      await memberContext(merchant, { environment: "live" }),
      await memberContext(merchant, { role: "cashier", terminalIds: [bar.id] }),
    ];
    for (const ctx of strangers) {
      await expect(paymentTimeline(ctx, id)).rejects.toMatchObject({ code: "not_found", message: "No such intent." });
      await expect(paymentTimeline(ctx, randomUUID())).rejects.toMatchObject({ message: "No such intent." });
      await expect(cancelIntent(ctx, { id }, null)).rejects.toMatchObject({ message: "No such intent." });
      await expect(simulatePayment(ctx, { id, outcome: "paid" })).rejects.toMatchObject({ message: "No such intent." });
    }
    const owner = await memberContext(merchant);
    expect((await paymentTimeline(owner, id)).payment.status).toBe("pending");
    expect((await auditOf(merchant.merchantId)).filter((entry) => entry.target_id === id)).toEqual([]);
  });
});

describe("what a member does to a payment", () => {
  it("a cancellation stands in the audit log with who and from where, and a refused one does not", async () => {
    const merchant = await createMerchantFixture();
    const id = await create(merchant);
    const ctx = await memberContext(merchant, { role: "cashier", terminalIds: [merchant.terminalId] });
    await cancelIntent(ctx, { id }, null);
    await expect(cancelIntent(ctx, { id }, null)).rejects.toMatchObject({ code: "invalid_transition" });
    const entries = (await auditOf(merchant.merchantId)).filter((entry) => entry.target_id === id);
    expect(entries).toMatchObject([{ action: "intent.cancelled", actor_type: "user", address: ctx.actor.address }]);
  });

  it("money that has come can no longer be cancelled", async () => {
    const merchant = await createMerchantFixture();
    const id = await create(merchant);
    const ctx = await memberContext(merchant);
    await simulatePayment(ctx, { id, outcome: "underpaid" });
    await expect(cancelIntent(ctx, { id }, null)).rejects.toThrow("A payment was detected");
  });

  it("a refusal calls it a payment on screens and an intent in the API", async () => {
    const merchant = await createMerchantFixture();
    const ctx = await memberContext(merchant);
    const [part, paid, late] = [await create(merchant), await create(merchant), await create(merchant)];
    await simulatePayment(ctx, { id: part, outcome: "underpaid" });
    await simulatePayment(ctx, { id: paid, outcome: "paid" });
    for (let times = 0; times < 3; times++) await simulatePayment(ctx, { id: late, outcome: "late" });
    const asked: [() => Promise<unknown>, string][] = [
      [() => cancelIntent(ctx, { id: part }, null), "A payment was detected, so this can't be cancelled."],
      [() => cancelIntent(ctx, { id: paid }, null), "This payment is paid. Only pending payments can be cancelled."],
      [() => cancelIntent(ctx, { id: randomUUID() }, null), "No such payment."],
      [
        () => simulatePayment(ctx, { id: late, outcome: "paid" }),
        "This payment is expired. Only pending payments can be paid.",
      ],
      [
        () => simulatePayment(ctx, { id: paid, outcome: "late" }),
        "This payment is paid. Only payments that weren't paid can receive a late payment.",
      ],
      [
        () => simulatePayment(ctx, { id: late, outcome: "late" }),
        "This payment has 3 late payments already. You can simulate up to 3.",
      ],
    ];
    for (const [act, onScreen] of asked) {
      const refusal = (await act().catch((error) => error)) as DomainError;
      expect(refusal.extra.onScreen).toBe(onScreen);
      expect(refusal.message).toMatch(/\bintents?\b/);
      const answers = [answerError(refusal, "r"), answerError(refusal, "r", "screen")];
      expect(answers.map(({ body }) => JSON.parse(body).error)).toEqual([refusal.message, onScreen]);
    }
  });

  it("money that comes after the end shows on the payment", async () => {
    const merchant = await createMerchantFixture();
    const id = await create(merchant);
    const ctx = await memberContext(merchant);
    await simulatePayment(ctx, { id, outcome: "late" });
    const { payment } = await paymentTimeline(ctx, id);
    expect([payment.status, payment.uncountedMicros, payment.flags]).toEqual(["expired", 2_000_000n, 4]);
  });

  it("a test payment and its entry in the audit log are of one transaction", async () => {
    const merchant = await createMerchantFixture();
    const { id } = await createTestPayment(await memberContext(merchant), {});
    const [row] = await database().sql`
      select i.xmin::text = a.xmin::text as same
        from payment_intents i join audit_log a on a.target_id = i.id::text where i.id = ${id}`;
    expect(row).toEqual({ same: true });
  });

  it("a test payment is an ordinary one of a terminal that the member sees, in the sandbox only", async () => {
    const merchant = await createMerchantFixture();
    const ctx = await memberContext(merchant);
    const { id } = await createTestPayment(ctx, {});
    const { payment, events, acts } = await paymentTimeline(ctx, id);
    expect([payment.status, payment.terminalId, events.length]).toEqual(["pending", merchant.terminalId, 1]);
    expect(acts.map((act) => act.action)).toEqual(["intent.test_created"]);
    const live = await memberContext(merchant, { environment: "live" });
    await expect(createTestPayment(live, {})).rejects.toMatchObject({ code: "invalid_transition" });
    const foreign = await memberContext(await createMerchantFixture());
    await expect(createTestPayment(foreign, { terminal: merchant.terminalId })).rejects.toMatchObject({
      code: "not_found",
    });
  });
});
