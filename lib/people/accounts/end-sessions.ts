import { and, eq, sql as fragment, isNull } from "drizzle-orm";
import { accountTokens, userSessions, users } from "@/drizzle/schema";
import { orm, type Transaction } from "@/lib/base/db/client";
import { requireRow } from "@/lib/base/db/require-row";

/**
 * Ends every session of a person in the caller's transaction but the one to keep, including those that a sign-in with
 * the old password is about to start. Open links to their mailbox end too.
 */
export async function endSessionsAndLinks(
  tx: Transaction,
  userId: string,
  keptSessionId: string | null,
): Promise<void> {
  const { version } = requireRow(
    await orm(tx)
      .update(users)
      .set({ sessionVersion: fragment`${users.sessionVersion} + 1` })
      .where(eq(users.id, userId))
      .returning({ version: users.sessionVersion }),
  );
  if (keptSessionId) {
    const { id, userId: owner, revokedAt } = userSessions;
    await orm(tx)
      .update(userSessions)
      .set({ version })
      .where(and(eq(id, keptSessionId), eq(owner, userId), isNull(revokedAt)));
  }
  await endLinks(tx, userId);
}

/** Ends the open links to a person's mailbox. */
export async function endLinks(tx: Transaction, userId: string): Promise<void> {
  await orm(tx).update(users).set({ twoStepLinkHash: null, twoStepLinkUntil: null }).where(eq(users.id, userId));
  await orm(tx)
    .update(accountTokens)
    .set({ usedAt: fragment`now()` })
    .where(and(eq(accountTokens.userId, userId), isNull(accountTokens.usedAt)));
}
