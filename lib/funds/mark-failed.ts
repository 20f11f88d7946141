import { readCursor } from "@/lib/chain/cursor";
import { lookUpTransaction } from "@/lib/chain/look-up-transaction";
import { getProviders } from "@/lib/chain/providers";
import { isRpcError } from "@/lib/chain/rpc-error";
import type { MemberContext } from "@/lib/context";
import { log } from "@/lib/log";
import type { Network } from "@/lib/network";

/** Records that the chain contains a transaction as failed, and returns whether it does. Otherwise it may still arrive. */
export async function markFailed(ctx: MemberContext, network: Network, txHash: string): Promise<boolean> {
  const { db, merchantId, settings } = ctx;
  const cursor = await readCursor(db.sql, network.id);
  try {
    const found = await getProviders(network, settings.tronApiKey).use((rpc) =>
      lookUpTransaction(rpc, { network, txHash, readUpTo: cursor?.block ?? null }),
    );
    if (found.state !== "failed") return false;
  } catch (error) {
    if (!isRpcError(error)) throw error;
    log().warn({ err: error, txHash }, "a sent transaction could not be looked up");
    return false;
  }
  await db.sql`
    update sent_transactions set failed_at = now()
     where merchant_id = ${merchantId} and network = ${network.id} and tx_hash = ${txHash} and failed_at is null`;
  return true;
}
