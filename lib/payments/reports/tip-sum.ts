import type { Sql, Transaction } from "@/lib/base/db/client";

/**
 * SQL: the sum of the tips entered at the keypad with paid payments `i`, joined as `tip`. Only payments with a tip are
 * read, by their index: `where` has to include `hasTip`.
 */
export function tipSum(sql: Sql | Transaction) {
  return {
    hasTip: sql`i.status = 'paid' and i.metadata ? 'tip_usdt'`,
    joined: sql`
      cross join lateral (
        select case when i.metadata ->> 'tip_usdt' ~ '^[0-9]{1,9}([.][0-9]{1,6})?$'
                    then ((i.metadata ->> 'tip_usdt')::numeric * 1000000)::bigint end as micros) tip`,
    micros: sql`coalesce(sum(tip.micros) filter (where tip.micros < i.amount_micros), 0)`,
  };
}
