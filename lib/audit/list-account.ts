import { z } from "zod";
import type { auditLog } from "@/drizzle/schema";
import { AuditCursor, formatCursor } from "@/lib/audit/cursor";
import type { UserContext } from "@/lib/context";

export const ListAccountLogInput = z.object({ cursor: AuditCursor.optional() });
export type ListAccountLogInput = z.infer<typeof ListAccountLogInput>;

export type AccountEntry = Pick<typeof auditLog.$inferSelect, "id" | "action" | "address"> & {
  at: Date;
  micros: bigint;
  /** by the person or by the operator */
  by: "you" | "operator";
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
};

const PAGE = 50;

/** The signed-in person's own security log, newest first: sign-ins, passwords, devices. */
export async function listAccountLog(
  ctx: UserContext,
  { cursor }: ListAccountLogInput,
): Promise<{ entries: AccountEntry[]; next: string | null }> {
  const { sql } = ctx.db;
  const older = cursor
    ? sql`(created_at, id) < (timestamptz 'epoch' + ${cursor.micros}::bigint * interval '1 microsecond', ${cursor.id}::uuid)`
    : sql`true`;
  const rows = await sql<AccountEntry[]>`
    select id, created_at as at, (extract(epoch from created_at) * 1000000)::bigint as micros, action,
           case when actor_type = 'system' then 'operator' else 'you' end as by, address, before, after
      from audit_log
     where merchant_id is null and target_type = 'user' and target_id = ${ctx.actor.userId} and ${older}
     order by created_at desc, id desc limit ${PAGE + 1}`;
  const entries = rows.slice(0, PAGE);
  const last = entries.at(-1);
  return { entries, next: rows.length > PAGE && last ? formatCursor(last) : null };
}
