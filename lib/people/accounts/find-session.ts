import { and, eq, sql as fragment, gt, isNull } from "drizzle-orm";
import { userSessions, users } from "@/drizzle/schema";
import type { Context } from "@/lib/base/context/context";
import type { ExportFormat } from "@/lib/base/exports/formats";

/** A signed-in person and their session. */
export type SessionUser = {
  sessionId: string;
  userId: string;
  name: string;
  email: string;
  totpEnabled: boolean;
  exportFormat: ExportFormat;
};

/** Days that a session lasts without a visit, and at most. */
export const SESSION_IDLE_DAYS = 14;
export const SESSION_MAX_DAYS = 90;

/**
 * The person of a session, read from the database: null once the session was revoked or has ended, or all sessions of
 * the account were ended. Records at most one visit a minute.
 */
export async function findSession(ctx: Context, sessionId: string): Promise<SessionUser | null> {
  const [row] = await ctx.db.orm
    .select({
      sessionId: userSessions.id,
      userId: users.id,
      name: users.name,
      email: users.email,
      exportFormat: users.exportFormat,
      totpEnabled: fragment<boolean>`${users.totpEnabledAt} is not null`,
      stale: fragment<boolean>`${userSessions.lastSeenAt} < now() - interval '1 minute'`,
    })
    .from(userSessions)
    .innerJoin(users, and(eq(users.id, userSessions.userId), eq(users.sessionVersion, userSessions.version)))
    .where(
      and(eq(userSessions.id, sessionId), isNull(userSessions.revokedAt), gt(userSessions.expiresAt, fragment`now()`)),
    );
  if (!row) return null;
  const { stale, ...user } = row;
  if (stale) await recordVisit(ctx, sessionId);
  return user;
}

async function recordVisit(ctx: Context, sessionId: string): Promise<void> {
  await ctx.db.orm
    .update(userSessions)
    .set({
      lastSeenAt: fragment`now()`,
      expiresAt: fragment`least(now() + make_interval(days => ${SESSION_IDLE_DAYS}),
        ${userSessions.createdAt} + make_interval(days => ${SESSION_MAX_DAYS}))`,
    })
    .where(eq(userSessions.id, sessionId));
}
