import { and, count, eq, sql as fragment, gt, isNotNull, type SQL } from "drizzle-orm";
import { z } from "zod";
import { invitations, memberships, merchants, users } from "@/drizzle/schema";
import { recordAudit } from "@/lib/base/audit/record";
import type { MemberContext } from "@/lib/base/context/context";
import { orm, type Transaction } from "@/lib/base/db/client";
import { requireRow } from "@/lib/base/db/require-row";
import { invitationEmail } from "@/lib/base/mail/email-templates";
import type { MailOutcome } from "@/lib/base/mail/send";
import { sendUntilTaken } from "@/lib/base/mail/send-until-taken";
import { DomainError } from "@/lib/base/values/errors";
import type { Role } from "@/lib/base/values/permissions";
import { displayName } from "@/lib/people/accounts/display-name";
import { Email, hasEmail } from "@/lib/people/accounts/email";
import { newLink } from "@/lib/people/accounts/link-token";
import { isOpenInvitation } from "@/lib/people/members/find-invitation";
import { Grant, grantedTerminals, requireManaged } from "@/lib/people/members/grant";
import { lockTeam } from "@/lib/people/members/lock-team";
import { revokeInvitations } from "@/lib/people/members/revoke-invitations";

/** without an email, anyone with the link can accept */
export const CreateInvitationInput = z.intersection(z.object({ email: Email.nullable() }), Grant);
export type CreateInvitationInput = z.infer<typeof CreateInvitationInput>;

export type CreatedInvitation = { id: string; link: string; expiresAt: Date; mail: MailOutcome | "deferred" };

const DAYS = 7;
const MOST_OPEN = 50;
const MAILS_A_DAY = { toAddress: 5, byInviter: 50 };

/**
 * Creates an invitation. Its link is returned only here, and emailed if there is an address and a mail server, at most
 * five times a day per address and fifty times per inviter. A new invitation to an address replaces the old one, if its
 * role is one that the inviter can give. Errors: `forbidden`, `not_found` for a terminal, `conflict` for a member or
 * when too many are open.
 */
export async function createInvitation(ctx: MemberContext, input: CreateInvitationInput): Promise<CreatedInvitation> {
  const { link, tokenHash } = newLink(ctx.settings, "invitation");
  const { email, role } = input;
  const made = await ctx.db.sql.begin(async (tx) => {
    const team = await lockTeam(tx, ctx.merchantId);
    const ownRole = team.getRole(ctx.actor.userId);
    requireManaged(ownRole, role);
    const terminalIds = await grantedTerminals(tx, ctx.merchantId, input);
    if (email) {
      await lockEmails(tx, ctx.actor.userId, email);
      requireManaged(ownRole, ...(await makeRoomFor(tx, ctx, email)));
    }
    await requireRoom(tx, ctx.merchantId);
    const row = requireRow(
      await orm(tx)
        .insert(invitations)
        .values({
          merchantId: ctx.merchantId,
          email,
          role,
          terminalIds,
          tokenHash,
          invitedBy: ctx.actor.userId,
          expiresAt: fragment`now() + make_interval(days => ${DAYS})`,
        })
        .returning({ id: invitations.id, expiresAt: invitations.expiresAt }),
    );
    await recordAudit(tx, {
      merchantId: ctx.merchantId,
      actor: ctx.actor,
      action: "invitation.created",
      targetType: "invitation",
      targetId: row.id,
      after: { email, role, terminals: terminalIds },
    });
    const names = requireRow(
      await orm(tx)
        .select({ merchantName: merchants.name, inviter: displayName })
        .from(merchants)
        .innerJoin(users, eq(users.id, ctx.actor.userId))
        .where(eq(merchants.id, ctx.merchantId)),
    );
    return { ...row, names, isFlooded: email !== null && (await isFlooded(tx, ctx.actor.userId, email)) };
  });
  if (made.isFlooded) return { id: made.id, link, expiresAt: made.expiresAt, mail: "failed" };
  const mail = email
    ? await sendUntilTaken(ctx.settings, invitationEmail(ctx.settings, email, { link, role, ...made.names }))
    : "off";
  return { id: made.id, link, expiresAt: made.expiresAt, mail };
}

/**
 * Invitations by a person or to an address come one after the other, in all businesses, so that each counts those
 * before.
 */
async function lockEmails(tx: Transaction, inviter: string, email: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended('invite by ' || ${inviter}, 0))`;
  await tx`select pg_advisory_xact_lock(hashtextextended('invite ' || lower(${email}), 0))`;
}

/**
 * Whether too many invitations of a day, in all businesses, were to this address or by this person for one more email.
 */
async function isFlooded(tx: Transaction, inviter: string, email: string): Promise<boolean> {
  const lastDay = gt(invitations.createdAt, fragment`now() - interval '1 day'`);
  const { toAddress, byInviter } = requireRow(
    await orm(tx)
      .select({
        toAddress: fragment<number>`(count(*) filter (where ${isInvited(email)}))::int`,
        byInviter: fragment<number>`(count(*) filter (where ${eq(invitations.invitedBy, inviter)}))::int`,
      })
      .from(invitations)
      .where(and(isNotNull(invitations.email), lastDay)),
  );
  return toAddress > MAILS_A_DAY.toAddress || byInviter > MAILS_A_DAY.byInviter;
}

function isInvited(email: string): SQL {
  return fragment`lower(${invitations.email}) = lower(${email})`;
}

/** Rejects the address of a member, and revokes older invitations to the address. Returns their roles. */
async function makeRoomFor(tx: Transaction, ctx: MemberContext, email: string): Promise<Role[]> {
  const [member] = await orm(tx)
    .select({ userId: memberships.userId })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(eq(memberships.merchantId, ctx.merchantId), hasEmail(email)));
  if (member) throw new DomainError("conflict", `${email} is already on the team.`, { field: "email" });
  return revokeInvitations(tx, ctx, isInvited(email));
}

async function requireRoom(tx: Transaction, merchantId: string): Promise<void> {
  const open = requireRow(
    await orm(tx)
      .select({ count: count() })
      .from(invitations)
      .where(and(eq(invitations.merchantId, merchantId), isOpenInvitation())),
  );
  if (open.count < MOST_OPEN) return;
  throw new DomainError("conflict", `You have ${MOST_OPEN} pending invitations. Revoke one before you create another.`);
}
