import type { invitations, memberships, terminals } from "@/drizzle/schema";
import type { MemberContext } from "@/lib/base/context/context";
import { managedRoles } from "@/lib/base/values/permissions";

export type OpenInvitation = Pick<
  typeof invitations.$inferSelect,
  "id" | "email" | "role" | "createdAt" | "expiresAt"
> & {
  terminals: Pick<typeof terminals.$inferSelect, "id" | "name">[] | null;
  /** a person's name, or their email while it is empty */
  invitedBy: string;
};
type Row = OpenInvitation & { inviterRole: (typeof memberships.$inferSelect)["role"] };

/** The invitations that can still be accepted, newest first. */
export async function listInvitations(ctx: MemberContext): Promise<OpenInvitation[]> {
  const rows = await ctx.db.sql<Row[]>`
    select i.id, i.email, i.role, i.created_at as "createdAt", i.expires_at as "expiresAt", s.role as "inviterRole",
           coalesce(nullif(u.name, ''), u.email) as "invitedBy",
           case when i.terminal_ids is not null then (
             select coalesce(json_agg(json_build_object('id', t.id, 'name', t.name) order by lower(t.name)), '[]')
               from terminals t where t.merchant_id = i.merchant_id and t.id = any(i.terminal_ids)) end as terminals
      from invitations i
      join users u on u.id = i.invited_by
      join memberships s on s.merchant_id = i.merchant_id and s.user_id = i.invited_by
     where i.merchant_id = ${ctx.merchantId} and i.accepted_at is null and i.revoked_at is null and i.expires_at > now()
     order by i.created_at desc, i.id`;
  return rows
    .filter(({ inviterRole, role }) => managedRoles(inviterRole).includes(role))
    .map(({ inviterRole: _, ...invitation }) => invitation);
}
