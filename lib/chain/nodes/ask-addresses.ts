import { setTimeout as pause } from "node:timers/promises";
import type { Context } from "@/lib/base/context/context";
import type { Network } from "@/lib/base/context/network";
import { log } from "@/lib/base/process/log";
import type { HexAddress } from "@/lib/base/tron/address";
import { askContract } from "@/lib/chain/nodes/ask-contract";
import { askToken } from "@/lib/chain/nodes/rpc-calls";
import { isRpcError } from "@/lib/chain/nodes/rpc-error";
import { watchContext } from "@/lib/chain/nodes/watch-context";

/** A person waits for it; longer for many questions, of which one request holds a hundred. */
const WAIT_MS = 3_000;
const MORE_MS_EACH = 5;

export type AskedAddresses = {
  /** whose freezing is asked */
  frozen?: readonly HexAddress[];
  /** of which is asked whether they hold any of the token */
  holding?: readonly HexAddress[];
};

/** What isn't in a map could not be asked. */
export type ToldAddresses = Record<"frozen" | "holding", ReadonlyMap<HexAddress, boolean>>;

/**
 * Asks the token's contract about addresses, each once, in batches. A token without a list of frozen addresses, as
 * others than USDT, has frozen none.
 */
export async function askAddresses(ctx: Context, network: Network, asked: AskedAddresses): Promise<ToldAddresses> {
  const frozen = [...new Set(asked.frozen)];
  const holding = [...new Set(asked.holding)];
  const calls = [
    ...frozen.map((address) => askToken(network.token, "isBlackListed", address)),
    ...holding.map((address) => askToken(network.token, "balanceOf", address)),
  ];
  const waitMs = WAIT_MS + calls.length * MORE_MS_EACH;
  const asking = askContract(watchContext(ctx, network), calls).then(({ told }) => told);
  const told = await Promise.race([asking.catch(toNothing), pause(waitMs, [] as const, { ref: false })]);
  return {
    frozen: toMap(frozen, told.slice(0, frozen.length)),
    holding: toMap(holding, told.slice(frozen.length)),
  };
}

function toMap(addresses: readonly HexAddress[], told: readonly (bigint | null | undefined)[]) {
  const known = addresses.map((address, index) => [address, told[index]] as const);
  return new Map(known.flatMap(([address, value]) => (value === undefined ? [] : [[address, (value ?? 0n) > 0n]])));
}

function toNothing(error: unknown): [] {
  if (!isRpcError(error)) throw error;
  log().warn({ err: error }, "the token's contract could not be asked about addresses");
  return [];
}
