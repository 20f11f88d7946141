import type { Context } from "@/lib/base/context/context";
import type { Network } from "@/lib/base/context/network";
import { log } from "@/lib/base/process/log";
import { readCursor } from "@/lib/chain/nodes/cursor";
import { type LookedUp, lookUpTransaction } from "@/lib/chain/nodes/look-up-transaction";
import { getProviders } from "@/lib/chain/nodes/providers";
import type { Rpc } from "@/lib/chain/nodes/rpc";
import { isRpcError } from "@/lib/chain/nodes/rpc-error";

/**
 * - `failed`: the chain contains it without any effect
 * - `included`: a block contains it
 * - `absent`: no block that was read contains it, by all nodes
 * - `unclear`: a node couldn't be asked or is behind
 * - `unreachable`: no node could be asked
 */
export type SentState = "failed" | "included" | "absent" | "unclear" | "unreachable";

/**
 * What became of a transaction that was sent, by its receipt and not by the logs, in which a node may have a hole. All
 * nodes are asked until one knows it: no refund is paid again while one of them can't tell.
 */
export async function lookUpSent({ db, settings }: Context, network: Network, txHash: string): Promise<SentState> {
  const cursor = await readCursor(db.sql, network.id);
  const readUpTo = cursor?.block ?? null;
  const providers = getProviders(network, settings.tronApiKey);
  const reached = new Set<Rpc>();
  const answered = new Set<Rpc>();
  const lookUp = async (rpc: Rpc) => {
    const seen = await lookUpTransaction(rpc, { network, txHash, readUpTo });
    reached.add(rpc);
    if (seen.state !== "unknown" || !seen.isBehind) answered.add(rpc);
    return seen;
  };
  const tell = async (asking: Promise<LookedUp | undefined>) => {
    try {
      return toState(await asking);
    } catch (error) {
      if (!isRpcError(error)) throw error;
      log().warn({ err: error, txHash }, "a sent transaction could not be looked up");
      return "unclear";
    }
  };
  const told = [
    await tell(providers.use(lookUp)),
    await tell(providers.second(lookUp, isKnown).then((second) => second?.value)),
  ];
  if (reached.size === 0) return "unreachable";
  const isAll = answered.size === providers.statuses().length;
  return (
    (["included", "unclear", "failed"] as const).find((state) => told.includes(state)) ?? (isAll ? "absent" : "unclear")
  );
}

function isKnown({ state }: LookedUp): boolean {
  return state !== "unknown";
}

/** Undefined: there is no second provider. */
function toState(seen: LookedUp | undefined): SentState {
  if (!seen) return "absent";
  if (seen.state === "unknown") return seen.isBehind ? "unclear" : "absent";
  return seen.state === "failed" ? "failed" : "included";
}
