import { z } from "zod";
import type { auditLog } from "@/drizzle/schema";
import type { UserContext } from "@/lib/base/context/context";
import { nextCursor, timeCursor } from "@/lib/base/db/cursor";

export const ListAccountLogInput = z.object({ cursor: timeCursor.schema.optional() });
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
  const rows = await sql<AccountEntry[]>`
    select id, created_at as at, (extract(epoch from created_at) * 1000000)::bigint as micros, action,
           case when actor_type = 'system' then 'operator' else 'you' end as by, address, before, after
      from audit_log
     where merchant_id is null and target_type = 'user' and target_id = ${ctx.actor.userId} and ${timeCursor.past(sql, cursor, { key: sql`created_at`, id: sql`id` })}
     order by created_at desc, id desc limit ${PAGE + 1}`;
  return { entries: rows.slice(0, PAGE), next: nextCursor(rows, PAGE, (entry) => entry.micros) };
}
