import { and, eq, isNull } from "drizzle-orm";
import { terminals } from "@/drizzle/schema";
import type { MemberContext } from "@/lib/base/context/context";
import { isVisibleTerminal } from "@/lib/base/context/visible-terminals";

/** Whether the member can see a terminal that isn't archived; without one, no payment can be created. */
export async function hasTerminal(ctx: MemberContext): Promise<boolean> {
  const { id, merchantId, archivedAt } = terminals;
  const [found] = await ctx.db.orm
    .select({ id })
    .from(terminals)
    .where(and(eq(merchantId, ctx.merchantId), isNull(archivedAt), isVisibleTerminal(ctx, id)))
    .limit(1);
  return found !== undefined;
}
