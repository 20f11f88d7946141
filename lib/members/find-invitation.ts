import type { Context } from "@/lib/context";
import { managedRoles, type Role } from "@/lib/members/permissions";
import { LinkToken, linkTokenHash } from "@/lib/users/link-token";

export type Invitation = {
  shop: string;
  role: Role;
  /** only this address can accept; null: anyone with the link */
  email: string | null;
  invitedBy: string;
  expiresAt: Date;
};

/** The invitation of a link; null if it was used, revoked, has expired or never existed. Finding it does not use it. */
export async function findInvitation(ctx: Context, token: string): Promise<Invitation | null> {
  if (!LinkToken.safeParse(token).success) return null;
  const [row] = await ctx.db.sql<(Invitation & { inviterRole: Role })[]>`
    select m.name as shop, i.role, i.email, i.expires_at as "expiresAt", s.role as "inviterRole",
           coalesce(nullif(u.name, ''), u.email) as "invitedBy"
      from invitations i
      join merchants m on m.id = i.merchant_id
      join users u on u.id = i.invited_by
      join memberships s on s.merchant_id = i.merchant_id and s.user_id = i.invited_by
     where i.token_hash = ${linkTokenHash(token)} and i.accepted_at is null and i.revoked_at is null and i.expires_at > now()`;
  if (!row) return null;
  const { inviterRole, ...invitation } = row;
  return managedRoles(inviterRole).includes(invitation.role) ? invitation : null;
}
