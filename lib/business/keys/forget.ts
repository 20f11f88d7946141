import { and, eq } from "drizzle-orm";
import { apiKeys } from "@/drizzle/schema";
import type { MerchantContext } from "@/lib/base/context/context";
import { forgetKey } from "@/lib/business/keys/find";

/** Removes a terminal's keys from this process's cache; those of other processes expire within five seconds. */
export async function forgetTerminalKeys(ctx: MerchantContext, terminalId: string): Promise<void> {
  const rows = await ctx.db.orm
    .select({ hash: apiKeys.keyHash })
    .from(apiKeys)
    .where(and(eq(apiKeys.terminalId, terminalId), eq(apiKeys.merchantId, ctx.merchantId)));
  for (const { hash } of rows) forgetKey(hash);
}
