// A chain for tests: a real EVM node (anvil), a token with the manners of TRON's USDT, and in front of it, by
// `tronProxy` of proxy.ts, as many "providers" as a test wants, with java-tron's limits, errors and lies.
//
//   const chain = await startChain();                         // afterAll(chain.stop)
//   const proxy = await tronProxy(chain);                     // afterAll(proxy.stop)
//   const providers = createProviders({ network: chain.network(proxy) });
//   const txHash = await chain.transfer(chain.payers[0], address, 12_500_000n);   // waits for a block
//   await chain.finalize();                                   // a block with it and 18 more
//   proxy.next("busy");                                       // the next HTTP request fails (faults.ts)
//   proxy.faults.lag = 60;                                    // until set back: a backend that is behind
//   proxy.heal();
//   proxy.counts.http, proxy.counts.methods.eth_getLogs;
//
// A block is three seconds after the one before; nothing is mined by itself. At the start the head's time is a day ago,
// so that a test can mine for hours without coming out in the future, or `startsAt`. Amounts are millionths. Addresses
// are `0x` and forty digits or TRON's own form. Nothing here needs Vitest. What a chain can be made to do stands in
// actions.ts.
import { BLOCK_SECONDS, chainActions, deployToken } from "@/tests/support/chain/actions";
import { startAnvil } from "@/tests/support/chain/anvil";
import { createNode } from "@/tests/support/chain/node";

export type Chain = Awaited<ReturnType<typeof startChain>>;

const SET_UP_BLOCKS = 30;
const DAY_MS = 86_400_000;

/** Starts node and token in well under a second; the three `payers` hold ten million USDT each. */
export async function startChain(options: { chainId?: number; startsAt?: Date; port?: number } = {}) {
  const { chainId = 424_242, startsAt = new Date(Date.now() - DAY_MS), port = 0 } = options;
  const genesis = new Date(startsAt.getTime() - SET_UP_BLOCKS * BLOCK_SECONDS * 1000);
  const anvil = await startAnvil({ chainId, genesis, port });
  const node = createNode(anvil.url);
  await node.call("anvil_setBlockTimestampInterval", [BLOCK_SECONDS]);
  await deployToken(node, SET_UP_BLOCKS);
  const { close, ...actions } = chainActions(node, chainId);
  return {
    url: anvil.url,
    ...actions,
    /** Ends the node, which also ends when the process that started it does, however it ends. */
    async stop() {
      await close();
      await anvil.stop();
    },
  };
}

/** The chain that another process has started, by the address of its node. */
export async function openChain(url: string) {
  const node = createNode(url);
  return { url, ...chainActions(node, Number(await node.call("eth_chainId"))) };
}
