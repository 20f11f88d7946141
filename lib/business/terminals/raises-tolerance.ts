import { and, eq, lt } from "drizzle-orm";
import { terminals } from "@/drizzle/schema";
import type { MemberContext } from "@/lib/base/context/context";
import { microsFromDecimal } from "@/lib/base/values/money";
import type { UpdateTerminalInput } from "@/lib/business/terminals/schemas";

/**
 * Whether a change lets live payments arrive shorter than they may now. A terminal has one tolerance, which counts in
 * live whatever environment it is changed from.
 */
export async function raisesTolerance(ctx: MemberContext, input: UpdateTerminalInput): Promise<boolean> {
  const wanted = input.tolerance === undefined ? null : microsFromDecimal(input.tolerance);
  if (wanted === null) return false;
  const { id, merchantId, toleranceMicros } = terminals;
  const below = await ctx.db.orm
    .select({ id })
    .from(terminals)
    .where(and(eq(id, input.terminalId), eq(merchantId, ctx.merchantId), lt(toleranceMicros, wanted)));
  return below.length > 0;
}
