import { z } from "zod";
import type { Context } from "@/lib/context";
import { log } from "@/lib/log";
import { resetLetter } from "@/lib/mail/letters";
import { isMailOn, sendMail } from "@/lib/mail/send";
import { issueResetLink } from "@/lib/users/create-reset-link";
import { Email } from "@/lib/users/email";

export const RequestResetInput = z.object({ email: Email });
export type RequestResetInput = z.infer<typeof RequestResetInput>;

/**
 * Sends a link to a new password, when the e-mail has an account and this installation a mail server. The caller is
 * answered before anything is looked up, so neither the answer nor its time tells which of it holds.
 */
export function requestPasswordReset(ctx: Context, { email }: RequestResetInput): { mail: "on" | "off" } {
  sendLink(ctx, email).catch((error) => log().error({ err: error }, "a password reset failed"));
  return { mail: isMailOn() ? "on" : "off" };
}

async function sendLink(ctx: Context, email: string): Promise<void> {
  const [user] = await ctx.db.sql<{ id: string; email: string; asked: boolean }[]>`
    select u.id, u.email, exists (
             select from account_tokens t where t.user_id = u.id and t.purpose = 'password_reset'
                and t.used_at is null and t.created_at > now() - interval '1 minute') as asked
      from users u where lower(u.email) = lower(${email})`;
  if (!user) return;
  if (!isMailOn()) {
    const hint = "somebody forgot the password; make a link with: npm run admin -- reset-link --email …";
    return log().warn({ userId: user.id }, hint);
  }
  // a second mail within the minute helps nobody but who floods a mailbox
  if (user.asked) return;
  const { link } = await ctx.db.sql.begin((tx) => issueResetLink(tx, ctx.actor, user.id));
  await sendMail(resetLetter(user.email, link));
}
