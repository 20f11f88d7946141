import type { MemberContext } from "@/lib/base/context/context";
import type { Transaction } from "@/lib/base/db/client";
import type { HexAddress } from "@/lib/base/tron/address";
import { hexFromTron } from "@/lib/base/tron/address";
import { createTestPayment } from "@/lib/payments/intents/create-test";
import { simulatePayment } from "@/lib/payments/intents/simulate";
import { PrepareIntentRefundInput, prepareIntentRefund } from "@/lib/payments/refunds/prepare";
import {
  giveAddress,
  moveToCancelled,
  moveToFailed,
  moveToFinal,
  moveToSent,
  prepareAgain,
} from "@/lib/payments/refunds/transition";
import { createMerchantFixture } from "@/tests/support/fixtures";
import { memberContext } from "@/tests/support/member-context";

/** A payment of 12.50 in the sandbox that is paid, and what becomes of its refunds. */
export async function refundedPayment(outcome: "paid" | "late" = "paid") {
  const ctx: MemberContext = await memberContext(await createMerchantFixture());
  const { id } = await createTestPayment(ctx, {});
  await simulatePayment(ctx, { id, outcome });
  return { ctx, id, ...refundsOf(ctx, id) };
}

/** Moves refunds of a payment by the verbs that the service uses. */
function refundsOf(ctx: MemberContext, intentId: string) {
  const { merchantId } = ctx;
  const move = (work: (tx: Transaction) => Promise<unknown>) => ctx.db.sql.begin(work);
  return {
    prepare: async (amount: string, to = "") =>
      (await prepareIntentRefund(ctx, PrepareIntentRefundInput.parse({ intentId, amount, to }))).refundId,
    confirm: (id: string, to: string) =>
      move((tx) =>
        giveAddress(tx, { id, merchantId }, { to: hexFromTron(to) as HexAddress, userId: ctx.actor.userId }),
      ),
    send: (id: string) => move((tx) => moveToSent(tx, [{ id, merchantId }])),
    fail: (id: string) => move((tx) => moveToFailed(tx, { id, merchantId }, "OUT_OF_ENERGY")),
    again: (id: string) => move((tx) => prepareAgain(tx, [{ id, merchantId }])),
    cancel: (id: string) => move((tx) => moveToCancelled(tx, [{ id, merchantId }])),
    finish: (id: string, at = new Date()) =>
      move((tx) => moveToFinal(tx, { id, merchantId }, { by: { simulatedTxHash: `0x${"cd".repeat(32)}` }, at })),
  };
}
