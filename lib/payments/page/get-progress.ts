import type { paymentIntents } from "@/drizzle/schema";
import type { Context } from "@/lib/base/context/context";
import { batchById } from "@/lib/base/db/batch";
import type { Sql } from "@/lib/base/db/client";
import { notFound } from "@/lib/base/values/errors";
import { refundSumColumns, refundSumsOf } from "@/lib/payments/page/checkout-refunds";
import { type Progress, type ProgressFacts, progressOf } from "@/lib/payments/page/progress";

/** The committed progress of an intent. Concurrent callers share a query. Error: `not_found`. */
export async function getProgress(ctx: Context, id: string): Promise<Progress> {
  const facts = await loader(ctx.db)(id.toLowerCase());
  if (!facts) throw notFound("intent");
  return progressOf(facts);
}

const loader = batchById("intents.progress", (db, ids) => selectProgress(db.sql, ids));

/** The facts of the intents that exist, in no particular order. Recorded transfers no longer count as sightings. */
export function selectProgress(sql: Sql, ids: string[]) {
  return sql<(Pick<typeof paymentIntents.$inferSelect, "id"> & ProgressFacts)[]>`
    select i.id, i.status, i.amount_micros as "amountMicros", i.tolerance_micros as "toleranceMicros",
           i.received_micros as "receivedMicros", i.uncounted_micros as "uncountedMicros",
           extract(epoch from i.expires_at - now())::float8 as "secondsLeft", ${sightedColumns(sql)},
           ${isDelayed(sql)} as "isDelayed", ${refundSumColumns(sql)}
      from payment_intents i ${sightingsOf(sql)} ${refundSumsOf(sql)}
     where i.id = any(${ids}::uuid[])`;
}

/** The columns that `sightingsOf` joins to `payment_intents i`. */
export function sightedColumns(sql: Sql) {
  return sql`coalesce(s.micros, 0)::bigint as "sightedMicros", coalesce(s.blocks, 0)::int as "sightedBlocks"`;
}

/** While a live payment waits, the chain is read every few seconds. */
const DELAYED_AFTER = "1 minute";
const DELAYED_FAILURES = 3;

/** SQL: whether a live `payment_intents i` waits while no new block is read. A former network's cursor is older. */
export function isDelayed(sql: Sql) {
  return sql`
    (i.environment = 'live' and i.status = 'pending' and coalesce((
      select failures >= ${DELAYED_FAILURES} or least(passed_at, head_at) < now() - ${DELAYED_AFTER}::interval
        from chain_cursors order by passed_at desc limit 1), false))`;
}

export function sightingsOf(sql: Sql) {
  return sql`
    left join lateral (
      select sum(seen.amount_micros) as micros, min(c.head_number - seen.block_number + 1) as blocks,
             sum(hashtextextended(seen.tx_hash, seen.log_index)) as marks
        from chain_sightings seen join chain_cursors c on c.network = seen.network
       where i.environment = 'live' and ${isSighted(sql)}
    ) s on true`;
}

/** Of `chain_sightings seen`: those of the pending `payment_intents i` that aren't recorded yet. */
export function isSighted(sql: Sql) {
  return sql`seen.intent_id = i.id and i.status = 'pending' and not exists (
               select from transfers t
                where t.merchant_id = i.merchant_id and t.network = seen.network and t.tx_hash = seen.tx_hash
                  and t.log_index = seen.log_index)`;
}
