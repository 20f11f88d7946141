import type { MerchantContext } from "@/lib/context";
import { forgetKey } from "@/lib/keys/find";

/** Removes a terminal's keys from this process's cache; those of other processes expire within five seconds. */
export async function forgetTerminalKeys(ctx: MerchantContext, terminalId: string): Promise<void> {
  const rows = await ctx.db.sql<{ hash: Buffer }[]>`
    select key_hash as hash from api_keys where terminal_id = ${terminalId} and merchant_id = ${ctx.merchantId}`;
  for (const { hash } of rows) forgetKey(hash);
}
