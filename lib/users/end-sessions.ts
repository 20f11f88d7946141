import type { Transaction } from "@/lib/db/client";

/**
 * Ends every session of a person in the caller's transaction but the one to keep, including those that a sign-in with the
 * old password is about to start. Open links to their mailbox end too.
 */
export async function endSessionsAndLinks(
  tx: Transaction,
  userId: string,
  keptSessionId: string | null,
): Promise<void> {
  const [user] = await tx<{ version: number }[]>`
    update users set session_version = session_version + 1 where id = ${userId} returning session_version as version`;
  await tx`
    update user_sessions set version = ${user?.version ?? 0}
     where id = ${keptSessionId} and user_id = ${userId} and revoked_at is null`;
  await endLinks(tx, userId);
}

/** Ends the open links to a person's mailbox. */
export async function endLinks(tx: Transaction, userId: string): Promise<void> {
  await tx`update account_tokens set used_at = now() where user_id = ${userId} and used_at is null`;
}
