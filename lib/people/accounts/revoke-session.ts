import { and, eq, sql as fragment, gt, isNull } from "drizzle-orm";
import { z } from "zod";
import { userSessions } from "@/drizzle/schema";
import type { UserContext } from "@/lib/base/context/context";
import { orm } from "@/lib/base/db/client";
import { notFound } from "@/lib/base/values/errors";
import { deviceName } from "@/lib/people/accounts/device-name";
import { recordAccountAudit } from "@/lib/people/accounts/record-audit";
import { requireSession } from "@/lib/people/accounts/require-session";

export const RevokeSessionInput = z.object({ sessionId: z.guid() });
export type RevokeSessionInput = z.infer<typeof RevokeSessionInput>;

/** Ends one of the person's own sessions. Errors: `not_found`, `signed_out`. */
export async function revokeSession(ctx: UserContext, { sessionId }: RevokeSessionInput): Promise<void> {
  await ctx.db.sql.begin(async (tx) => {
    await requireSession(tx, ctx);
    const [session] = await orm(tx)
      .update(userSessions)
      .set({ revokedAt: fragment`now()` })
      .where(
        and(
          eq(userSessions.id, sessionId),
          eq(userSessions.userId, ctx.actor.userId),
          isNull(userSessions.revokedAt),
          gt(userSessions.expiresAt, fragment`now()`),
        ),
      )
      .returning({ userAgent: userSessions.userAgent });
    if (!session) throw notFound("session");
    await recordAccountAudit(tx, ctx.actor, "session.revoked", { before: { device: deviceName(session.userAgent) } });
  });
}
