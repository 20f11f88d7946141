import { and, eq } from "drizzle-orm";
import { terminals } from "@/drizzle/schema";
import type { KeyContext } from "@/lib/base/context/context";
import { notFound } from "@/lib/base/values/errors";
import { requireOwnTerminal } from "@/lib/business/terminals/with-terminal";

/**
 * The context of a key that reaches only this terminal, archived or not; without one it stays as it is. Errors:
 * `invalid_request` if the key is for another terminal, `not_found`.
 */
export async function narrowToTerminal(ctx: KeyContext, terminalId: string | null | undefined): Promise<KeyContext> {
  if (!terminalId) return ctx;
  if (ctx.terminal) {
    requireOwnTerminal(ctx.terminal, terminalId);
    return ctx;
  }
  const { id, merchantId } = terminals;
  const [found] = await ctx.db.orm
    .select({ id })
    .from(terminals)
    .where(and(eq(id, terminalId), eq(merchantId, ctx.merchantId)));
  if (!found) throw notFound("terminal");
  return { ...ctx, terminalIds: [found.id] };
}
