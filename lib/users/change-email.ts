import { z } from "zod";
import type { UserContext } from "@/lib/context";
import type { Transaction } from "@/lib/db/client";
import { DomainError } from "@/lib/errors";
import { confirmEmailLetter, takenEmailLetter } from "@/lib/mail/letters";
import { isMailOn, type MailOutcome, sendMail } from "@/lib/mail/send";
import { Email } from "@/lib/users/email";
import { newLink } from "@/lib/users/link-token";
import { moveToEmail } from "@/lib/users/move-to-email";
import { noteAccount } from "@/lib/users/note";

export const ChangeEmailInput = z.object({ email: Email });
export type ChangeEmailInput = z.infer<typeof ChangeEmailInput>;

const HOURS = 1;
const MAILS_A_DAY = 5;

/**
 * Moves a person who has just given the password to another e-mail: by a link to that address when there is a mail
 * server, else at once. By mail a taken address gets the same answer, and its owner a letter.
 * Errors: `conflict` when nothing would change, and without mail also for a taken address; `rate_limited` for the sixth mail
 * of a day.
 */
export async function changeEmail(
  ctx: UserContext,
  { email }: ChangeEmailInput,
): Promise<{ outcome: "changed" | "mail_sent" | "mail_failed" }> {
  const { userId } = ctx.actor;
  if (!isMailOn()) {
    await ctx.db.sql.begin((tx) => moveToEmail(tx, ctx.actor, userId, email));
    return { outcome: "changed" };
  }
  const letter = await ctx.db.sql.begin(async (tx) => {
    if (await isOwn(tx, userId, email))
      throw new DomainError("conflict", "This is your e-mail already.", { field: "email" });
    await requireFewMails(tx, userId);
    await noteAccount(tx, ctx.actor, "email.change_requested", { after: { email } });
    if (await isOfAnother(tx, userId, email)) return takenEmailLetter(email);
    return confirmEmailLetter(email, await issueLink(tx, userId, email));
  });
  return { outcome: told(await sendMail(letter)) };
}

function told(outcome: MailOutcome) {
  return outcome === "sent" ? "mail_sent" : "mail_failed";
}

/** The newest link alone works. */
async function issueLink(tx: Transaction, userId: string, email: string): Promise<string> {
  const { link, tokenHash } = newLink("confirm-email");
  await tx`
    update account_tokens set used_at = now()
     where user_id = ${userId} and purpose = 'email_change' and used_at is null`;
  await tx`
    insert into account_tokens (user_id, purpose, token_hash, new_email, expires_at)
    values (${userId}, 'email_change', ${tokenHash}, ${email}, now() + make_interval(hours => ${HOURS}))`;
  return link;
}

/** The mails go to addresses that somebody else may own. Error: `rate_limited`. */
async function requireFewMails(tx: Transaction, userId: string): Promise<void> {
  await tx`select id from users where id = ${userId} for update`;
  const [asked] = await tx<[{ count: number }]>`
    select count(*)::int as count from audit_log
     where merchant_id is null and target_id = ${userId} and action = 'email.change_requested'
       and created_at > now() - interval '1 day'`;
  if (asked.count < MAILS_A_DAY) return;
  throw new DomainError("rate_limited", "You have asked for this too often today. Try again tomorrow.");
}

async function isOwn(tx: Transaction, userId: string, email: string): Promise<boolean> {
  const rows = await tx`select from users where id = ${userId} and email = ${email}`;
  return rows.length > 0;
}

async function isOfAnother(tx: Transaction, userId: string, email: string): Promise<boolean> {
  const rows = await tx`select from users where lower(email) = lower(${email}) and id <> ${userId}`;
  return rows.length > 0;
}
