import type { refunds } from "@/drizzle/schema";
import type { MerchantContext } from "@/lib/base/context/context";
import type { Sql } from "@/lib/base/db/client";

/** Who did something: a member, by email, or a key, by name. */
export type Doer = { email: string } | { key: string };

export function toDoer({ email, key }: { email: string | null; key: string | null }): Doer | null {
  if (email !== null) return { email };
  return key === null ? null : { key };
}

/** What a payment's timeline says of a refund beside its events. */
export type RefundHistory = Pick<typeof refunds.$inferSelect, "id" | "amountMicros" | "createdAt" | "confirmedAt"> & {
  /** false: it still waits for the customer's, or did when it was cancelled */
  hasAddress: boolean;
  /** null: the account was deleted */
  preparedBy: Doer | null;
  confirmedBy: Doer | null;
  /** its transactions that were sent and that a node may have, or were simulated, oldest first */
  sent: { at: Date; by: Doer | null }[];
};

type Row = Omit<RefundHistory, "preparedBy" | "confirmedBy" | "sent"> & {
  preparedByEmail: string | null;
  preparedByKey: string | null;
  confirmedByEmail: string | null;
};

type Sent = { refundId: string; at: Date; email: string | null };

/** The refunds of a payment, oldest first. The caller has checked that the member may see the payment. */
export async function listRefundHistories(
  { db: { sql }, merchantId }: MerchantContext,
  intentId: string,
): Promise<RefundHistory[]> {
  const [rows, sent, simulated] = await Promise.all([
    sql<Row[]>`
      select f.id, f.amount_micros as "amountMicros", f.created_at as "createdAt", f.confirmed_at as "confirmedAt",
             f.to_address is not null as "hasAddress", p.email as "preparedByEmail", k.name as "preparedByKey", c.email as "confirmedByEmail"
        from refunds f
        left join users p on p.id = f.prepared_by
        left join restricted_keys k on k.id = f.prepared_by_key and k.merchant_id = f.merchant_id
        left join users c on c.id = f.confirmed_by
       where f.intent_id = ${intentId} and f.merchant_id = ${merchantId} order by f.created_at, f.id`,
    sql<Sent[]>`
      select f.id as "refundId", s.created_at as at, u.email
        from refunds f
        join sent_transactions s on s.refund_id = f.id and s.merchant_id = f.merchant_id
        left join users u on u.id = s.sent_by
       where f.intent_id = ${intentId} and f.merchant_id = ${merchantId} and s.unsent_id is distinct from s.id
       order by s.created_at, s.id`,
    listSimulated(sql, merchantId, intentId),
  ]);
  return rows.map(({ preparedByEmail, preparedByKey, confirmedByEmail, ...refund }) => ({
    ...refund,
    preparedBy: toDoer({ email: preparedByEmail, key: preparedByKey }),
    confirmedBy: toDoer({ email: confirmedByEmail, key: null }),
    sent: [...sent, ...simulated]
      .filter(({ refundId }) => refundId === refund.id)
      .map(({ at, email }) => ({ at, by: toDoer({ email, key: null }) })),
  }));
}

/**
 * When refunds of the sandbox were simulated as sent. A refund knows the last time; the earlier ones of one that failed
 * are in the audit log, where a failure that wasn't sent before was both at once.
 */
function listSimulated(sql: Sql, merchantId: string, intentId: string): Promise<Sent[]> {
  return sql<Sent[]>`
    select f.id as "refundId", step.at, null as email
      from refunds f
      cross join lateral (
        select f.sent_at as at where f.failed_at is null and f.sent_at is not null
        union all
        select at from (
          select a.created_at as at, a.after ->> 'outcome' as outcome,
                 lag(a.after ->> 'outcome') over (order by a.created_at, a.id) as earlier
            from audit_log a
           where f.failed_at is not null and a.merchant_id = f.merchant_id and a.action = 'refund.simulated'
             and a.created_at between f.created_at and greatest(f.sent_at, f.failed_at)
             and a.after ->> 'refundId' = f.id::text) simulated
         where outcome = 'sent' or outcome = 'failed' and earlier is distinct from 'sent') step
     where f.intent_id = ${intentId} and f.merchant_id = ${merchantId} and f.environment = 'sandbox'
     order by step.at`;
}
