import { and, eq, sql as fragment, isNull, ne } from "drizzle-orm";
import { z } from "zod";
import { accountTokens, users } from "@/drizzle/schema";
import type { UserContext } from "@/lib/base/context/context";
import { orm, type Transaction } from "@/lib/base/db/client";
import { addressTakenEmail, confirmAddressEmail } from "@/lib/base/mail/email-templates";
import { sendUntilTaken } from "@/lib/base/mail/send-until-taken";
import { DomainError } from "@/lib/base/values/errors";
import { Email, hasEmail } from "@/lib/people/accounts/email";
import { limitEmails } from "@/lib/people/accounts/limit-emails";
import { newLink } from "@/lib/people/accounts/link-token";
import { recordAccountAudit } from "@/lib/people/accounts/record-audit";
import { requireSession } from "@/lib/people/accounts/require-session";
import { requireNoSetupHold } from "@/lib/people/second-factor/two-step-setup";
import { moveToEmail } from "@/lib/people/sign-in/move-to-email";

export const ChangeEmailInput = z.object({ email: Email });
export type ChangeEmailInput = z.infer<typeof ChangeEmailInput>;

const HOURS = 1;

/**
 * Changes the email of a person who has just entered their password: by a link to the new address when there is a mail
 * server, else immediately. With mail, a taken address gets the same answer, and its owner an email. Errors: `conflict`
 * when nothing would change, before two-step sign-in that a business requires, and without mail for a taken address;
 * `rate_limited` for the sixth email of a day; `signed_out` if the session was ended in the meantime, such as by a
 * password reset.
 */
export async function changeEmail(
  ctx: UserContext,
  { email }: ChangeEmailInput,
): Promise<{ outcome: "changed" | "mail_sent" | "mail_deferred" | "mail_failed" }> {
  const { userId } = ctx.actor;
  if (!ctx.settings.mail) {
    await ctx.db.sql.begin(async (tx) => {
      await requireSession(tx, ctx);
      await moveToEmail(tx, ctx.actor, userId, email);
    });
    return { outcome: "changed" };
  }
  const message = await ctx.db.sql.begin(async (tx) => {
    await requireSession(tx, ctx);
    if (await isOwn(tx, userId, email))
      throw new DomainError("conflict", "This is already your email.", { field: "email" });
    await requireNoSetupHold(tx, userId);
    // these emails go to addresses that may belong to someone else
    await limitEmails(tx, userId, "email.change_requested", "You've tried to change your email too often today.");
    await recordAccountAudit(tx, ctx.actor, "email.change_requested", { after: { email } });
    if (await isTakenByAnother(tx, userId, email)) return addressTakenEmail(ctx.settings, email);
    return confirmAddressEmail(ctx.settings, email, await issueLink(ctx, tx, email));
  });
  return { outcome: outcomeOfMail(await sendUntilTaken(ctx.settings, message)) };
}

function outcomeOfMail(outcome: Awaited<ReturnType<typeof sendUntilTaken>>) {
  return outcome === "sent" ? "mail_sent" : outcome === "deferred" ? "mail_deferred" : "mail_failed";
}

/** Only the newest link works. */
async function issueLink(
  { actor: { userId }, settings }: UserContext,
  tx: Transaction,
  email: string,
): Promise<string> {
  const { link, tokenHash } = newLink(settings, "confirm-email");
  await orm(tx)
    .update(accountTokens)
    .set({ usedAt: fragment`now()` })
    .where(
      and(eq(accountTokens.userId, userId), eq(accountTokens.purpose, "email_change"), isNull(accountTokens.usedAt)),
    );
  const expiresAt = fragment`now() + make_interval(hours => ${HOURS})`;
  await orm(tx)
    .insert(accountTokens)
    .values({ userId, purpose: "email_change", tokenHash, newEmail: email, expiresAt });
  return link;
}

async function isOwn(tx: Transaction, userId: string, email: string): Promise<boolean> {
  const rows = await orm(tx)
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.email, email)));
  return rows.length > 0;
}

async function isTakenByAnother(tx: Transaction, userId: string, email: string): Promise<boolean> {
  const rows = await orm(tx)
    .select({ id: users.id })
    .from(users)
    .where(and(hasEmail(email), ne(users.id, userId)));
  return rows.length > 0;
}
