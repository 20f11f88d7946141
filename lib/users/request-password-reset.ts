import { z } from "zod";
import type { Actor, Context } from "@/lib/context";
import type { Transaction } from "@/lib/db/client";
import { log } from "@/lib/log";
import { passwordResetEmail } from "@/lib/mail/email-templates";
import { isMailOn, sendMail } from "@/lib/mail/send";
import { issueResetLink } from "@/lib/users/create-reset-link";
import { Email } from "@/lib/users/email";
import { resetPauseMinutes } from "@/lib/users/reset-pause";

export const RequestResetInput = z.object({ email: Email });
export type RequestResetInput = z.infer<typeof RequestResetInput>;

/**
 * Sends a reset link when the email has an account and a mail server is configured, with growing pauses between the links
 * of a day. Answers before anything is looked up, so neither the answer nor its time tells whether there is an account.
 */
export function requestPasswordReset(ctx: Context, { email }: RequestResetInput): { mail: "on" | "off" } {
  sendResetLink(ctx, email).catch((error) => log().error({ err: error }, "a password reset failed"));
  return { mail: isMailOn() ? "on" : "off" };
}

/** Sends a reset link, unless there is no such account, no mail server, or a pause. */
export async function sendResetLink(ctx: Context, email: string): Promise<void> {
  const [user] = await ctx.db.sql<{ id: string; email: string }[]>`
    select id, email from users where lower(email) = lower(${email})`;
  if (!user) return;
  if (!isMailOn()) {
    const hint = "someone forgot their password; create a reset link with: npm run admin -- reset-link --email …";
    return log().warn({ userId: user.id }, hint);
  }
  const link = await ctx.db.sql.begin((tx) => issueUnlessPaused(tx, ctx.actor, user.id));
  if (link) await sendMail(passwordResetEmail(user.email, link));
}

/** Of simultaneous requests one gets a link; null during a pause. */
async function issueUnlessPaused(tx: Transaction, actor: Actor, userId: string): Promise<string | null> {
  await tx`select id from users where id = ${userId} for update`;
  const [asked] = await tx<[{ today: number; minutesAgo: number }]>`
    select count(*)::int as today,
           coalesce(extract(epoch from clock_timestamp() - max(created_at)) / 60, 0)::float8 as "minutesAgo"
      from account_tokens
     where user_id = ${userId} and purpose = 'password_reset' and created_at > now() - interval '1 day'`;
  if (asked.today > 0 && asked.minutesAgo < resetPauseMinutes(asked.today)) return null;
  return (await issueResetLink(tx, actor, userId)).link;
}
