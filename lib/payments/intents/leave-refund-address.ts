import { and, eq } from "drizzle-orm";
import { paymentIntents, refundAddresses } from "@/drizzle/schema";
import { recordAudit } from "@/lib/base/audit/record";
import type { Context } from "@/lib/base/context/context";
import { orm, type Transaction } from "@/lib/base/db/client";
import { notifyIntents } from "@/lib/base/db/listen";
import { tronFromHex } from "@/lib/base/tron/address";
import { notFound } from "@/lib/base/values/errors";
import { checkRecipient, type RecipientFault } from "@/lib/chain/wallets/recipient";
import { takesRefundAddress } from "@/lib/payments/intents/state";

/** `closed`: there is nothing to refund, or not yet. `taken`: there is an address, and it can't be changed here. */
export type RefundAddressRefusal = RecipientFault | "closed" | "taken";

type Row = typeof refundAddresses.$inferInsert;

/**
 * Records where a customer would like a refund to go: once per payment, and while a refund waits for it, also another
 * address instead. Of several concurrent callers one wins, and the same address again is fine. Anyone who knows the
 * intent's id may do this, so nothing is ever sent there automatically: a member confirms the address that they see.
 * Returns null, or why nothing was recorded. Error: `not_found`.
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
    const { merchantId } = intent;
    // a payment that takes an address goes on taking one, so of it only a reset of the sandbox matters
    const takes = takesRefundAddress(intent);
    const isAsked = await lockWaitingRefund(tx, { merchantId, intentId: id });
    if (!isAsked && !takes) return (await hasRefunds(tx, { merchantId, intentId: id })) ? "taken" : "closed";
    const found = await checkRecipient(tx, { text, token: settings.network?.token ?? null, merchantId });
    if ("fault" in found) return found.fault;
    const row = { paymentIntentId: id, merchantId, address: found.address };
    if (isAsked) await replaceAddress(tx, row);
    else if (!(await insertOnce(tx, row))) return "taken";
    await notifyIntents(tx, [id]);
    return null;
  });
}

type IntentOf = { merchantId: string; intentId: string };

/**
 * Returns whether a refund waits for the address. Until the transaction ends it goes on waiting, and no one else leaves
 * an address for it.
 */
async function lockWaitingRefund(tx: Transaction, { merchantId, intentId }: IntentOf): Promise<boolean> {
  const [waiting] = await tx`
    select from refunds
     where intent_id = ${intentId} and merchant_id = ${merchantId} and status = 'waiting_for_address'
     order by id limit 1 for no key update`;
  return waiting !== undefined;
}

async function hasRefunds(tx: Transaction, { merchantId, intentId }: IntentOf): Promise<boolean> {
  const [refund] = await tx`
    select from refunds
     where intent_id = ${intentId} and merchant_id = ${merchantId} and status <> 'cancelled' limit 1`;
  return refund !== undefined;
}

/** Writes both to the audit log, without which the database deletes no address. */
async function replaceAddress(tx: Transaction, row: Row): Promise<void> {
  const left = await findLeft(tx, row);
  if (left === row.address) return;
  if (left !== null) {
    await recordLeft(tx, row, { action: "refund.address_cleared", before: { address: tronFromHex(left) } });
    await orm(tx)
      .delete(refundAddresses)
      .where(
        and(eq(refundAddresses.paymentIntentId, row.paymentIntentId), eq(refundAddresses.merchantId, row.merchantId)),
      );
  }
  await insertOnce(tx, row);
}

/** Returns whether this address is the payment's, now or before. */
async function insertOnce(tx: Transaction, row: Row): Promise<boolean> {
  const [left] = await orm(tx)
    .insert(refundAddresses)
    .values(row)
    .onConflictDoNothing({ target: refundAddresses.paymentIntentId })
    .returning({ address: refundAddresses.address });
  if (!left) return (await findLeft(tx, row)) === row.address;
  await recordLeft(tx, row, { action: "refund.address_left", after: { address: tronFromHex(left.address) } });
  return true;
}

async function findLeft(tx: Transaction, { paymentIntentId, merchantId }: Row): Promise<string | null> {
  const [left] = await orm(tx)
    .select({ address: refundAddresses.address })
    .from(refundAddresses)
    .where(and(eq(refundAddresses.paymentIntentId, paymentIntentId), eq(refundAddresses.merchantId, merchantId)));
  return left?.address ?? null;
}

type Change = {
  action: "refund.address_left" | "refund.address_cleared";
  before?: { address: string };
  after?: { address: string };
};

function recordLeft(tx: Transaction, { paymentIntentId: targetId, merchantId }: Row, change: Change) {
  return recordAudit(tx, { merchantId, actor: { type: "customer" }, targetType: "intent", targetId, ...change });
}
