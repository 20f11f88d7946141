import { and, eq, sql as fragment, gt, isNull } from "drizzle-orm";
import { accountTokens, users } from "@/drizzle/schema";
import type { Context } from "@/lib/context";
import { DomainError } from "@/lib/errors";
import { LinkToken, linkTokenHash } from "@/lib/users/link-token";

type Purpose = "password_reset" | "email_change";
type AccountLink = Pick<typeof users.$inferSelect, "email"> & Pick<typeof accountTokens.$inferSelect, "newEmail">;

/** The account of a link, for the page it opens; null when it was used, has expired or never existed. Does not use it up. */
export async function findAccountLink(ctx: Context, purpose: Purpose, token: string): Promise<AccountLink | null> {
  if (!LinkToken.safeParse(token).success) return null;
  const [row] = await ctx.db.orm
    .select({ email: users.email, newEmail: accountTokens.newEmail })
    .from(accountTokens)
    .innerJoin(users, eq(users.id, accountTokens.userId))
    .where(openLink(purpose, token));
  return row ?? null;
}

/** The condition that a row of `account_tokens` is this link, neither used nor expired. */
export function openLink(purpose: Purpose, token: string) {
  return and(
    eq(accountTokens.tokenHash, linkTokenHash(token)),
    eq(accountTokens.purpose, purpose),
    isNull(accountTokens.usedAt),
    gt(accountTokens.expiresAt, fragment`now()`),
  );
}

export function linkEnded() {
  return new DomainError("link_ended", "This link was used or has expired. Request a new one.");
}
