import type { PendingQuery, Row } from "postgres";
import type { Sql, Transaction } from "@/lib/base/db/client";
import { ON_TIME_GRACE_SECONDS } from "@/lib/payments/intents/state";

/**
 * SQL: whether both the chain's final time and the database's clock are past the expiry of a live intent `i` and the
 * grace. `finalTime`: SQL of the first.
 */
export function isOverdue(sql: Sql | Transaction, finalTime: PendingQuery<Row[]>) {
  return sql`i.expires_at < least(${finalTime}, clock_timestamp()) - make_interval(secs => ${ON_TIME_GRACE_SECONDS})`;
}
