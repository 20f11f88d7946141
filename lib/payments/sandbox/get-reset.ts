import { desc, eq } from "drizzle-orm";
import { sandboxResets } from "@/drizzle/schema";
import type { MemberContext } from "@/lib/base/context/context";

/**
 * The latest reset of the merchant's sandbox; `finishedAt` null: it is under way. Null: the sandbox was never reset.
 */
export async function getReset(ctx: MemberContext) {
  const [reset] = await ctx.db.orm
    .select({
      payments: sandboxResets.payments,
      paymentsBefore: sandboxResets.paymentsBefore,
      finishedAt: sandboxResets.finishedAt,
    })
    .from(sandboxResets)
    .where(eq(sandboxResets.merchantId, ctx.merchantId))
    .orderBy(desc(sandboxResets.requestedAt))
    .limit(1);
  return reset ?? null;
}
