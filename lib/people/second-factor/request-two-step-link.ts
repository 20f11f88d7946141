import { eq } from "drizzle-orm";
import { z } from "zod";
import { users } from "@/drizzle/schema";
import type { UserContext } from "@/lib/base/context/context";
import { orm, type Transaction } from "@/lib/base/db/client";
import { requireRow } from "@/lib/base/db/require-row";
import { twoStepLinkEmail } from "@/lib/base/mail/email-templates";
import { sendUntilTaken } from "@/lib/base/mail/send-until-taken";
import { conflict } from "@/lib/base/values/errors";
import { limitEmails } from "@/lib/people/accounts/limit-emails";
import { newLink } from "@/lib/people/accounts/link-token";
import { recordAccountAudit } from "@/lib/people/accounts/record-audit";
import { requireSession } from "@/lib/people/accounts/require-session";
import { authenticatorIsOn } from "@/lib/people/second-factor/begin-authenticator";
import { inSetupHours } from "@/lib/people/second-factor/two-step-setup";

export const RequestTwoStepLinkInput = z.object({});

/** `mail_deferred`: this process tries to send it for half an hour. */
export type RequestedLink = { email: string; outcome: "mail_sent" | "mail_deferred" | "mail_failed" };

/**
 * Emails the signed-in person a link with which they can set up two-step sign-in where a business requires it. Errors:
 * `conflict` without a mail server, or if it is on; `rate_limited` for the sixth email of a day; `signed_out`.
 */
export async function requestTwoStepLink(ctx: UserContext): Promise<RequestedLink> {
  const { userId } = ctx.actor;
  if (!ctx.settings.mail)
    throw conflict("This server sends no email. Ask an owner of the business to allow the setup.");
  const { email, link } = await ctx.db.sql.begin(async (tx) => {
    await requireSession(tx, ctx);
    const { email, totpEnabledAt } = users;
    const user = requireRow(await orm(tx).select({ email, totpEnabledAt }).from(users).where(eq(users.id, userId)));
    if (user.totpEnabledAt) throw authenticatorIsOn();
    await limitEmails(tx, userId, "authenticator.setup_requested", "You've requested too many setup links today.");
    return { email: user.email, link: await issueLink(ctx, tx) };
  });
  const outcome = await sendUntilTaken(ctx.settings, twoStepLinkEmail(ctx.settings, email, link));
  return { email, outcome: outcome === "sent" || outcome === "deferred" ? `mail_${outcome}` : "mail_failed" };
}

/** Only the newest link works. */
async function issueLink({ actor, settings }: UserContext, tx: Transaction): Promise<string> {
  const { link, tokenHash } = newLink(settings, "two-step");
  await orm(tx)
    .update(users)
    .set({ twoStepLinkHash: tokenHash, twoStepLinkUntil: inSetupHours() })
    .where(eq(users.id, actor.userId));
  await recordAccountAudit(tx, actor, "authenticator.setup_requested");
  return link;
}
