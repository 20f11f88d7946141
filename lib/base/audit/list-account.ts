import { z } from "zod";
import type { auditLog } from "@/drizzle/schema";
import type { UserContext } from "@/lib/base/context/context";
import { timeCursor } from "@/lib/base/lists/cursor";
import { newestFirst, pageOf } from "@/lib/base/lists/newest-first";

export const ListAccountLogInput = z.object({ cursor: timeCursor.schema.optional() });
export type ListAccountLogInput = z.infer<typeof ListAccountLogInput>;

export type AccountEntry = Pick<typeof auditLog.$inferSelect, "id" | "action" | "address"> & {
  at: Date;
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
  const { after, order, micros } = newestFirst(sql, sql`created_at`, sql`id`);
  const rows = await sql<(AccountEntry & { micros: string })[]>`
    select id, created_at as at, ${micros}, action,
           case when actor_type = 'system' then 'operator' else 'you' end as by, address, before, after
      from audit_log
     where merchant_id is null and target_type = 'user' and target_id = ${ctx.actor.userId}
       and ${after(cursor)}
     order by ${order} limit ${PAGE + 1}`;
  const { rows: entries, next } = pageOf(rows, PAGE);
  return { entries, next };
}
