import { recordAudit } from "@/lib/audit/record";
import type { Actor } from "@/lib/context";
import type { Transaction } from "@/lib/db/client";
import { DomainError } from "@/lib/errors";
import { lockTeam } from "@/lib/members/lock-team";
import { managedRoles, type Role } from "@/lib/members/permissions";
import { linkTokenHash } from "@/lib/users/link-token";

type Taken = {
  id: string;
  merchantId: string;
  email: string | null;
  role: Role;
  terminalIds: string[] | null;
  invitedBy: string;
};
type Person = { id: string; email: string };

/**
 * Uses up an invitation and makes the person a member, in the caller's transaction. Of concurrent callers one succeeds.
 * An invitation is valid only while its sender can still give that role.
 * Errors: `link_ended`, `forbidden` for another address than the invited one, `conflict` for a member.
 */
export async function takeInvitation(
  tx: Transaction,
  token: string,
  person: Person,
  actor: Actor,
): Promise<{ merchantId: string }> {
  const tokenHash = linkTokenHash(token);
  const [found] = await tx<{ merchantId: string }[]>`
    select merchant_id as "merchantId" from invitations where token_hash = ${tokenHash}`;
  if (!found) throw invitationEnded();
  const team = await lockTeam(tx, found.merchantId);
  const [invitation] = await tx<Taken[]>`
    update invitations set accepted_at = now(), accepted_by = ${person.id}
     where token_hash = ${tokenHash} and accepted_at is null and revoked_at is null and expires_at > now()
    returning id, merchant_id as "merchantId", email, role, terminal_ids as "terminalIds", invited_by as "invitedBy"`;
  if (!invitation) throw invitationEnded();
  const { merchantId, role, terminalIds } = invitation;
  requireInvited(invitation, person);
  const inviter = team.getRole(invitation.invitedBy);
  if (!inviter || !managedRoles(inviter).includes(role)) throw invitationEnded();
  const [joined] = await tx`
    insert into memberships (merchant_id, user_id, role, terminal_ids)
    values (${merchantId}, ${person.id}, ${role}, ${terminalIds}::uuid[])
    on conflict (merchant_id, user_id) do nothing returning user_id`;
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
