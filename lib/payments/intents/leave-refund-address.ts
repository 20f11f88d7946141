import { and, eq } from "drizzle-orm";
import { paymentIntents, refundAddresses } from "@/drizzle/schema";
import { recordAudit } from "@/lib/base/audit/record";
import type { Context } from "@/lib/base/context/context";
import { orm, type Transaction } from "@/lib/base/db/client";
import { tronFromHex } from "@/lib/base/tron/address";
import { notFound } from "@/lib/base/values/errors";
import { checkRecipient, type RecipientFault } from "@/lib/chain/wallets/recipient";
import { takesRefundAddress } from "@/lib/payments/intents/state";

/** `closed`: there is nothing to refund, or not yet. `taken`: another address was left before. */
export type RefundAddressRefusal = RecipientFault | "closed" | "taken";

/**
 * Records where a customer would like a refund to go, once per payment: of several concurrent callers the first one
 * wins, and the same address again is fine. Anyone who knows the intent's id may do this, so nothing is ever sent there
 * automatically. Returns null, or why nothing was recorded. Error: `not_found`.
 */
export async function leaveRefundAddress(
  { db, settings }: Context,
  { id, address: text }: { id: string; address: string },
): Promise<RefundAddressRefusal | null> {
  return db.sql.begin(async (tx) => {
    const [intent] = await orm(tx)
      .select({
        merchantId: paymentIntents.merchantId,
        status: paymentIntents.status,
        amountMicros: paymentIntents.amountMicros,
        receivedMicros: paymentIntents.receivedMicros,
        uncountedMicros: paymentIntents.uncountedMicros,
      })
      .from(paymentIntents)
      .where(eq(paymentIntents.id, id))
      .for("key share");
    if (!intent) throw notFound("intent");
    // locked only against a reset of the sandbox: a payment that takes an address goes on taking one
    if (!takesRefundAddress(intent)) return "closed";
    const { merchantId } = intent;
    const found = await checkRecipient(tx, { text, token: settings.network?.token ?? null, merchantId });
    if ("fault" in found) return found.fault;
    return (await insertOnce(tx, { paymentIntentId: id, merchantId, address: found.address })) ? null : "taken";
  });
}

/** Returns whether this address is the payment's, now or before. */
async function insertOnce(tx: Transaction, row: typeof refundAddresses.$inferInsert): Promise<boolean> {
  const { paymentIntentId: id, merchantId, address } = row;
  const [left] = await orm(tx)
    .insert(refundAddresses)
    .values(row)
    .onConflictDoNothing({ target: refundAddresses.paymentIntentId })
    .returning({ address: refundAddresses.address });
  if (left) {
    await recordAudit(tx, {
      merchantId,
      actor: { type: "customer" },
      action: "refund.address_left",
      targetType: "intent",
      targetId: id,
      after: { address: tronFromHex(address) },
    });
    return true;
  }
  const [first] = await orm(tx)
    .select({ address: refundAddresses.address })
    .from(refundAddresses)
    .where(and(eq(refundAddresses.paymentIntentId, id), eq(refundAddresses.merchantId, merchantId)));
  return first?.address === address;
}
