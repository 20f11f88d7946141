import type { z } from "zod";
import type { users } from "@/drizzle/schema";
import { AuditFilter } from "@/lib/base/audit/filter";
import { type AuditEntry, selectAudit } from "@/lib/base/audit/select";
import type { MemberContext } from "@/lib/base/context/context";
import { timeCursor } from "@/lib/base/lists/cursor";
import { pageOf } from "@/lib/base/lists/newest-first";

export const ListAuditInput = AuditFilter.extend({ cursor: timeCursor.schema.optional() });
export type ListAuditInput = z.infer<typeof ListAuditInput>;

const PAGE = 50;

/** A page of the merchant's audit log, newest first; `next` is the cursor of the page after it, null on the last. */
export async function listAudit(
  ctx: MemberContext,
  { cursor, ...filter }: ListAuditInput,
): Promise<{ entries: AuditEntry[]; next: string | null }> {
  const rows = await selectAudit(ctx, filter, { after: cursor ?? null, limit: PAGE + 1 });
  const { rows: entries, next } = pageOf(rows, PAGE);
  return { entries, next };
}

type Person = Pick<typeof users.$inferSelect, "id" | "name">;

/** Everyone with an entry in the merchant's log, for the filter. */
export function listAuditPeople(ctx: MemberContext): Promise<Person[]> {
  return ctx.db.sql<Person[]>`
    select u.id, coalesce(nullif(u.name, ''), u.email) as name
      from users u where u.id in (
        select actor_id::uuid from audit_log where merchant_id = ${ctx.merchantId} and actor_type = 'user')
     order by lower(coalesce(nullif(u.name, ''), u.email)), u.id`;
}
