import type { refunds } from "@/drizzle/schema";
import type { MemberContext } from "@/lib/base/context/context";
import type { Sql, Transaction } from "@/lib/base/db/client";
import type { ReadTransfer } from "@/lib/base/tron/transfer-transaction";
import { conflict } from "@/lib/base/values/errors";
import { hasProposal, isInFlight, isUnsent, PROPOSED } from "@/lib/payments/refunds/in-flight";

export type RefundLike = Pick<typeof refunds.$inferSelect, "id" | "itemId" | "intentId" | "merchantId">;

/** A refund may end just before its transfer's time: its sender read the refund earlier. */
const MARGIN = "1 minute";

/** `isOwn`: kept with this very transaction, signed and not sent; `isKept`: with that or another one. */
type Row = RefundLike & {
  isProposed: boolean;
  isLeft: boolean;
  isWithdrawn: boolean;
  isSent: boolean;
  isReady: boolean;
  isOwn: boolean;
  isKept: boolean;
};

/**
 * Locks all refunds like a signed transfer, their items first, as everyone does who sends, matches or cancels one, so
 * that what `findRefundLike` then reads stays true. The caller holds the ledger lock.
 */
export async function lockRefundsLike(tx: Transaction, { merchantId }: MemberContext, transfer: ReadTransfer) {
  await tx`
    select from attention_items n
     where n.merchant_id = ${merchantId} and n.id in (
       select f.item_id from refunds f where f.merchant_id = ${merchantId} and ${isLike(tx, transfer)})
     order by n.id for no key update`;
  await tx`
    select from refunds f where f.merchant_id = ${merchantId} and ${isLike(tx, transfer)} order by f.id for no key update`;
}

/**
 * The waiting refund that a signed transfer sends; null when it is another transfer. Of several equal ones, that which
 * is kept with this transaction, else one that is kept with none, so that each transfer sends its own. Errors:
 * `conflict` when every such refund was sent, or one has left or was cancelled since the transfer was made and the
 * transfer may be for that one, it isn't confirmed, or it is paid from elsewhere now.
 */
export async function findRefundLike(
  sql: Sql | Transaction,
  { merchantId }: MemberContext,
  { transfer, txHash }: { transfer: ReadTransfer; txHash: string },
): Promise<RefundLike | null> {
  const rows = await sql<Row[]>`
    select f.id, f.item_id as "itemId", f.intent_id as "intentId", f.merchant_id as "merchantId",
           f.status = 'final' as "isLeft", f.status = 'cancelled' as "isWithdrawn",
           f.status in ('prepared', 'sent', 'failed') and f.confirmed_at is not null as "isReady",
           ${hasProposal(sql)} as "isProposed",
           exists (select from sent_transactions s
                    where s.refund_id = f.id and s.merchant_id = f.merchant_id and ${isInFlight(sql)}) as "isSent",
           coalesce(kept.is_own, false) as "isOwn", kept.is_own is not null as "isKept"
      from refunds f left join outgoing_transfers o on o.id = f.outgoing_id and o.merchant_id = f.merchant_id
     cross join lateral (
       select bool_or(s.tx_hash = ${txHash}) as is_own from sent_transactions s
        where s.refund_id = f.id and s.merchant_id = f.merchant_id and ${isUnsent(sql)}) kept
     where f.merchant_id = ${merchantId} and ${isLike(sql, transfer)}
       and ${isSince(sql, transfer)}
     order by f.created_at, f.id`;
  const waiting = rows.filter((row) => !row.isLeft && !row.isWithdrawn);
  const free = waiting.filter((row) => !row.isProposed);
  if (free.length < waiting.length && free.length === 0) throw conflict(PROPOSED);
  const unsent = free.filter((row) => !row.isSent);
  const readies = unsent.filter((row) => row.isReady);
  const ready = readies.find((row) => row.isOwn) ?? readies.find((row) => !row.isKept) ?? readies[0];
  if (ready) return ready;
  if (unsent.length > 0) throw conflict("This refund isn't confirmed yet. Confirm it, then sign it again.");
  if (waiting.length > 0) throw conflict("This refund was already sent and may still be confirmed.");
  if (rows.some((row) => row.isLeft)) {
    throw conflict("This refund was already sent, with another transfer. Nothing was sent this time.");
  }
  if (rows.length > 0) {
    throw conflict("This refund was cancelled after the transfer was prepared. Nothing was sent.");
  }
  await requireNotMoved(sql, merchantId, transfer);
  return null;
}

/**
 * Error: `conflict` for a transfer that was made for a refund of this address's money which has been paid from a refund
 * wallet since then, or is going to be: the customer would get it twice.
 */
async function requireNotMoved(sql: Sql | Transaction, merchantId: string, { from, ...transfer }: ReadTransfer) {
  const moved = await sql`
    select from refund_wallets w join refunds f on f.merchant_id = w.merchant_id and f.from_address = w.address
      left join outgoing_transfers o on o.id = f.outgoing_id and o.merchant_id = f.merchant_id
      left join payment_intents i on i.id = f.intent_id and i.merchant_id = f.merchant_id
      left join attention_items n on n.id = f.item_id and n.merchant_id = f.merchant_id
      left join transfers t on t.id = n.transfer_id and t.merchant_id = n.merchant_id
     where w.merchant_id = ${merchantId} and f.to_address = ${transfer.to} and f.amount_micros = ${transfer.amountMicros}
       and ${from} in (i.receive_address, t.address) and ${isSince(sql, transfer)} limit 1`;
  if (moved.length > 0) {
    throw conflict("This refund is paid from your refund wallet now. Nothing was sent. Sign the refund again.");
  }
}

/** SQL: whether a refund `f`, which left by a transfer `o`, still waited when a signed transfer was made. */
function isSince(sql: Sql | Transaction, { createdAt }: Pick<ReadTransfer, "createdAt">) {
  return sql`
    coalesce(o.created_at, f.final_at, f.withdrawn_at, 'infinity') > ${createdAt}::timestamptz - ${MARGIN}::interval`;
}

function isLike(sql: Sql | Transaction, { from, to, amountMicros }: ReadTransfer) {
  return sql`f.from_address = ${from} and f.to_address = ${to} and f.amount_micros = ${amountMicros}`;
}
