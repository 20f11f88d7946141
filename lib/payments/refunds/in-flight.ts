import type { Sql, Transaction } from "@/lib/base/db/client";

/** A block's time may lie so far behind the expiry that its producer compared with the block before. */
const MARGIN = "1 minute";

/**
 * SQL: whether a row `s` of `sent_transactions` may still arrive, or has arrived and isn't recorded. No block after its
 * expiry contains it, so once the chain was read past that, whatever the clocks say, a new transaction can't pay twice.
 */
export function isInFlight(sql: Sql | Transaction) {
  return sql`${isUnsettled(sql)} and s.unsent_id is distinct from s.id
    and (${isReported(sql)} or not exists (
      select from chain_cursors c where c.network = s.network and c.block_time > s.expires_at + ${MARGIN}::interval))`;
}

/** SQL: whether a row `s` of `sent_transactions` is recorded neither as failed nor as a transfer that left. */
export function isUnsettled(sql: Sql | Transaction) {
  return sql`s.failed_at is null
    and not exists (
      select from outgoing_transfers o
       where o.network = s.network and o.tx_hash = s.tx_hash and o.merchant_id = s.merchant_id)`;
}

/** SQL: whether a row `s` of `sent_transactions` was signed and not sent, and can be until it expires. */
export function isUnsent(sql: Sql | Transaction) {
  return sql`(s.unsent_id = s.id and s.expires_at > now())`;
}

/**
 * SQL: whether a node has reported a transfer of a row `s` of `sent_transactions` that isn't recorded because another
 * node doesn't confirm it or none can show it in full.
 */
export function isReported(sql: Sql | Transaction) {
  return sql`exists (
    select from attention_items reported
     where reported.merchant_id = s.merchant_id and reported.resolved_at is null and reported.disputed is not null
       and reported.disputed ->> 'network' = s.network and reported.disputed ->> 'txHash' = s.tx_hash)`;
}

/**
 * SQL: whether a transfer from the refund wallet that is like a refund `f` waits for a member's decision: it may have
 * paid the refund.
 */
export function hasProposal(sql: Sql | Transaction) {
  return sql`exists (
    select from refund_wallet_transfers proposed
     where proposed.refund_id = f.id and proposed.merchant_id = f.merchant_id and proposed.decided_at is null)`;
}

export const PROPOSED =
  "A transfer from your refund wallet looks like this refund. Confirm or reject it under Settlement first. Nothing was changed.";

/** `isReported`: it is in a block, but not recorded. */
export type SentRefund = { txHash: string; isReported: boolean };

/** The transaction that a waiting refund was last sent with, while it may still arrive; null: there is none. */
export async function findSentRefund(
  sql: Sql | Transaction,
  { merchantId, refundId }: { merchantId: string; refundId: string },
): Promise<SentRefund | null> {
  const [sent] = await sql<SentRefund[]>`
    select s.tx_hash as "txHash", ${isReported(sql)} as "isReported" from sent_transactions s
     where s.merchant_id = ${merchantId} and s.refund_id = ${refundId} and ${isInFlight(sql)}
     order by s.created_at desc, s.id limit 1`;
  return sent ?? null;
}
