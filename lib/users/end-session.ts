import type { Context } from "@/lib/context";

/** Signs out. The session ends immediately, for copies of its cookie too. */
export async function endSession(ctx: Context, sessionId: string): Promise<void> {
  await ctx.db.sql`update user_sessions set revoked_at = now() where id = ${sessionId} and revoked_at is null`;
}
