import { z } from "zod";
import type { UserContext } from "@/lib/context";
import { notFound } from "@/lib/errors";
import { deviceName } from "@/lib/users/device-name";
import { noteAccount } from "@/lib/users/note";

export const RevokeSessionInput = z.object({ sessionId: z.guid() });
export type RevokeSessionInput = z.infer<typeof RevokeSessionInput>;

/** Ends one of the person's own sessions. Error: `not_found`. */
export async function revokeSession(ctx: UserContext, { sessionId }: RevokeSessionInput): Promise<void> {
  await ctx.db.sql.begin(async (tx) => {
    const [session] = await tx<{ userAgent: string }[]>`
      update user_sessions set revoked_at = now()
       where id = ${sessionId} and user_id = ${ctx.actor.userId} and revoked_at is null and expires_at > now()
      returning user_agent as "userAgent"`;
    if (!session) throw notFound("session");
    await noteAccount(tx, ctx.actor, "session.revoked", { before: { device: deviceName(session.userAgent) } });
  });
}
