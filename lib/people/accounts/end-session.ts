import { and, eq, sql as fragment, isNull } from "drizzle-orm";
import { userSessions } from "@/drizzle/schema";
import type { Context } from "@/lib/base/context/context";

/** Signs out. The session ends immediately, for copies of its cookie too. */
export async function endSession(ctx: Context, sessionId: string): Promise<void> {
  await ctx.db.orm
    .update(userSessions)
    .set({ revokedAt: fragment`now()` })
    .where(and(eq(userSessions.id, sessionId), isNull(userSessions.revokedAt)));
}
