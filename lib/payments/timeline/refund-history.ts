import type { refunds } from "@/drizzle/schema";
import type { MerchantContext } from "@/lib/base/context/context";

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
  /** its transactions that were sent and that a node may have, oldest first; of the sandbox the last one */
  sent: { at: Date; by: Doer | null }[];
};

type Row = Omit<RefundHistory, "preparedBy" | "confirmedBy" | "sent"> & {
  preparedByEmail: string | null;
  preparedByKey: string | null;
  confirmedByEmail: string | null;
  simulatedAt: Date | null;
};

/** The refunds of a payment, oldest first. The caller has checked that the member may see the payment. */
export async function listRefundHistories(
  { db: { sql }, merchantId }: MerchantContext,
  intentId: string,
): Promise<RefundHistory[]> {
  const [rows, sent] = await Promise.all([
    sql<Row[]>`
      select f.id, f.amount_micros as "amountMicros", f.created_at as "createdAt", f.confirmed_at as "confirmedAt",
             f.to_address is not null as "hasAddress", p.email as "preparedByEmail", k.name as "preparedByKey", c.email as "confirmedByEmail",
             case f.environment when 'sandbox' then f.sent_at end as "simulatedAt"
        from refunds f
        left join users p on p.id = f.prepared_by
        left join restricted_keys k on k.id = f.prepared_by_key and k.merchant_id = f.merchant_id
        left join users c on c.id = f.confirmed_by
       where f.intent_id = ${intentId} and f.merchant_id = ${merchantId} order by f.created_at, f.id`,
    sql<{ refundId: string; at: Date; email: string | null }[]>`
      select f.id as "refundId", s.created_at as at, u.email
        from refunds f
        join sent_transactions s on s.refund_id = f.id and s.merchant_id = f.merchant_id
        left join users u on u.id = s.sent_by
       where f.intent_id = ${intentId} and f.merchant_id = ${merchantId} and s.unsent_id is distinct from s.id
       order by s.created_at, s.id`,
  ]);
  return rows.map(({ preparedByEmail, preparedByKey, confirmedByEmail, simulatedAt, ...refund }) => ({
    ...refund,
    preparedBy: toDoer({ email: preparedByEmail, key: preparedByKey }),
    confirmedBy: toDoer({ email: confirmedByEmail, key: null }),
    sent: [
      ...sent
        .filter(({ refundId }) => refundId === refund.id)
        .map(({ at, email }) => ({ at, by: toDoer({ email, key: null }) })),
      ...(simulatedAt ? [{ at: simulatedAt, by: null }] : []),
    ],
  }));
}
