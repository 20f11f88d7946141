import type { Context } from "@/lib/context";

/** Signs out: the session is dead at once, also for whoever has kept a copy of its cookie. */
export async function endSession(ctx: Context, sessionId: string): Promise<void> {
  await ctx.db.sql`update user_sessions set revoked_at = now() where id = ${sessionId} and revoked_at is null`;
}
