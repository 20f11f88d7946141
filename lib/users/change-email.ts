import { z } from "zod";
import type { UserContext } from "@/lib/context";
import type { Transaction } from "@/lib/db/client";
import { DomainError } from "@/lib/errors";
import { addressTakenEmail, confirmAddressEmail } from "@/lib/mail/email-templates";
import { isMailOn, type MailOutcome, sendMail } from "@/lib/mail/send";
import { Email } from "@/lib/users/email";
import { newLink } from "@/lib/users/link-token";
import { moveToEmail } from "@/lib/users/move-to-email";
import { noteAccount } from "@/lib/users/note";

export const ChangeEmailInput = z.object({ email: Email });
export type ChangeEmailInput = z.infer<typeof ChangeEmailInput>;

const HOURS = 1;
const EMAILS_PER_DAY = 5;

/**
 * Changes the email of a person who has just entered their password: by a link to the new address when there is a mail
 * server, else immediately. With mail, a taken address gets the same answer, and its owner an email. Errors: `conflict` when
 * nothing would change, and without mail for a taken address; `rate_limited` for the sixth email of a day.
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
  const message = await ctx.db.sql.begin(async (tx) => {
    if (await isOwn(tx, userId, email))
      throw new DomainError("conflict", "This is already your email.", { field: "email" });
    await limitEmails(tx, userId);
    await noteAccount(tx, ctx.actor, "email.change_requested", { after: { email } });
    if (await isTakenByAnother(tx, userId, email)) return addressTakenEmail(email);
    return confirmAddressEmail(email, await issueLink(tx, userId, email));
  });
  return { outcome: outcomeOfMail(await sendMail(message)) };
}

function outcomeOfMail(outcome: MailOutcome) {
  return outcome === "sent" ? "mail_sent" : "mail_failed";
}

/** Only the newest link works. */
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

/** These emails go to addresses that may belong to someone else. Error: `rate_limited`. */
async function limitEmails(tx: Transaction, userId: string): Promise<void> {
  await tx`select id from users where id = ${userId} for update`;
  const [asked] = await tx<[{ count: number }]>`
    select count(*)::int as count from audit_log
     where merchant_id is null and target_id = ${userId} and action = 'email.change_requested'
       and created_at > now() - interval '1 day'`;
  if (asked.count < EMAILS_PER_DAY) return;
  throw new DomainError("rate_limited", "You've tried to change your email too often today. Try again tomorrow.");
}

async function isOwn(tx: Transaction, userId: string, email: string): Promise<boolean> {
  const rows = await tx`select from users where id = ${userId} and email = ${email}`;
  return rows.length > 0;
}

async function isTakenByAnother(tx: Transaction, userId: string, email: string): Promise<boolean> {
  const rows = await tx`select from users where lower(email) = lower(${email}) and id <> ${userId}`;
  return rows.length > 0;
}
