import { sql as fragment } from "drizzle-orm";
import { accountTokens, users } from "@/drizzle/schema";
import type { Context } from "@/lib/base/context/context";
import { orm, type Transaction } from "@/lib/base/db/client";
import { requireRow } from "@/lib/base/db/require-row";
import { DomainError } from "@/lib/base/values/errors";
import { hasEmail } from "@/lib/people/accounts/email";
import { newLink } from "@/lib/people/accounts/link-token";
import { recordAccountAudit } from "@/lib/people/accounts/record-audit";

const HOURS = 1;

/**
 * For the operator: a reset link for a person, which works once and expires in an hour. Two-step sign-in stays on.
 * Error: `invalid_request` when the email has no account.
 */
export async function createResetLink(ctx: Context, email: string): Promise<{ link: string; expiresAt: Date }> {
  return ctx.db.sql.begin(async (tx) => {
    const [user] = await orm(tx).select({ id: users.id }).from(users).where(hasEmail(email));
    if (!user) throw new DomainError("invalid_request", `No account has the email ${email}.`);
    return issueResetLink(ctx, tx, user.id);
  });
}

/** Creates a reset link in the caller's transaction. */
export async function issueResetLink({ actor, settings }: Context, tx: Transaction, userId: string) {
  const { link, tokenHash } = newLink(settings, "reset-password");
  const expiresAt = fragment`now() + make_interval(hours => ${HOURS})`;
  const token = requireRow(
    await orm(tx)
      .insert(accountTokens)
      .values({ userId, purpose: "password_reset", tokenHash, expiresAt })
      .returning({ expiresAt: accountTokens.expiresAt }),
  );
  await recordAccountAudit(tx, actor, "password.reset_requested", { userId });
  return { link, expiresAt: token.expiresAt };
}
