import { eq } from "drizzle-orm";
import { passkeys } from "@/drizzle/schema";
import type { Actor } from "@/lib/base/context/context";
import { orm, type Transaction } from "@/lib/base/db/client";
import { noteAccount } from "@/lib/people/accounts/note";

/**
 * Removes all passkeys of a person whose row the caller has locked, each with an entry in the security log. Returns how
 * many.
 */
export async function removePasskeysOf(tx: Transaction, actor: Actor, userId: string): Promise<number> {
  const removed = await orm(tx).delete(passkeys).where(eq(passkeys.userId, userId)).returning({ name: passkeys.name });
  for (const { name } of removed) await noteAccount(tx, actor, "passkey.removed", { userId, before: { name } });
  return removed.length;
}
