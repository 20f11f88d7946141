import { z } from "zod";
import type { Actor, Context } from "@/lib/context";
import type { Transaction } from "@/lib/db/client";
import { log } from "@/lib/log";
import { resetLetter } from "@/lib/mail/letters";
import { isMailOn, sendMail } from "@/lib/mail/send";
import { issueResetLink } from "@/lib/users/create-reset-link";
import { Email } from "@/lib/users/email";
import { resetPauseMinutes } from "@/lib/users/reset-pause";

export const RequestResetInput = z.object({ email: Email });
export type RequestResetInput = z.infer<typeof RequestResetInput>;

/**
 * Sends a link to a new password, when the e-mail has an account and this installation a mail server, with growing pauses
 * between the mails of a day, wherever they are asked for. The caller is answered before anything is looked up, so neither the answer nor its time tells which of it holds.
 */
export function requestPasswordReset(ctx: Context, { email }: RequestResetInput): { mail: "on" | "off" } {
  sendResetLink(ctx, email).catch((error) => log().error({ err: error }, "a password reset failed"));
  return { mail: isMailOn() ? "on" : "off" };
}

/** Mails a link, unless there is no such account, no mail server, or a pause. */
export async function sendResetLink(ctx: Context, email: string): Promise<void> {
  const [user] = await ctx.db.sql<{ id: string; email: string }[]>`
    select id, email from users where lower(email) = lower(${email})`;
  if (!user) return;
  if (!isMailOn()) {
    const hint = "somebody forgot the password; make a link with: npm run admin -- reset-link --email …";
    return log().warn({ userId: user.id }, hint);
  }
  const link = await ctx.db.sql.begin((tx) => issueUnlessPaused(tx, ctx.actor, user.id));
  if (link) await sendMail(resetLetter(user.email, link));
}

/** Of any number who ask at the same moment one gets a link; null while there is a pause. */
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
