import { createHmac, randomUUID, timingSafeEqual } from "node:crypto";
import { and, eq, isNull } from "drizzle-orm";
import { userSessions, users } from "@/drizzle/schema";
import type { Context } from "@/lib/base/context/context";
import { deriveSecret } from "@/lib/base/process/secrets";
import { hasEmail } from "@/lib/people/accounts/email";

/** What a browser stores to be recognised: its own id, signed for one account until that account's password changes. */
export type BrowserToken = { userId: string; token: string };

/**
 * The id of a browser that has signed in to the account of this email before; null for any other browser. `tokenOf`
 * reads what the browser stores for an account.
 */
export async function findKnownBrowser(
  ctx: Context,
  email: string,
  tokenOf: (userId: string) => string | undefined,
): Promise<string | null> {
  const [user] = await ctx.db.orm
    .select({ id: users.id, version: users.sessionVersion })
    .from(users)
    .where(hasEmail(email));
  const [browserId, signature] = (user && tokenOf(user.id)?.split(".")) ?? [];
  if (!user || !browserId || !signature) return null;
  const [given, expected] = [Buffer.from(signature), Buffer.from(sign(user.id, user.version, browserId))];
  return given.length === expected.length && timingSafeEqual(given, expected) ? browserId : null;
}

/** The token by which the browser of a session is recognised; null when the session has ended. */
export async function issueBrowserToken(
  ctx: Context,
  sessionId: string,
  browserId: string = randomUUID(),
): Promise<BrowserToken | null> {
  const [session] = await ctx.db.orm
    .select({ userId: userSessions.userId, version: userSessions.version })
    .from(userSessions)
    .where(and(eq(userSessions.id, sessionId), isNull(userSessions.revokedAt)));
  if (!session) return null;
  const { userId, version } = session;
  return { userId, token: `${browserId}.${sign(userId, version, browserId)}` };
}

function sign(userId: string, version: number, browserId: string): string {
  const key = Buffer.from(deriveSecret("known browsers"), "base64");
  return createHmac("sha256", key).update(`${userId}.${version}.${browserId}`).digest("base64url");
}
