import type { PendingQuery, Row } from "postgres";
import type { Environment } from "@/lib/base/context/context";
import type { Sql, Transaction } from "@/lib/base/db/client";

type Fragment = PendingQuery<Row[]>;

/**
 * SQL for `terminal_id, final_at, micros` of the refunds that became final from `from` up to, but not including, `to`,
 * two expressions. The terminal is the payment's; null: the money belongs to no payment. Reads the index
 * `refunds_final`.
 */
export function finalRefunds(
  sql: Sql | Transaction,
  { merchantId, environment }: { merchantId: string; environment: Environment },
  { from, to }: { from: Fragment; to: Fragment },
) {
  return sql`
    select i.terminal_id, f.final_at, f.amount_micros as micros
      from refunds f left join payment_intents i on i.id = f.intent_id and i.merchant_id = f.merchant_id
     where f.merchant_id = ${merchantId} and f.environment = ${environment} and f.status = 'final'
       and f.final_at >= ${from} and f.final_at < ${to}`;
}
