import type { Transaction } from "@/lib/db/client";
import { SESSION_IDLE_DAYS } from "@/lib/users/find-session";
import type { Device } from "@/lib/users/sign-in";

/** Starts a session in the caller's transaction and returns its id. */
export async function startSession(
  tx: Transaction,
  user: { id: string; version: number },
  device: Device,
): Promise<string> {
  const [session] = await tx<[{ id: string }]>`
    insert into user_sessions (user_id, version, address, user_agent, last_seen_at, expires_at)
    values (${user.id}, ${user.version}, ${device.address}, ${device.userAgent.slice(0, 500)}, now(),
            now() + make_interval(days => ${SESSION_IDLE_DAYS}))
    returning id`;
  return session.id;
}
