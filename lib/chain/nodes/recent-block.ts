import { setTimeout as pause } from "node:timers/promises";
import type { Context } from "@/lib/base/context/context";
import type { Network } from "@/lib/base/context/network";
import { log } from "@/lib/base/process/log";
import { getProviders } from "@/lib/chain/nodes/providers";
import { blockAt } from "@/lib/chain/nodes/rpc-calls";
import { isRpcError } from "@/lib/chain/nodes/rpc-error";
import type { Block } from "@/lib/chain/nodes/rpc-values";

/** Blocks behind the newest: more than usual forks have, and few enough for a wallet whose node is a little behind. */
const BEHIND = 5;

/** A person waits for it. */
const WAIT_MS = 3_000;

/**
 * A block shortly behind the newest, for a transaction that a wallet signs at once: wallets look it up at a node of
 * their own, and some take one that is a minute old for another network's. Null: no node says so in three seconds.
 */
export function readRecentBlock({ settings }: Context, network: Network): Promise<Block | null> {
  const providers = getProviders(network, settings.tronApiKey);
  const reading = providers
    .use(async (rpc) => {
      const [head] = await rpc.ask([blockAt("latest")]);
      if (!head) return null;
      const [block] = await rpc.ask([blockAt(Math.max(head.number - BEHIND, 0))]);
      return block ?? null;
    })
    .catch((error: unknown) => {
      if (!isRpcError(error)) throw error;
      log().warn({ err: error }, "no recent block could be read for a transaction to sign");
      return null;
    });
  return Promise.race([reading, pause(WAIT_MS, null, { ref: false })]);
}
