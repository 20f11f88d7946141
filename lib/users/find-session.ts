import type { Context } from "@/lib/context";

/** A signed-in person and their session. */
export type SessionUser = {
  sessionId: string;
  userId: string;
  name: string;
  email: string;
  totpEnabled: boolean;
};

/** Days that a session lasts without a visit, and at most. */
export const SESSION_IDLE_DAYS = 14;
export const SESSION_MAX_DAYS = 90;

/**
 * The person of a session, read from the database: null once the session was revoked or has ended, or all sessions of the
 * account were ended. Records at most one visit a minute.
 */
export async function findSession(ctx: Context, sessionId: string): Promise<SessionUser | null> {
  const [row] = await ctx.db.sql<(SessionUser & { stale: boolean })[]>`
    select s.id as "sessionId", u.id as "userId", u.name, u.email, u.totp_enabled_at is not null as "totpEnabled",
           s.last_seen_at < now() - interval '1 minute' as stale
      from user_sessions s join users u on u.id = s.user_id and u.session_version = s.version
     where s.id = ${sessionId} and s.revoked_at is null and s.expires_at > now()`;
  if (!row) return null;
  const { stale, ...user } = row;
  if (stale) await noteVisit(ctx, sessionId);
  return user;
}

async function noteVisit(ctx: Context, sessionId: string): Promise<void> {
  await ctx.db.sql`
    update user_sessions set last_seen_at = now(),
           expires_at = least(now() + make_interval(days => ${SESSION_IDLE_DAYS}),
                              created_at + make_interval(days => ${SESSION_MAX_DAYS}))
     where id = ${sessionId}`;
}
