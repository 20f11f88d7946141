import { and, eq, isNull } from "drizzle-orm";
import { userSessions, users } from "@/drizzle/schema";
import type { UserContext } from "@/lib/base/context/context";
import { orm, type Transaction } from "@/lib/base/db/client";
import { signedOut } from "@/lib/base/values/errors";

/** Locks the session and its person, so that neither ends before the caller's transaction does. Error: `signed_out`. */
export async function requireSession(tx: Transaction, { actor, sessionId }: UserContext): Promise<void> {
  const [found] = await orm(tx)
    .select({ id: users.id })
    .from(users)
    .innerJoin(userSessions, and(eq(userSessions.userId, users.id), eq(userSessions.version, users.sessionVersion)))
    .where(and(eq(users.id, actor.userId), eq(userSessions.id, sessionId), isNull(userSessions.revokedAt)))
    .for("update");
  if (!found) throw signedOut();
}
