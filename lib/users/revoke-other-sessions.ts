import { z } from "zod";
import type { UserContext } from "@/lib/context";
import { noteAccount } from "@/lib/users/note";

export const RevokeOtherSessionsInput = z.object({});

/** Ends every session of the person but the current one. */
export async function revokeOtherSessions(ctx: UserContext): Promise<{ ended: number }> {
  const { userId } = ctx.actor;
  return ctx.db.sql.begin(async (tx) => {
    const ended = await tx`
      update user_sessions set revoked_at = now()
       where user_id = ${userId} and id <> ${ctx.sessionId} and revoked_at is null and expires_at > now()`;
    if (ended.count > 0) await noteAccount(tx, ctx.actor, "sessions.revoked", { after: { devices: ended.count } });
    return { ended: ended.count };
  });
}
