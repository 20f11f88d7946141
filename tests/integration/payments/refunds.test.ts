import { describe, expect, it } from "vitest";
import type { MemberContext } from "@/lib/base/context/context";
import { database } from "@/lib/base/db/client";
import { hexFromTron } from "@/lib/base/tron/address";
import { createTestPayment } from "@/lib/payments/intents/create-test";
import { simulatePayment } from "@/lib/payments/intents/simulate";
import { cancelRefund } from "@/lib/payments/refunds/cancel";
import { PrepareIntentRefundInput, prepareIntentRefund } from "@/lib/payments/refunds/prepare";
import { getRefundable } from "@/lib/payments/refunds/refundable";
import {
  giveAddress,
  moveToCancelled,
  moveToFailed,
  moveToFinal,
  moveToSent,
  moveToUnsent,
  prepareAgain,
} from "@/lib/payments/refunds/transition";
import { createMerchantFixture } from "@/tests/support/fixtures";
import { randomAddresses, turnLiveOn } from "@/tests/support/live";
import { memberContext } from "@/tests/support/member-context";

turnLiveOn();

const [TO = ""] = randomAddresses(1);

/** A payment of 12.50 in the sandbox that is paid. */
async function paid() {
  const ctx: MemberContext = await memberContext(await createMerchantFixture());
  const { id: intentId } = await createTestPayment(ctx, {});
  await simulatePayment(ctx, { id: intentId, outcome: "paid" });
  const prepare = (amount: string, to = TO) =>
    prepareIntentRefund(ctx, PrepareIntentRefundInput.parse({ intentId, amount, to }));
  return { ctx, intentId, prepare };
}

const sql = () => database().sql;
const failing = (running: Promise<unknown>) =>
  running.then(
    () => null,
    (error: Error) => error.message,
  );

async function row(id: string) {
  const [refund] = await sql()`
    select status, failure, confirmed_at is not null as confirmed, sent_at is not null as sent, final_at is not null as final
      from refunds where id = ${id}`;
  return refund;
}

const eventsOf = async (intentId: string) =>
  (
    await sql()<{ type: string }[]>`
      select type from events where intent_id = ${intentId} and type like 'refund.%' order by created_at, id`
  ).map(({ type }) => type);

describe("refunds of a paid payment", () => {
  it("are made in parts until everything received is given back", async () => {
    const { ctx, intentId, prepare } = await paid();
    await prepare("6.25");
    const { refundId } = await prepare("6");
    expect(await failing(prepare("0.26"))).toBe("You can refund up to 0.25 USDT.");
    await prepare("0.25");
    expect(await failing(prepare("0.000001"))).toMatch(/nothing left to refund/);
    await cancelRefund(ctx, { refundId });
    expect(await getRefundable(sql(), { merchantId: ctx.merchantId, intentId })).toEqual({
      receivedMicros: 12_500_000n,
      refundedMicros: 6_500_000n,
      leftMicros: 6_000_000n,
    });
    expect(await eventsOf(intentId)).toEqual([
      "refund.prepared",
      "refund.prepared",
      "refund.prepared",
      "refund.cancelled",
    ]);
  });

  it("never exceed what was received, of twenty that want the last cent one wins", async () => {
    const { ctx, intentId, prepare } = await paid();
    await prepare("12.49");
    const wanted = await Promise.all(Array.from({ length: 20 }, () => failing(prepare("0.01"))));
    expect(wanted.filter((reason) => reason === null)).toHaveLength(1);
    expect(new Set(wanted.filter(Boolean))).toEqual(
      new Set(["There's nothing left to refund. Refunds for the full amount are already prepared."]),
    );
    const direct = sql()`
      insert into refunds (merchant_id, environment, intent_id, status, to_address, amount_micros, prepared_by)
      values (${ctx.merchantId}, 'sandbox', ${intentId}, 'prepared', ${hexFromTron(TO)}, 1, ${ctx.actor.userId})`;
    expect(await failing(direct)).toMatch(/more than was received/);
  });

  it("are refused for another business's payment and for wrong recipients", async () => {
    const { intentId, prepare } = await paid();
    const { ctx: other } = await paid();
    const input = PrepareIntentRefundInput.parse({ intentId, amount: "1", to: TO });
    await expect(prepareIntentRefund(other, input)).rejects.toMatchObject({ code: "not_found" });
    for (const to of [
      "nonsense",
      `${TO.slice(0, -1)}${TO.endsWith("x") ? "y" : "x"}`,
      "T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb",
    ]) {
      await expect(prepare("1", to)).rejects.toMatchObject({ code: "invalid_request", extra: { field: "to" } });
    }
  });

  it("wait for an address if none is given, and are confirmed with it", async () => {
    const { ctx, intentId, prepare } = await paid();
    const { refundId } = await prepare("5", "");
    expect(await row(refundId)).toMatchObject({ status: "waiting_for_address", confirmed: false });
    expect(await eventsOf(intentId)).toEqual([]);
    const refund = { id: refundId, merchantId: ctx.merchantId };
    const given = { to: hexFromTron(TO) as NonNullable<ReturnType<typeof hexFromTron>>, userId: ctx.actor.userId };
    await sql().begin((tx) => giveAddress(tx, refund, given));
    expect(await row(refundId)).toMatchObject({ status: "prepared", confirmed: true });
    expect(await eventsOf(intentId)).toEqual(["refund.prepared"]);
    expect(await sql().begin((tx) => giveAddress(tx, refund, given))).toBeNull();
  });
});

describe("the moves of a refund", () => {
  it("go from prepared by way of failed to final, each once and with its event", async () => {
    const { ctx, intentId, prepare } = await paid();
    const { refundId: id } = await prepare("5");
    const refund = { id, merchantId: ctx.merchantId };
    const at = new Date();
    const by = { simulatedTxHash: "ab".repeat(32) };
    await sql().begin((tx) => moveToSent(tx, [refund]));
    await sql().begin((tx) => moveToUnsent(tx, [refund]));
    expect(await row(id)).toMatchObject({ status: "prepared", sent: false });
    await sql().begin((tx) => moveToSent(tx, [refund]));
    expect(await sql().begin((tx) => moveToCancelled(tx, [refund]))).toEqual([]);
    await sql().begin((tx) => moveToFailed(tx, refund, "OUT_OF_ENERGY"));
    expect(await row(id)).toMatchObject({ status: "failed", failure: "OUT_OF_ENERGY" });
    await sql().begin((tx) => prepareAgain(tx, [refund]));
    expect(await row(id)).toMatchObject({ status: "prepared", failure: "OUT_OF_ENERGY" });
    await sql().begin((tx) => moveToFinal(tx, refund, { by, at }));
    expect(await sql().begin((tx) => moveToFinal(tx, refund, { by, at }))).toBeNull();
    expect(await row(id)).toMatchObject({ status: "final", final: true });
    expect(await eventsOf(intentId)).toEqual(["refund.prepared", "refund.failed", "refund.prepared", "refund.sent"]);
  });

  it("are held by the database, as is what a refund says of the money", async () => {
    const { ctx, prepare } = await paid();
    const { refundId: id } = await prepare("5");
    const wrong = [
      sql()`update refunds set status = 'failed' where id = ${id}`,
      sql()`update refunds set status = 'waiting_for_address' where id = ${id}`,
      sql()`update refunds set amount_micros = 1 where id = ${id}`,
      sql()`update refunds set to_address = ${`0x${"1".repeat(40)}`} where id = ${id}`,
      sql()`update refunds set status = 'final' where id = ${id}`,
      sql()`update refunds set confirmed_at = null, status = 'sent' where id = ${id}`,
      sql()`delete from refunds where id = ${id}`,
    ];
    for (const change of wrong) expect(await failing(change)).toMatch(/^refund/);
    expect(await row(id)).toMatchObject({ status: "prepared" });
    // the version before knows no status
    await sql()`update refunds set withdrawn_at = now() where id = ${id}`;
    expect(await row(id)).toMatchObject({ status: "cancelled" });
    await sql()`update refunds set withdrawn_at = null, simulated_tx_hash = 'ab' where id = ${id} and merchant_id = ${ctx.merchantId}`;
    expect(await row(id)).toMatchObject({ status: "final", final: true });
  });
});
