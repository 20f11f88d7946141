import type { auditLog } from "@/drizzle/schema";
import type { AuditFilter } from "@/lib/audit/filter";
import { auditWhere } from "@/lib/audit/filter";
import type { MemberContext } from "@/lib/context";
import { type Cursor, timeCursor } from "@/lib/cursor";

type Stored = typeof auditLog.$inferSelect;

export type AuditEntry = Pick<Stored, "id" | "actorId" | "action" | "targetType" | "targetId" | "address"> & {
  at: Date;
  /** the moment in microseconds since 1970, for the cursor */
  micros: bigint;
  actorType: "user" | "api_key" | "device" | "system" | "public" | "customer";
  /** a person's name or email, a key's terminal and last four characters, a device's name; null when unknown */
  actorName: string | null;
  actorEmail: string | null;
  targetName: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
};

/** Entries of the merchant's log, newest first, with the names of actor and target. */
export function selectAudit(
  ctx: MemberContext,
  filter: AuditFilter,
  { after, limit }: { after: Cursor | null; limit: number },
): Promise<AuditEntry[]> {
  const { sql } = ctx.db;
  const older = timeCursor.past(sql, after, { key: sql`a.created_at`, id: sql`a.id` });
  return sql<AuditEntry[]>`
    with a as (
      select * from audit_log a where ${auditWhere(ctx, filter)} and ${older}
       order by a.created_at desc, a.id desc limit ${limit})
    select a.id, a.created_at as at, (extract(epoch from a.created_at) * 1000000)::bigint as micros,
           a.actor_type as "actorType", a.actor_id as "actorId", u.email as "actorEmail",
           coalesce(nullif(u.name, ''), u.email, kt.name || ' ····' || k.last4, d.name) as "actorName",
           a.action, a.target_type as "targetType", a.target_id as "targetId",
           coalesce(nullif(tu.name, ''), tu.email, tt.name) as "targetName", a.address, a.before, a.after
      from a
      left join users u on a.actor_type = 'user' and u.id = case when a.actor_type = 'user' then a.actor_id::uuid end
      left join api_keys k on k.merchant_id = ${ctx.merchantId}
                          and k.id = case when a.actor_type = 'api_key' then a.actor_id::uuid end
      left join terminals kt on kt.merchant_id = k.merchant_id and kt.id = k.terminal_id
      left join device_links d on d.merchant_id = ${ctx.merchantId}
                              and d.id = case when a.actor_type = 'device' then a.actor_id::uuid end
      left join users tu on tu.id = case when a.target_type = 'user' then a.target_id::uuid end
      left join terminals tt on tt.merchant_id = ${ctx.merchantId}
                            and tt.id = case when a.target_type = 'terminal' then a.target_id::uuid end
     order by a.created_at desc, a.id desc`;
}
