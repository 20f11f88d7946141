import type { UserContext } from "@/lib/context";
import { deviceName } from "@/lib/users/device-name";

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
  type Row = Omit<ActiveSession, "device"> & { userAgent: string };
  const rows = await ctx.db.sql<Row[]>`
    select s.id, s.user_agent as "userAgent", s.address, s.created_at as since, s.last_seen_at as "lastSeenAt",
           s.id = ${ctx.sessionId} as current
      from user_sessions s join users u on u.id = s.user_id and u.session_version = s.version
     where s.user_id = ${ctx.actor.userId} and s.revoked_at is null and s.expires_at > now()
     order by current desc, s.last_seen_at desc, s.id`;
  return rows.map(({ userAgent, ...session }) => ({ ...session, device: deviceName(userAgent) }));
}
