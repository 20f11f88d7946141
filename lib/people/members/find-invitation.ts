import { and, eq, sql as fragment, gt, isNull } from "drizzle-orm";
import { invitations, memberships, merchants, users } from "@/drizzle/schema";
import type { Context } from "@/lib/base/context/context";
import { managedRoles, type Role } from "@/lib/base/values/permissions";
import { displayName } from "@/lib/people/accounts/display-name";
import { LinkToken, linkTokenHash } from "@/lib/people/accounts/link-token";

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
  const [row] = await ctx.db.orm
    .select({
      shop: merchants.name,
      role: invitations.role,
      email: invitations.email,
      expiresAt: invitations.expiresAt,
      inviterRole: memberships.role,
      invitedBy: displayName,
    })
    .from(invitations)
    .innerJoin(merchants, eq(merchants.id, invitations.merchantId))
    .innerJoin(users, eq(users.id, invitations.invitedBy))
    .innerJoin(memberships, and(eq(memberships.merchantId, merchants.id), eq(memberships.userId, users.id)))
    .where(and(eq(invitations.tokenHash, linkTokenHash(token)), isOpenInvitation()));
  if (!row) return null;
  const { inviterRole, ...invitation } = row;
  return managedRoles(inviterRole).includes(invitation.role) ? invitation : null;
}

/** The condition that a row of `invitations` can still be accepted. */
export function isOpenInvitation() {
  return and(isNull(invitations.acceptedAt), isNull(invitations.revokedAt), gt(invitations.expiresAt, fragment`now()`));
}
