import { z } from "zod";
import { recordAudit } from "@/lib/audit/record";
import type { MemberContext } from "@/lib/context";
import type { Transaction } from "@/lib/db/client";
import { DomainError } from "@/lib/errors";
import { invitationEmail } from "@/lib/mail/email-templates";
import { type MailOutcome, sendMail } from "@/lib/mail/send";
import { Grant, grantedTerminals, requireManaged } from "@/lib/members/grant";
import { lockTeam } from "@/lib/members/lock-team";
import { Email } from "@/lib/users/email";
import { newLink } from "@/lib/users/link-token";

/** without an email, anyone with the link can accept */
export const CreateInvitationInput = z.intersection(z.object({ email: Email.nullable() }), Grant);
export type CreateInvitationInput = z.infer<typeof CreateInvitationInput>;

export type CreatedInvitation = { id: string; link: string; expiresAt: Date; mail: MailOutcome };

const DAYS = 7;
const MOST_OPEN = 50;
const MAILS_A_DAY = 5;

/**
 * Creates an invitation. Its link is returned only here, and emailed if there is an address and a mail server, at most
 * five times a day per address. A new invitation to an address replaces the old one.
 * Errors: `forbidden`, `not_found` for a terminal, `conflict` for a member or when too many are open.
 */
export async function createInvitation(ctx: MemberContext, input: CreateInvitationInput): Promise<CreatedInvitation> {
  const { link, tokenHash } = newLink("invitation");
  const { email, role } = input;
  const made = await ctx.db.sql.begin(async (tx) => {
    const team = await lockTeam(tx, ctx.merchantId);
    requireManaged(team.getRole(ctx.actor.userId), role);
    const terminalIds = await grantedTerminals(tx, ctx.merchantId, input);
    if (email) await makeRoomFor(tx, ctx.merchantId, email);
    await requireRoom(tx, ctx.merchantId);
    const [row] = await tx<[{ id: string; expiresAt: Date }]>`
      insert into invitations (merchant_id, email, role, terminal_ids, token_hash, invited_by, expires_at)
      values (${ctx.merchantId}, ${email}, ${role}, ${terminalIds}::uuid[], ${tokenHash}, ${ctx.actor.userId},
              now() + make_interval(days => ${DAYS}))
      returning id, expires_at as "expiresAt"`;
    await recordAudit(tx, {
      merchantId: ctx.merchantId,
      actor: ctx.actor,
      action: "invitation.created",
      targetType: "invitation",
      targetId: row.id,
      after: { email, role, terminals: terminalIds },
    });
    const [names] = await tx<[{ merchantName: string; inviter: string }]>`
      select m.name as "merchantName", coalesce(nullif(u.name, ''), u.email) as inviter
        from merchants m, users u where m.id = ${ctx.merchantId} and u.id = ${ctx.actor.userId}`;
    return { ...row, names, isFlooded: email !== null && (await isFlooded(tx, email)) };
  });
  if (made.isFlooded) return { id: made.id, link, expiresAt: made.expiresAt, mail: "failed" };
  const mail = email ? await sendMail(invitationEmail(email, { link, role, ...made.names })) : "off";
  return { id: made.id, link, expiresAt: made.expiresAt, mail };
}

/** Whether an address has been invited too often within a day, by any business, to get one more email. */
async function isFlooded(tx: Transaction, email: string): Promise<boolean> {
  const [sent] = await tx<[{ count: number }]>`
    select count(*)::int as count from invitations
     where lower(email) = lower(${email}) and created_at > now() - interval '1 day'`;
  return sent.count > MAILS_A_DAY;
}

/** Rejects the address of a member, and revokes older invitations to the address. */
async function makeRoomFor(tx: Transaction, merchantId: string, email: string): Promise<void> {
  const [member] = await tx`
    select s.user_id from memberships s join users u on u.id = s.user_id
     where s.merchant_id = ${merchantId} and lower(u.email) = lower(${email})`;
  if (member) throw new DomainError("conflict", `${email} is already on the team.`, { field: "email" });
  await tx`
    update invitations set revoked_at = now()
     where merchant_id = ${merchantId} and lower(email) = lower(${email}) and accepted_at is null and revoked_at is null`;
}

async function requireRoom(tx: Transaction, merchantId: string): Promise<void> {
  const [open] = await tx<[{ count: number }]>`
    select count(*)::int as count from invitations
     where merchant_id = ${merchantId} and accepted_at is null and revoked_at is null and expires_at > now()`;
  if (open.count < MOST_OPEN) return;
  throw new DomainError("conflict", `You have ${MOST_OPEN} pending invitations. Revoke one before you create another.`);
}
