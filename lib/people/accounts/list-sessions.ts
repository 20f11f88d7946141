import { and, desc, eq, sql as fragment, gt, isNull } from "drizzle-orm";
import { userSessions, users } from "@/drizzle/schema";
import type { UserContext } from "@/lib/base/context/context";
import { deviceName } from "@/lib/people/accounts/device-name";

export type ActiveSession = {
  id: string;
  device: string;
  address: string;
  since: Date;
  lastSeenAt: Date;
  /** whether it is the session of this request */
  current: boolean;
};

/** The active sessions of the person: the current one first, then by their last visit. */
export async function listSessions(ctx: UserContext): Promise<ActiveSession[]> {
  const { id, userAgent, address, createdAt, lastSeenAt } = userSessions;
  const current = fragment<boolean>`${id} = ${ctx.sessionId}`;
  const rows = await ctx.db.orm
    .select({ id, userAgent, address, since: createdAt, lastSeenAt, current })
    .from(userSessions)
    .innerJoin(users, and(eq(users.id, userSessions.userId), eq(users.sessionVersion, userSessions.version)))
    .where(
      and(
        eq(userSessions.userId, ctx.actor.userId),
        isNull(userSessions.revokedAt),
        gt(userSessions.expiresAt, fragment`now()`),
      ),
    )
    .orderBy(desc(current), desc(lastSeenAt), id);
  return rows.map(({ userAgent, ...session }) => ({ ...session, device: deviceName(userAgent) }));
}
