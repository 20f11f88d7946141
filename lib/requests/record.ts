import type { apiRequests } from "@/drizzle/schema";
import type { Environment } from "@/lib/context";
import type { Database } from "@/lib/db/client";

/** `error` is the error message of the response; null without an error. */
export type RequestEntry = Omit<typeof apiRequests.$inferSelect, "environment" | "createdAt"> & {
  environment: Environment;
  at: Date;
};

/** Writes a batch of request log entries and records when their keys were last used. */
export async function recordRequests(db: Database, entries: RequestEntry[]): Promise<void> {
  const list = <T>(pick: (entry: RequestEntry) => T) => entries.map(pick);
  await db.sql`
    with r as (
      insert into api_requests (id, merchant_id, terminal_id, key_id, environment, method, path, status, code,
                                error, duration_us, address, created_at)
      select * from unnest(
        ${list((e) => e.id)}::uuid[], ${list((e) => e.merchantId)}::uuid[], ${list((e) => e.terminalId)}::uuid[],
        ${list((e) => e.keyId)}::uuid[], ${list((e) => e.environment)}::text[], ${list((e) => e.method)}::text[],
        ${list((e) => e.path)}::text[], ${list((e) => e.status)}::int[], ${list((e) => e.code)}::text[],
        ${list((e) => e.error)}::text[],
        ${list((e) => e.durationMicros)}::int[], ${list((e) => e.address)}::text[],
        ${list((e) => e.at.toISOString())}::timestamptz[])
      returning key_id, created_at)
    update api_keys k set last_used_at = u.at
      from (select key_id, max(created_at) as at from r group by key_id) u
     where k.id = u.key_id and (k.last_used_at is null or k.last_used_at < u.at - interval '1 minute')`;
}
