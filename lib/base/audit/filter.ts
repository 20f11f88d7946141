import { z } from "zod";
import type { MemberContext } from "@/lib/base/context/context";

const Day = z.iso.date("Enter a date, for example 2026-11-30.");

/** Which entries of the audit log to show; days are in the merchant's time zone, both included. */
export const AuditFilter = z.object({
  /** a person */
  person: z.guid().optional(),
  /** an action (`api_key.rotated`), or everything about a noun (`api_key`) */
  action: z
    .string()
    .regex(/^[a-z_]+(\.[a-z_]+)?$/)
    .optional(),
  from: Day.optional(),
  to: Day.optional(),
});
export type AuditFilter = z.infer<typeof AuditFilter>;

/** SQL that restricts a query on `audit_log a` to the merchant and the filter. */
export function auditWhere(ctx: MemberContext, { person, action, from, to }: AuditFilter) {
  const { sql } = ctx.db;
  const zone = sql`(select time_zone from merchants where id = ${ctx.merchantId})`;
  return sql`
    a.merchant_id = ${ctx.merchantId}
    and ${person ? sql`a.actor_type = 'user' and a.actor_id = ${person.toLowerCase()}` : sql`true`}
    and ${action ? sql`(a.action = ${action} or split_part(a.action, '.', 1) = ${action})` : sql`true`}
    and ${from ? sql`a.created_at >= ${from}::date::timestamp at time zone ${zone}` : sql`true`}
    and ${to ? sql`a.created_at < (${to}::date + 1)::timestamp at time zone ${zone}` : sql`true`}`;
}
