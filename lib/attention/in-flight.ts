import type { Sql, Transaction } from "@/lib/db/client";

/** A block's time may lie so far behind the expiry that its producer compared with the block before. */
const MARGIN = "1 minute";

/**
 * SQL: whether a row `s` of `sent_transactions` may still arrive. No block after its expiry contains it, so once the chain was
 * read past that, whatever the clocks say, a new transaction can't pay twice.
 */
export function isInFlight(sql: Sql | Transaction) {
  return sql`s.failed_at is null
    and not exists (
      select from chain_cursors c where c.network = s.network and c.block_time > s.expires_at + ${MARGIN}::interval)
    and not exists (
      select from outgoing_transfers o
       where o.network = s.network and o.tx_hash = s.tx_hash and o.merchant_id = s.merchant_id)`;
}

export type SentRefund = { txHash: string; sentAt: Date; expiresAt: Date };

/** The transaction that a waiting refund was last sent with, while it may still arrive; null: there is none. */
export async function findSentRefund(
  sql: Sql | Transaction,
  { merchantId, refundId }: { merchantId: string; refundId: string },
): Promise<SentRefund | null> {
  const [sent] = await sql<SentRefund[]>`
    select s.tx_hash as "txHash", s.created_at as "sentAt", s.expires_at as "expiresAt" from sent_transactions s
     where s.merchant_id = ${merchantId} and s.refund_id = ${refundId} and ${isInFlight(sql)}
     order by s.created_at desc, s.id limit 1`;
  return sent ?? null;
}
