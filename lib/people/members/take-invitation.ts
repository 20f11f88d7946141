import { and, eq, sql as fragment } from "drizzle-orm";
import { invitations, memberships, type users } from "@/drizzle/schema";
import { recordAudit } from "@/lib/base/audit/record";
import type { Actor } from "@/lib/base/context/context";
import { orm, type Transaction } from "@/lib/base/db/client";
import { DomainError } from "@/lib/base/values/errors";
import { managedRoles } from "@/lib/base/values/permissions";
import { linkTokenHash } from "@/lib/people/accounts/link-token";
import { isOpenInvitation } from "@/lib/people/members/find-invitation";
import { lockTeam } from "@/lib/people/members/lock-team";
import { inSetupHours } from "@/lib/people/second-factor/two-step-setup";

type Person = Pick<typeof users.$inferSelect, "id" | "email">;

/**
 * Uses up an invitation and makes the person a member, in the caller's transaction. Of concurrent callers one succeeds.
 * An invitation is valid only while its sender can still give that role. For an hour, the person can set up two-step
 * sign-in that the business requires. Errors: `link_ended`, `forbidden` for another address than the invited one,
 * `conflict` for a member.
 */
export async function takeInvitation(
  tx: Transaction,
  token: string,
  person: Person,
  actor: Actor,
): Promise<{ merchantId: string }> {
  const tokenHash = linkTokenHash(token);
  const [found] = await orm(tx)
    .select({ merchantId: invitations.merchantId })
    .from(invitations)
    .where(eq(invitations.tokenHash, tokenHash));
  if (!found) throw invitationEnded();
  const team = await lockTeam(tx, found.merchantId);
  const [invitation] = await orm(tx)
    .update(invitations)
    .set({ acceptedAt: fragment`now()`, acceptedBy: person.id })
    .where(and(eq(invitations.tokenHash, tokenHash), isOpenInvitation()))
    .returning({
      id: invitations.id,
      merchantId: invitations.merchantId,
      email: invitations.email,
      role: invitations.role,
      terminalIds: invitations.terminalIds,
      invitedBy: invitations.invitedBy,
    });
  if (!invitation) throw invitationEnded();
  const { merchantId, role, terminalIds } = invitation;
  requireInvited(invitation, person);
  const inviter = team.getRole(invitation.invitedBy);
  if (!inviter || !managedRoles(inviter).includes(role)) throw invitationEnded();
  const [joined] = await orm(tx)
    .insert(memberships)
    .values({ merchantId, userId: person.id, role, terminalIds, twoStepSetupUntil: inSetupHours() })
    .onConflictDoNothing({ target: [memberships.merchantId, memberships.userId] })
    .returning({ userId: memberships.userId });
  if (!joined)
    throw new DomainError("conflict", "You're already on this team. The invitation can still be used by someone else.");
  await recordAudit(tx, {
    merchantId,
    actor,
    action: "member.joined",
    targetType: "user",
    targetId: person.id,
    after: { email: person.email, role, terminals: terminalIds, invitation: invitation.id },
  });
  return { merchantId };
}

/** Requires that an invitation is for this person. Error: `forbidden`. */
export function requireInvited({ email }: { email: string | null }, person: { email: string }): void {
  if (email === null || email.toLowerCase() === person.email.toLowerCase()) return;
  throw new DomainError(
    "forbidden",
    "This invitation is for another email address. Sign in with that address, or ask for a new invitation.",
    { field: "email" },
  );
}

export function invitationEnded() {
  return new DomainError(
    "link_ended",
    "This invitation no longer works. It was used or revoked, or has expired. Ask for a new one.",
  );
}
