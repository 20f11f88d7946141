import { describe, expect, it } from "vitest";
import { database } from "@/lib/base/db/client";
import { passOnce } from "@/lib/settlement/watcher/pass";
import { watchOnce } from "@/lib/settlement/watcher/watcher";
import type { Chain } from "@/tests/support/chain/chain";
import type { TronProxy } from "@/tests/support/chain/proxy";
import { usdt, withWatchedChain } from "@/tests/support/chain/watched-chain";
import { alarmsOf, booksOf, makeLiveIntent, readAll, type Shop, watcherOn } from "@/tests/support/live-intents";

/** How far a pass reads: to the final block of its own answer, if that is where the final block can be by now. */

let chain: Chain;
let proxy: TronProxy;
let shop: Shop;

withWatchedChain((made) => {
  ({ chain, proxy, shop } = made);
});

async function waiting(amount = 10) {
  const watcher = watcherOn(chain.network(proxy));
  await readAll(watcher);
  await database().sql`update chain_cursors set rescanned_hour_at = now(), rescanned_day_at = now()`;
  const expiresAt = await chain.inSeconds(3_600);
  const intent = await makeLiveIntent(watcher.network.id, shop, { amountMicros: usdt(amount), expiresAt });
  return { watcher, intent };
}

/** The last pass was so long ago, in which the chain went on as it should. */
const passedSecondsAgo = (seconds: number) => database().sql`
  update chain_cursors set passed_at = now() - make_interval(secs => ${seconds})`;

/** A payment in sight, and then so many blocks more until the next pass. */
async function payAndMine({ watcher, intent }: Awaited<ReturnType<typeof waiting>>, blocks: number) {
  await chain.pay(intent.address, 10);
  await chain.mine();
  await watchOnce(watcher);
  await chain.mine(blocks);
  await passedSecondsAgo(3 * blocks);
  return watchOnce(watcher);
}

async function cursorOf(network: string) {
  const [row] = await database().sql<[{ block: number; final: number }]>`
    select block_number::int as block, finalized_number::int as final from chain_cursors where network = ${network}`;
  return row;
}

describe("a pass reads to the final block", () => {
  it("with one call for each thing it must know", async () => {
    const { watcher } = await waiting();
    await chain.mine(2);
    await passedSecondsAgo(6);
    proxy.resetCounts();
    await passOnce(watcher);
    expect(proxy.counts.http).toBe(1);
    // cursor, last block asked for, final and newest block; what arrived and what left
    expect(proxy.counts.methods).toEqual({ eth_getBlockByNumber: 4, eth_getLogs: 2 });
  });

  it("of its own answer: what became final since the last pass is paid in one", async () => {
    const { watcher, intent } = await waiting();
    expect(await payAndMine({ watcher, intent }, 18)).toMatchObject({ outcome: "passed", arrived: 1 });
    expect(await booksOf(intent.id)).toMatchObject({ status: "paid" });
    const { block, final } = await cursorOf(watcher.network.id);
    expect(block).toBe(final);
  });

  it("and not beyond: a transfer one block later stays in sight", async () => {
    const { watcher, intent } = await waiting();
    expect(await payAndMine({ watcher, intent }, 17)).toMatchObject({ outcome: "passed", arrived: 0 });
    expect(await booksOf(intent.id)).toMatchObject({ status: "pending", transfers: [] });
    const [sighting] = await database().sql`select 1 from chain_sightings where intent_id = ${intent.id}`;
    expect(sighting).toBeDefined();
  });

  it("and no further than the newest block that was known: a chain that stood still is no failure", async () => {
    const { watcher } = await waiting();
    await passedSecondsAgo(3_600);
    expect(await watchOnce(watcher)).toMatchObject({ outcome: "passed" });
    expect(await alarmsOf(watcher.network.id)).not.toContain("provider_down");
  });
});

describe("a balancer with a backend that is behind", () => {
  it("by as much as final blocks are: no pass fails for it, and nothing is missed", async () => {
    const { watcher, intent } = await waiting(60);
    proxy.faults.backends = [0, 14];
    for (let n = 0; n < 12; n++) {
      await chain.pay(intent.address, 5);
      await chain.mine(2);
      await passedSecondsAgo(6);
      expect(await watchOnce(watcher)).toMatchObject({ outcome: "passed" });
    }
    await chain.finalize();
    await readAll(watcher);
    expect(await booksOf(intent.id)).toMatchObject({ status: "paid", received: usdt(60) });
    expect(await alarmsOf(watcher.network.id)).not.toContain("hole_found");
  });
});
