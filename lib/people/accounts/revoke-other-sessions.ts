import { and, eq, sql as fragment, gt, isNull, ne } from "drizzle-orm";
import { z } from "zod";
import { userSessions } from "@/drizzle/schema";
import type { UserContext } from "@/lib/base/context/context";
import { orm } from "@/lib/base/db/client";
import { recordAccountAudit } from "@/lib/people/accounts/record-audit";
import { requireSession } from "@/lib/people/accounts/require-session";

export const RevokeOtherSessionsInput = z.object({});

/** Ends every session of the person but the current one. Error: `signed_out` if that was ended in the meantime. */
export async function revokeOtherSessions(ctx: UserContext): Promise<{ ended: number }> {
  const { userId } = ctx.actor;
  return ctx.db.sql.begin(async (tx) => {
    await requireSession(tx, ctx);
    const ended = await orm(tx)
      .update(userSessions)
      .set({ revokedAt: fragment`now()` })
      .where(
        and(
          eq(userSessions.userId, userId),
          ne(userSessions.id, ctx.sessionId),
          isNull(userSessions.revokedAt),
          gt(userSessions.expiresAt, fragment`now()`),
        ),
      )
      .returning({ id: userSessions.id });
    if (ended.length > 0)
      await recordAccountAudit(tx, ctx.actor, "sessions.revoked", { after: { devices: ended.length } });
    return { ended: ended.length };
  });
}
