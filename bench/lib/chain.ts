import { systemContext } from "@/lib/base/context/context";
import { openDatabase } from "@/lib/base/db/client";
import { newRangeLimits } from "@/lib/chain/nodes/block-range";
import { createProviders } from "@/lib/chain/nodes/providers";
import { blockAt, transfersIn } from "@/lib/chain/nodes/rpc-calls";
import { watchContext } from "@/lib/chain/nodes/watch-context";
import { watchOnce } from "@/lib/settlement/watcher/watcher";
import { startChain } from "@/tests/support/chain/chain";
import { tronProxy } from "@/tests/support/chain/proxy";

/** A chain whose head is at `startsAt`, and one provider of it. */
export async function startProvidedChain(startsAt: Date) {
  const chain = await startChain({ startsAt });
  const proxy = await tronProxy(chain);
  const stop = async () => {
    await proxy.stop();
    await chain.stop();
  };
  return { chain, proxy, stop };
}

type Provided = Awaited<ReturnType<typeof startProvidedChain>>;

/** The service's watcher on a database of the bench, one pass at a time. */
export function openWatcher(databaseUrl: string, { chain, proxy }: Provided) {
  const db = openDatabase(databaseUrl, { pool: 4 });
  const network = chain.network(proxy);
  const providers = createProviders({ network, timeoutMs: 60_000 });
  const ctx = watchContext(systemContext(db, "bench"), network, providers);
  return {
    network: network.id,
    async pass() {
      const result = await watchOnce(ctx);
      if (result.outcome !== "passed" && result.outcome !== "started") {
        throw new Error(`a pass was ${JSON.stringify(result)}`);
      }
    },
    async close() {
      await providers.close();
      await db.close();
    },
  };
}

/** Requests the same transfers as a watcher that catches up and discards them: the time that the node itself takes. */
export async function askAlone({ chain, proxy }: Provided, addresses: `0x${string}`[], span: [number, number]) {
  const providers = createProviders({ network: chain.network(proxy), timeoutMs: 60_000 });
  const { token } = chain;
  const chunks: `0x${string}`[][] = [];
  const { addresses: most } = newRangeLimits();
  for (let start = 0; start < addresses.length; start += most) {
    chunks.push(addresses.slice(start, start + most));
  }
  for (let fromBlock = span[0]; fromBlock <= span[1]; fromBlock += 4_999) {
    const toBlock = Math.min(span[1], fromBlock + 4_998);
    const questions = chunks.flatMap((list) => [
      transfersIn({ token, fromBlock, toBlock, to: list }),
      transfersIn({ token, fromBlock, toBlock, from: list }),
    ]);
    await providers.use((rpc) => rpc.ask([blockAt("finalized"), blockAt(toBlock), ...questions]));
  }
  await providers.close();
}
