import { and, eq, sql as fragment, gt, isNull } from "drizzle-orm";
import { accountTokens, users } from "@/drizzle/schema";
import type { Context } from "@/lib/base/context/context";
import { orm, type Transaction } from "@/lib/base/db/client";
import { DomainError } from "@/lib/base/values/errors";
import { LinkToken, linkTokenHash } from "@/lib/people/accounts/link-token";

type Purpose = "password_reset" | "email_change";
type AccountLink = Pick<typeof users.$inferSelect, "email"> & Pick<typeof accountTokens.$inferSelect, "newEmail">;

/**
 * The account of a link, for the page it opens; null when it was used, has expired or never existed. Does not use it
 * up.
 */
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
function openLink(purpose: Purpose, token: string) {
  return and(
    eq(accountTokens.tokenHash, linkTokenHash(token)),
    eq(accountTokens.purpose, purpose),
    isNull(accountTokens.usedAt),
    gt(accountTokens.expiresAt, fragment`now()`),
  );
}

/**
 * Uses up a link in the caller's transaction; null when it can't be used. Locks its person first, as all who end
 * several of their links do.
 */
export async function takeLink(tx: Transaction, purpose: Purpose, token: string) {
  const db = orm(tx);
  const link = openLink(purpose, token);
  const [found] = await db.select({ userId: accountTokens.userId }).from(accountTokens).where(link);
  if (!found) return null;
  await db.select({ id: users.id }).from(users).where(eq(users.id, found.userId)).for("update");
  const [taken] = await db
    .update(accountTokens)
    .set({ usedAt: fragment`now()` })
    .where(link)
    .returning({ userId: accountTokens.userId, newEmail: accountTokens.newEmail });
  return taken ?? null;
}

export function linkEnded() {
  return new DomainError("link_ended", "This link was used or has expired. Request a new one.");
}
