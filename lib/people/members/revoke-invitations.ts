import { and, eq, sql as fragment, notInArray, type SQL } from "drizzle-orm";
import { invitations } from "@/drizzle/schema";
import { recordAudit } from "@/lib/base/audit/record";
import type { MerchantContext } from "@/lib/base/context/context";
import { orm, type Transaction } from "@/lib/base/db/client";
import type { Role } from "@/lib/base/values/permissions";
import { isOpenInvitation } from "@/lib/people/members/find-invitation";

/**
 * Revokes the merchant's open invitations that match, in the caller's transaction, each with an audit entry. Returns
 * their roles.
 */
export async function revokeInvitations(
  tx: Transaction,
  { merchantId, actor }: MerchantContext,
  which: SQL | undefined,
): Promise<Role[]> {
  const revoked = await orm(tx)
    .update(invitations)
    .set({ revokedAt: fragment`now()` })
    .where(and(eq(invitations.merchantId, merchantId), isOpenInvitation(), which))
    .returning({ id: invitations.id, email: invitations.email, role: invitations.role });
  for (const { id, email, role } of revoked) {
    await recordAudit(tx, {
      merchantId,
      actor,
      action: "invitation.revoked",
      targetType: "invitation",
      targetId: id,
      before: { email, role },
    });
  }
  return revoked.map(({ role }) => role);
}

/** Revokes a member's open invitations to roles that they can't give any more. */
export async function revokeInvitationsOf(
  tx: Transaction,
  ctx: MerchantContext,
  inviterId: string,
  managed: readonly Role[],
): Promise<void> {
  await revokeInvitations(
    tx,
    ctx,
    and(eq(invitations.invitedBy, inviterId), managed.length ? notInArray(invitations.role, [...managed]) : undefined),
  );
}
