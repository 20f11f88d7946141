import { eq } from "drizzle-orm";
import { users } from "@/drizzle/schema";
import type { UserContext } from "@/lib/base/context/context";
import { requireRow } from "@/lib/base/db/require-row";

/** The address of the signed-in person. */
export async function findEmail(ctx: UserContext): Promise<string> {
  const rows = await ctx.db.orm.select({ email: users.email }).from(users).where(eq(users.id, ctx.actor.userId));
  return requireRow(rows).email;
}
