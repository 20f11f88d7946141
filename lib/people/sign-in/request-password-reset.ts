import { and, count, eq, sql as fragment, gt } from "drizzle-orm";
import { z } from "zod";
import { accountTokens, users } from "@/drizzle/schema";
import type { Context } from "@/lib/base/context/context";
import { orm, type Transaction } from "@/lib/base/db/client";
import { requireRow } from "@/lib/base/db/require-row";
import { passwordResetEmail } from "@/lib/base/mail/email-templates";
import { sendUntilTaken } from "@/lib/base/mail/send-until-taken";
import { log } from "@/lib/base/process/log";
import { Email, hasEmail } from "@/lib/people/accounts/email";
import { issueResetLink } from "@/lib/people/sign-in/create-reset-link";

export const RequestResetInput = z.object({ email: Email });
export type RequestResetInput = z.infer<typeof RequestResetInput>;

/**
 * Sends a reset link when the email has an account and a mail server is configured, with exponential backoff between
 * the links of a day. Answers before anything is looked up, so neither the answer nor its time tells whether there is
 * an account.
 */
export function requestPasswordReset(ctx: Context, { email }: RequestResetInput): { mail: "on" | "off" } {
  sendResetLink(ctx, email).catch((error) => log().error({ err: error }, "a password reset failed"));
  return { mail: ctx.settings.mail ? "on" : "off" };
}

/** Sends a reset link, unless there is no such account, no mail server, or a pause. */
export async function sendResetLink(ctx: Context, email: string): Promise<void> {
  const [user] = await ctx.db.orm.select({ id: users.id, email: users.email }).from(users).where(hasEmail(email));
  if (!user) return;
  if (!ctx.settings.mail) {
    const hint = "someone forgot their password; create a reset link with: npm run admin -- reset-link --email …";
    return log().warn({ userId: user.id }, hint);
  }
  const link = await ctx.db.sql.begin((tx) => issueUnlessPaused(ctx, tx, user.id));
  if (link) await sendUntilTaken(ctx.settings, passwordResetEmail(ctx.settings, user.email, link));
}

/** Of simultaneous requests one gets a link; null during a pause. */
async function issueUnlessPaused(ctx: Context, tx: Transaction, userId: string): Promise<string | null> {
  await orm(tx).select({ id: users.id }).from(users).where(eq(users.id, userId)).for("update");
  const { purpose, createdAt } = accountTokens;
  const asked = requireRow(
    await orm(tx)
      .select({
        today: count(),
        minutesAgo: fragment<number>`
          coalesce(extract(epoch from clock_timestamp() - max(${createdAt})) / 60, 0)::float8`,
      })
      .from(accountTokens)
      .where(
        and(
          eq(accountTokens.userId, userId),
          eq(purpose, "password_reset"),
          gt(createdAt, fragment`now() - interval '1 day'`),
        ),
      ),
  );
  if (asked.today > 0 && asked.minutesAgo < resetPauseMinutes(asked.today)) return null;
  return (await issueResetLink(ctx, tx, userId)).link;
}

/**
 * Minutes to wait before the next reset email, by the number sent within a day, so that no one can flood a mailbox. At
 * most seven in any 24 hours.
 */
function resetPauseMinutes(linksToday: number): number {
  return [0, 1, 5, 30, 120, 360, 360][linksToday] ?? 1_440;
}
