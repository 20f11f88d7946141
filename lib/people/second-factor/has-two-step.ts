import { and, eq, isNotNull } from "drizzle-orm";
import { users } from "@/drizzle/schema";
import type { Context, UserContext } from "@/lib/base/context/context";

/** Whether the person's sign-in has a second step. */
export async function hasTwoStep(ctx: Context & Pick<UserContext, "actor">): Promise<boolean> {
  const rows = await ctx.db.orm
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, ctx.actor.userId), isNotNull(users.totpEnabledAt)));
  return rows.length > 0;
}
