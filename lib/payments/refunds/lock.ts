import { z } from "zod";
import type { refunds } from "@/drizzle/schema";
import type { EnvironmentContext } from "@/lib/base/context/context";
import type { Transaction } from "@/lib/base/db/client";
import type { HexAddress } from "@/lib/base/tron/address";
import { conflict, notFound } from "@/lib/base/values/errors";
import { findSentRefund, hasProposal, PROPOSED } from "@/lib/payments/refunds/in-flight";
import type { RefundStatus } from "@/lib/payments/refunds/state";

export const RefundId = z.object({ refundId: z.guid() });
export type RefundId = z.infer<typeof RefundId>;

type Row = typeof refunds.$inferSelect;

export type LockedRefund = Pick<
  Row,
  "id" | "merchantId" | "intentId" | "itemId" | "amountMicros" | "preparedBy" | "preparedByKey" | "confirmedAt"
> & { status: RefundStatus; from: HexAddress | null; to: HexAddress | null };

/**
 * A refund of the merchant and environment, locked with its item until the transaction ends. Everyone who changes a
 * refund locks its item first, then the refund. Error: `not_found`.
 */
export async function lockRefund(
  tx: Transaction,
  { merchantId, environment }: Pick<EnvironmentContext, "merchantId" | "environment">,
  { refundId }: RefundId,
): Promise<LockedRefund> {
  await tx`
    select from attention_items n
     where n.merchant_id = ${merchantId}
       and n.id = (select f.item_id from refunds f where f.id = ${refundId} and f.merchant_id = ${merchantId})
       for no key update`;
  // read only now: another decision may have come first while this one waited for the lock
  const [refund] = await tx<LockedRefund[]>`
    select ${lockedColumns(tx)} from refunds where id = ${refundId} and merchant_id = ${merchantId} and environment = ${environment}
       for no key update`;
  if (!refund) throw notFound("refund");
  return refund;
}

/** `lockRefund` of several at once, by their IDs' order. Error: `not_found` for any that isn't there. */
export async function lockRefunds(
  tx: Transaction,
  { merchantId, environment }: Pick<EnvironmentContext, "merchantId" | "environment">,
  refundIds: readonly string[],
): Promise<LockedRefund[]> {
  const ids = [...new Set(refundIds)];
  await tx`
    select from attention_items n
     where n.merchant_id = ${merchantId}
       and n.id = any(array(
         select f.item_id from refunds f where f.id = any(${ids}::uuid[]) and f.merchant_id = ${merchantId}))
     order by n.id for no key update`;
  // read only now, as above
  const refunds = await tx<LockedRefund[]>`
    select ${lockedColumns(tx)} from refunds
     where id = any(${ids}::uuid[]) and merchant_id = ${merchantId} and environment = ${environment}
     order by id for no key update`;
  if (refunds.length < ids.length) throw notFound("refund");
  return refunds;
}

function lockedColumns(tx: Transaction) {
  return tx`
    id, merchant_id as "merchantId", intent_id as "intentId", item_id as "itemId", amount_micros as "amountMicros",
    prepared_by as "preparedBy", prepared_by_key as "preparedByKey", confirmed_at as "confirmedAt", status,
    from_address as from, to_address as to`;
}

/** Error: `conflict` when a refund was or may have been sent, or was cancelled, so it can't be `verb`: "cancelled". */
export async function requireNotSent(tx: Transaction, refund: LockedRefund, verb: string): Promise<void> {
  const { id: refundId, merchantId, status } = refund;
  if (status === "final") throw conflict(`This refund was already sent, so it can't be ${verb}.`);
  if (status === "cancelled") throw conflict("This refund was already cancelled.");
  const proposed = await tx`
    select from refunds f where f.id = ${refundId} and f.merchant_id = ${merchantId} and ${hasProposal(tx)}`;
  if (proposed.length > 0) throw conflict(PROPOSED);
  // the sandbox has no transactions
  if (status === "sent" || (await findSentRefund(tx, { merchantId, refundId }))) {
    throw conflict(`This refund was sent and may still be confirmed, so it can't be ${verb}.`);
  }
}
