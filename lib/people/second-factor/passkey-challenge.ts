import { and, eq, sql as fragment, gt, isNull } from "drizzle-orm";
import { passkeyChallenges } from "@/drizzle/schema";
import type { Context } from "@/lib/base/context/context";
import { one } from "@/lib/base/db/one";

const MINUTES = 5;

/** Keeps a challenge for five minutes, for one answer: of `userId` adding a passkey, or of anyone signing in (null). */
export async function keepChallenge(ctx: Context, challenge: string, userId: string | null): Promise<string> {
  const expiresAt = fragment`now() + make_interval(mins => ${MINUTES})`;
  const kept = await ctx.db.orm
    .insert(passkeyChallenges)
    .values({ challenge, userId, expiresAt })
    .returning({ id: passkeyChallenges.id });
  return one(kept).id;
}

/** Uses up a challenge, whatever becomes of the answer; null when it was used, has expired or is someone else's. */
export async function takeChallenge(ctx: Context, id: string, userId: string | null): Promise<string | null> {
  const [taken] = await ctx.db.orm
    .delete(passkeyChallenges)
    .where(
      and(
        eq(passkeyChallenges.id, id),
        userId === null ? isNull(passkeyChallenges.userId) : eq(passkeyChallenges.userId, userId),
        gt(passkeyChallenges.expiresAt, fragment`now()`),
      ),
    )
    .returning({ challenge: passkeyChallenges.challenge });
  return taken?.challenge ?? null;
}
