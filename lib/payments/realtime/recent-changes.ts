import type { events } from "@/drizzle/schema";
import type { Environment } from "@/lib/base/context/context";
import type { Database } from "@/lib/base/db/client";

export type Change = Pick<typeof events.$inferSelect, "id" | "merchantId" | "terminalId"> & {
  environment: Environment;
};

/** Events and transfers of these merchants' payments within the last `withinMs`. */
export function recentChanges(db: Database, merchantIds: string[], withinMs: number): Promise<Change[]> {
  const { sql } = db;
  const since = sql`now() - make_interval(secs => ${withinMs / 1_000}::float8)`;
  return sql<Change[]>`
    select id, merchant_id as "merchantId", environment, terminal_id as "terminalId"
      from events where created_at > ${since} and merchant_id = any(${merchantIds}::uuid[])
    union all
    select t.id, t.merchant_id, i.environment, i.terminal_id
      from transfers t join payment_intents i on i.id = t.intent_id and i.merchant_id = t.merchant_id
     where t.created_at > ${since} and t.merchant_id = any(${merchantIds}::uuid[])`;
}
