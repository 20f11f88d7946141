import { afterAll, afterEach, beforeAll } from "vitest";
import { type Chain, startChain } from "@/tests/support/chain/chain";
import { type TronProxy, tronProxy } from "@/tests/support/chain/proxy";
import { makeShop, type Shop } from "@/tests/support/live-intents";

type WatchedChain = { chain: Chain; proxy: TronProxy; shop: Shop };

/** Millionths of so many USDT. */
export const usdt = (amount: number) => BigInt(Math.round(amount * 1_000_000));

/**
 * A chain, a provider and a shop for the tests of one file: made before them, healed after each, stopped in the end.
 */
export function withWatchedChain(use: (made: WatchedChain) => void, draft: Parameters<typeof makeShop>[0] = {}): void {
  let chain: Chain;
  let proxy: TronProxy;
  beforeAll(async () => {
    chain = await startChain();
    proxy = await tronProxy(chain);
    use({ chain, proxy, shop: await makeShop(draft) });
  });
  afterEach(() => proxy.heal());
  afterAll(async () => {
    await proxy.stop();
    await chain.stop();
  });
}
