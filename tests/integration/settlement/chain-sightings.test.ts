import { describe, expect, it } from "vitest";
import { database } from "@/lib/base/db/client";
import { listen } from "@/lib/base/db/listen";
import { moveToCancelled } from "@/lib/payments/intents/transition";
import { getProgress } from "@/lib/payments/page/get-progress";
import { msUntilPass } from "@/lib/settlement/watcher/pace";
import { watchOnce } from "@/lib/settlement/watcher/watcher";
import type { Chain } from "@/tests/support/chain/chain";
import type { TronProxy } from "@/tests/support/chain/proxy";
import { usdt, withWatchedChain } from "@/tests/support/chain/watched-chain";
import { booksOf, makeLiveIntent, readAll, type Shop, watcherOn } from "@/tests/support/live-intents";
import { waitFor } from "@/tests/support/wait";

let chain: Chain;
let proxy: TronProxy;
let shop: Shop;

withWatchedChain((made) => {
  ({ chain, proxy, shop } = made);
});

async function waiting(settings: Parameters<typeof watcherOn>[1] = {}) {
  const watcher = watcherOn(chain.network(proxy), settings);
  await readAll(watcher);
  const expiresAt = await chain.inSeconds(1_800);
  return { watcher, intent: await makeLiveIntent(watcher.network.id, shop, { amountMicros: usdt(10), expiresAt }) };
}

/** What the page is told: the amounts in sight and how many of 19 producers stand behind each. */
async function sightingsOf(intentId: string) {
  const rows = await database().sql<{ amount: bigint; confirmations: number }[]>`
    select s.amount_micros as amount, least(19, greatest(0, c.head_number - s.block_number + 1))::int as confirmations
      from chain_sightings s join chain_cursors c on c.network = s.network where s.intent_id = ${intentId}
     order by s.block_number, s.log_index`;
  return rows.map((row) => [row.amount, row.confirmations]);
}

it("while no node answers, customers are told that their payment can't be seen", async () => {
  const { watcher, intent } = await waiting();
  const progress = () => getProgress(watcher, intent.id);
  expect(await progress()).not.toHaveProperty("delayed");
  proxy.always("drop");
  for (let n = 0; n < 3; n++) await watchOnce(watcher);
  expect(await progress()).toMatchObject({ status: "pending", delayed: true });
  proxy.heal();
  await readAll(watcher);
  expect(await progress()).not.toHaveProperty("delayed");
});

/** Null: refused. */
const cancelled = (id: string) =>
  database().sql.begin((tx) =>
    moveToCancelled(tx, id, { merchantId: shop.merchantId, environment: "live", terminalIds: null }),
  );

/**
 * Passes until an intent is paid. At each, what it received is in sight, the intent can't be cancelled. Returns the
 * passes.
 */
async function seenUntilPaid({ watcher, intent }: Awaited<ReturnType<typeof waiting>>, mine: () => Promise<unknown>) {
  for (let passes = 1; passes < 60; passes++) {
    await mine();
    await watchOnce(watcher);
    if ((await booksOf(intent.id)).status === "paid") return passes;
    expect((await sightingsOf(intent.id)).map(([amount]) => amount)).toEqual([usdt(10)]);
    expect(await cancelled(intent.id)).toBeNull();
  }
  throw new Error("it is never paid");
}

describe("what is final and not recorded yet", () => {
  it("without batches: stays in sight until it is recorded, and can't be cancelled", async () => {
    const made = await waiting({ settings: { busyMs: 60_000, idleMs: 120_000 } });
    proxy.faults.noBatches = true;
    for (let n = 0; n < 3; n++) {
      await watchOnce(made.watcher);
      await chain.mine(21);
    }
    await chain.pay(made.intent.address, 10);
    const paces: boolean[] = [];
    const passes = await seenUntilPaid(made, async () => {
      paces.push((await msUntilPass(made.watcher)) <= 2_000);
      await chain.mine();
    });
    expect(passes).toBeGreaterThan(38);
    // quick only at the end: each pass is about ten requests
    expect(paces.indexOf(true)).toBeGreaterThan(30);
  });

  it.each([
    { after: "a pause that one head scan covers", blocks: 60 },
    { after: "a longer pause", blocks: 260 },
  ])(
    "after $after: stays in sight while the blocks are read in parts, as does what comes meanwhile",
    async ({ blocks }) => {
      const { watcher, intent } = await waiting();
      await chain.pay(intent.address, 10);
      await chain.mine(2);
      await watchOnce(watcher);
      proxy.faults.limits.blockRange = 7;
      await chain.mine(blocks);
      const expiresAt = await chain.inSeconds(1_800);
      const next = await makeLiveIntent(watcher.network.id, shop, { amountMicros: usdt(9), expiresAt });
      await chain.pay(next.address, 3);
      await chain.mine();
      expect(await seenUntilPaid({ watcher, intent }, async () => {})).toBeGreaterThan(2);
      expect(await sightingsOf(next.id)).toEqual([[usdt(3), 1]]);
    },
  );
});

describe("what is seen before it is final", () => {
  it("counts up from 1 to 18 and goes when the block is final, with which the payment is in the books", async () => {
    const { watcher, intent } = await waiting();
    await chain.pay(intent.address, 10);
    const seen: unknown[] = [];
    for (let n = 0; n < 18; n++) {
      await chain.mine();
      await watchOnce(watcher);
      seen.push(...(await sightingsOf(intent.id)));
    }
    expect(seen).toEqual(Array.from({ length: 18 }, (_, n) => [usdt(10), n + 1]));
    expect(await booksOf(intent.id)).toMatchObject({ status: "pending", transfers: [] });
    await chain.mine();
    await watchOnce(watcher);
    expect(await sightingsOf(intent.id)).toEqual([]);
    expect(await booksOf(intent.id)).toMatchObject({ status: "paid" });
  });

  it("keeps the time when it was first seen", async () => {
    const { watcher, intent } = await waiting();
    const seenAt = async () => {
      await chain.mine();
      await watchOnce(watcher);
      const rows = await database().sql`select seen_at from chain_sightings where intent_id = ${intent.id}`;
      return rows.map((row) => row.seen_at.getTime());
    };
    await chain.pay(intent.address, 10);
    const first = await seenAt();
    expect(first).toHaveLength(1);
    expect(await seenAt()).toEqual(first);
  });

  it("is taken back with its block, and nothing was paid by it", async () => {
    const { watcher, intent } = await waiting();
    await chain.pay(intent.address, 10);
    await chain.mine(3);
    await watchOnce(watcher);
    expect(await sightingsOf(intent.id)).toEqual([[usdt(10), 3]]);
    await chain.reorgHead(3);
    await watchOnce(watcher);
    expect(await sightingsOf(intent.id)).toEqual([]);
    await chain.finalize();
    await readAll(watcher);
    expect(await booksOf(intent.id)).toMatchObject({ status: "pending", transfers: [], received: 0n });
    await chain.pay(intent.address, 10);
    await chain.finalize();
    await readAll(watcher);
    expect(await booksOf(intent.id)).toMatchObject({ status: "paid", received: usdt(10) });
  });

  it("stays while a node answers that doesn't have its block yet", async () => {
    const { watcher, intent } = await waiting();
    await chain.pay(intent.address, 10);
    await chain.mine(2);
    await watchOnce(watcher);
    const seen = await sightingsOf(intent.id);
    expect(seen).toEqual([[usdt(10), 2]]);
    proxy.faults.lag = 4;
    await watchOnce(watcher);
    expect(await sightingsOf(intent.id)).toEqual(seen);
    proxy.faults.lag = 0;
    await chain.reorgHead(2);
    await watchOnce(watcher);
    expect(await sightingsOf(intent.id)).toEqual([]);
  });

  it("is told to the pages of the intents that have it or had it", async () => {
    const { watcher, intent } = await waiting();
    const heard: string[] = [];
    const end = await listen(process.env.DATABASE_URL as string, "till_intents", (payload) => {
      if (payload) heard.push(...payload.split(","));
    });
    await chain.pay(intent.address, 4);
    await chain.mine();
    await watchOnce(watcher);
    await waitFor("the first sight", () => heard.includes(intent.id));
    heard.length = 0;
    await chain.reorgHead(1);
    await watchOnce(watcher);
    await waitFor("the news that it is gone", () => heard.includes(intent.id));
    await end();
  });
});
