import type { UserContext } from "@/lib/context";
import { deviceName } from "@/lib/users/device-name";

export type SignedInDevice = {
  id: string;
  device: string;
  address: string;
  since: Date;
  lastSeenAt: Date;
  /** the one that asks */
  current: boolean;
};

/** The devices on which the person is signed in right now: the one that asks first, then by their last visit. */
export async function listSessions(ctx: UserContext): Promise<SignedInDevice[]> {
  type Row = Omit<SignedInDevice, "device"> & { userAgent: string };
  const rows = await ctx.db.sql<Row[]>`
    select s.id, s.user_agent as "userAgent", s.address, s.created_at as since, s.last_seen_at as "lastSeenAt",
           s.id = ${ctx.sessionId} as current
      from user_sessions s join users u on u.id = s.user_id and u.session_version = s.version
     where s.user_id = ${ctx.actor.userId} and s.revoked_at is null and s.expires_at > now()
     order by current desc, s.last_seen_at desc, s.id`;
  return rows.map(({ userAgent, ...session }) => ({ ...session, device: deviceName(userAgent) }));
}
