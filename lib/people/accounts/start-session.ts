import { sql as fragment } from "drizzle-orm";
import { userSessions } from "@/drizzle/schema";
import { orm, type Transaction } from "@/lib/base/db/client";
import { requireRow } from "@/lib/base/db/require-row";
import { SESSION_IDLE_DAYS } from "@/lib/people/accounts/find-session";

export type Device = { address: string; userAgent: string };

/** Starts a session in the caller's transaction and returns its id. */
export async function startSession(
  tx: Transaction,
  user: { id: string; version: number },
  device: Device,
): Promise<string> {
  const session = requireRow(
    await orm(tx)
      .insert(userSessions)
      .values({
        userId: user.id,
        version: user.version,
        address: device.address,
        userAgent: device.userAgent.slice(0, 500),
        lastSeenAt: fragment`now()`,
        expiresAt: fragment`now() + make_interval(days => ${SESSION_IDLE_DAYS})`,
      })
      .returning({ id: userSessions.id }),
  );
  return session.id;
}
