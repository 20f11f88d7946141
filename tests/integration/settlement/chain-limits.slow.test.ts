import { describe, expect, it, onTestFinished } from "vitest";
import { database } from "@/lib/base/db/client";
import { askAnchored } from "@/lib/chain/nodes/anchored";
import { MAX_BLOCK_RANGE } from "@/lib/chain/nodes/block-range";
import { readCursor } from "@/lib/chain/nodes/cursor";
import { createProviders } from "@/lib/chain/nodes/providers";
import { createRpc, type Rpc } from "@/lib/chain/nodes/rpc";
import { transfersIn } from "@/lib/chain/nodes/rpc-calls";
import { RpcError } from "@/lib/chain/nodes/rpc-error";
import { backfillTransfers } from "@/lib/settlement/watcher/backfill-transfers";
import { refreshBalances } from "@/lib/settlement/watcher/balances";
import { watchOnce } from "@/lib/settlement/watcher/watcher";
import type { Chain } from "@/tests/support/chain/chain";
import type { TronProxy } from "@/tests/support/chain/proxy";
import { usdt, withWatchedChain } from "@/tests/support/chain/watched-chain";
import {
  alarmsOf,
  booksOf,
  laterEachTime,
  makeLiveIntent,
  makeLiveIntents,
  newAddress,
  readAll,
  type Shop,
  watcherOn,
} from "@/tests/support/live-intents";

/** Providers that take less at once than java-tron does, or hand the questions of one pass to different backends. */

let chain: Chain;
let proxy: TronProxy;
let shop: Shop;

withWatchedChain((made) => {
  ({ chain, proxy, shop } = made);
});

const days = (count: number) => chain.inSeconds(count * 86_400);
const later = () => chain.inSeconds(3_600);

async function level() {
  const ctx = watcherOn(chain.network(proxy));
  await readAll(ctx);
  await database().sql`update chain_cursors set rescanned_hour_at = now(), rescanned_day_at = now()`;
  return ctx;
}

const sightings = (intentId: string) => database().sql<{ amount: bigint }[]>`
  select amount_micros as amount from chain_sightings where intent_id = ${intentId}`;

const cursorOf = async (network: string) =>
  (
    await database().sql<[{ block: number; final: number }]>`
      select block_number::int as block, finalized_number::int as final from chain_cursors where network = ${network}`
  )[0];

describe("a provider that takes less at once", () => {
  it("fewer addresses: it is asked for fewer, and for no fewer blocks", async () => {
    const ctx = await level();
    const expiresAt = await later();
    const drafts = Array.from({ length: 8 }, () => ({ amountMicros: usdt(1), expiresAt }));
    const intents = await makeLiveIntents(ctx.network.id, shop, drafts);
    proxy.faults.limits.topics = 3;
    for (const { address } of intents) await chain.pay(address, 1);
    await chain.finalize();
    await readAll(ctx);
    for (const { id } of intents) expect(await booksOf(id)).toMatchObject({ status: "paid" });
    expect([ctx.rangeLimits.addresses, ctx.rangeLimits.blocks]).toEqual([3, MAX_BLOCK_RANGE]);
  });

  it("fewer blocks than are not final: what is on its way is seen all the same", async () => {
    const ctx = await level();
    const intent = await makeLiveIntent(ctx.network.id, shop, { amountMicros: usdt(4), expiresAt: await later() });
    proxy.faults.limits.blockRange = 5;
    await chain.pay(intent.address, 1);
    await chain.mine(9);
    await chain.pay(intent.address, 2);
    await chain.mine(3);
    await watchOnce(ctx);
    expect((await sightings(intent.id)).map(({ amount }) => amount).sort()).toEqual([usdt(1), usdt(2)]);
    proxy.resetCounts();
    await watchOnce(ctx);
    // the limit is known by now: one scan for the pass and one for what is ahead, with nothing refused
    expect(proxy.counts.http).toBe(2);
    expect(await sightings(intent.id)).toHaveLength(2);
  });

  it("a last scan of many blocks is asked in as many parts as it takes", async () => {
    const ctx = await level();
    const expiresAt = await chain.inSeconds(60);
    const intent = await makeLiveIntent(ctx.network.id, shop, { amountMicros: usdt(4), expiresAt });
    proxy.faults.limits = { ...proxy.faults.limits, blockRange: 7, results: 1 };
    for (let n = 0; n < 3; n++) await chain.pay(intent.address, 1);
    await chain.mine(80);
    await readAll(ctx);
    expect(await booksOf(intent.id)).toMatchObject({ status: "expired", received: usdt(3) });
  });
});

describe("a provider that is slow over many blocks", () => {
  const PATIENCE_MS = 1_000;

  /** A watcher that waits no longer than that for an answer. */
  function impatient() {
    const network = chain.network(proxy);
    return watcherOn(network, {
      providers: createProviders({ network, timeoutMs: PATIENCE_MS, now: laterEachTime() }),
    });
  }

  const daysOf = () => database().sql`select from chain_cursors where rescanned_day_at is not null`;

  it("the day is read again in as many parts and passes as it takes, and what was missed in it is found", async () => {
    const ctx = await level();
    const intent = await makeLiveIntent(ctx.network.id, shop, { amountMicros: usdt(4), expiresAt: await days(1) });
    await chain.mine(1_500);
    await chain.pay(intent.address, 4);
    const paidIn = await chain.mine();
    proxy.faults.holes.push([paidIn, paidIn]);
    await chain.mine(1_500);
    await readAll(ctx);
    expect(await booksOf(intent.id)).toMatchObject({ status: "pending" });
    proxy.heal();
    await database().sql`update chain_cursors set rescanned_day_at = null`;
    proxy.faults.silentFrom = 1_000;
    const slow = impatient();
    for (let n = 0; n < 10 && (await daysOf()).count === 0; n++) await watchOnce(slow);
    expect((await daysOf()).count).toBe(1);
    expect(await booksOf(intent.id)).toMatchObject({ status: "paid" });
    expect(slow.rangeLimits.rescans.blocks).toBeLessThan(1_000);
    expect(await alarmsOf(ctx.network.id)).toContain("hole_found");
    await database().sql`update chain_alarms set cleared_at = now() where cleared_at is null`;
    // too much at once is no failure of the provider
    expect(slow.providers.statuses()).toMatchObject([{ failures: 0 }]);
  });

  it("the last scan of a long life is in parts, and holds up no short one when it can't be had at all", async () => {
    const ctx = await level();
    const expiresAt = await chain.inSeconds(60);
    const old = await makeLiveIntent(ctx.network.id, shop, { expiresAt });
    await chain.mine(1_500);
    // not overdue yet
    await database().sql`update payment_intents set expires_at = expires_at + interval '1 year' where id = ${old.id}`;
    await readAll(ctx);
    const young = await makeLiveIntent(ctx.network.id, shop, { expiresAt });
    await database().sql`update payment_intents set expires_at = ${expiresAt} where id = ${old.id}`;
    await database().sql`update chain_cursors set rescanned_hour_at = now(), rescanned_day_at = now()`;
    await chain.mine();
    // more than a pass asks about
    proxy.faults.silentFrom = 40;
    const tooSlow = impatient();
    // the first pass finds out how slow it is
    for (let n = 0; n < 10 && (await booksOf(young.id)).status === "pending"; n++) await watchOnce(tooSlow);
    expect([await booksOf(young.id), await booksOf(old.id)]).toMatchObject([
      { status: "expired" },
      { status: "pending" },
    ]);
    proxy.faults.silentFrom = 500;
    const slow = { ...impatient(), rangeLimits: tooSlow.rangeLimits };
    for (let n = 0; n < 10 && (await booksOf(old.id)).status === "pending"; n++) await watchOnce(slow);
    expect(await booksOf(old.id)).toMatchObject({ status: "expired" });
  });

  it("a part grows with answers to parts as wide as it, asked of all that can be asked", async () => {
    const ctx = await level();
    await chain.mine(40);
    await readAll(ctx);
    const { block: end } = (await readCursor(database().sql, ctx.network.id)) ?? {};
    if (!end) throw new Error("never read");
    const scan = (from: number, providers = ctx.providers) =>
      backfillTransfers(
        { ...ctx, providers },
        {
          addresses: [{ address: newAddress(), since: 0 }],
          fromBlock: from,
          toBlock: end.number,
          end,
          where: "a test",
        },
      );
    const { rescans } = ctx.rangeLimits;
    rescans.blocks = 16;
    await scan(end.number - 3);
    expect(rescans.blocks).toBe(16);
    await scan(end.number - 15);
    expect(rescans.blocks).toBe(18);
    const { second } = ctx.providers;
    const paused = { ...ctx.providers, second: () => Promise.reject(new RpcError("unavailable", "paused")) };
    await scan(end.number - 17, paused);
    expect(rescans.blocks).toBe(21);
    const silent = {
      ...ctx.providers,
      second: (async (work) => {
        await work({ host: "silent" } as Rpc).catch(() => {});
        throw new RpcError("unavailable", "no answer");
      }) as typeof second,
    };
    await scan(end.number - 20, silent);
    expect(rescans.blocks).toBe(21);
  });
});

describe("a balancer with a backend that lags", () => {
  it("without batches: what it has not got is not believed to be empty", async () => {
    const ctx = await level();
    const drafts = Array.from({ length: 7 }, async () => ({ amountMicros: usdt(5), expiresAt: await later() }));
    const intents = await makeLiveIntents(ctx.network.id, shop, await Promise.all(drafts));
    proxy.faults.noBatches = true;
    // wherever in a pass a question for logs stands, some pass asks it of the one that is behind
    proxy.faults.backends = [0, 0, 0, 0, 0, 0, 30];
    for (let n = 0; n < 10; n++) {
      const paid = intents[n];
      if (paid) await chain.pay(paid.address, 5);
      await chain.mine(21);
      for (let pass = 0; pass < 3; pass++) await watchOnce(ctx);
    }
    for (const { id } of intents) expect(await booksOf(id)).toMatchObject({ status: "paid" });
    expect(await alarmsOf(ctx.network.id)).not.toContain("hole_found");
    const { block, final } = await cursorOf(ctx.network.id);
    expect(final - block).toBeGreaterThanOrEqual(20);
  });

  it("a balance from before a payment that is recorded is not believed, and no reason to put the address aside", async () => {
    const ctx = await level();
    const expiresAt = await later();
    const drafts = Array.from({ length: 6 }, () => ({ amountMicros: usdt(5), expiresAt }));
    const intents = await makeLiveIntents(ctx.network.id, shop, drafts);
    const addresses = intents.map((intent) => intent.address);
    const statesOf = () => database().sql<{ micros: bigint | null; differs: boolean; compared: boolean }[]>`
      select balance_micros as micros, differs_at is not null as differs, balance_at is not null and balance_block is null as compared
        from receive_addresses where address = any(${addresses})`;
    const compared = { differs: false, compared: true };
    for (let n = 0; n < 3; n++) {
      await readAll(ctx);
      await chain.mine(25);
    }
    expect(await statesOf()).toEqual(Array(6).fill({ ...compared, micros: 0n }));
    for (const { address } of intents) await chain.pay(address, 5);
    await chain.finalize();
    await readAll(ctx);
    await database().sql`update receive_addresses set balance_at = null where address = any(${addresses})`;
    const cursor = await readCursor(database().sql, ctx.network.id);
    if (!cursor) throw new Error("never read");
    proxy.faults.lag = 30;
    await expect(refreshBalances(ctx, cursor)).rejects.toMatchObject({ kind: "lagging" });
    proxy.faults.lag = 0;
    proxy.faults.backends = [0, 30, 0];
    let states = await statesOf();
    for (let n = 0; n < 60 && !states.every((one) => one.compared); n++) {
      await chain.mine(3);
      await watchOnce(ctx);
      states = await statesOf();
      for (const { differs } of states) expect(differs).toBe(false);
    }
    expect(await statesOf()).toEqual(Array(6).fill({ ...compared, micros: usdt(5) }));
  });

  it("with batches that are shorter than ours: each holds the anchors, so none comes from that backend", async () => {
    const rpc = createRpc({ url: proxy.url });
    onTestFinished(() => rpc.close());
    const { number, hash } = await chain.block(await chain.mine(3));
    proxy.faults.limits.batch = 10;
    const call = transfersIn({ token: chain.token, fromBlock: number, toBlock: number, to: [newAddress()] });
    const ask = () => askAnchored(rpc, [{ number, hash }], Array(25).fill(call));
    expect((await ask()).answers).toHaveLength(25);
    proxy.faults.backends = [0, 0, 2];
    await expect(ask()).rejects.toMatchObject({ kind: "lagging" });
  });

  it("without batches: the last anchor is asked for again, and a backend without it is noticed", async () => {
    const rpc = createRpc({ url: proxy.url });
    onTestFinished(() => rpc.close());
    proxy.faults.noBatches = true;
    const { number } = await chain.block(await chain.mine(3));
    const call = transfersIn({ token: chain.token, fromBlock: number, toBlock: number, to: [newAddress()] });
    await expect(askAnchored(rpc, [{ number }], [call, call])).resolves.toMatchObject({ answers: { length: 2 } });
    // the anchor from the first, all that follows from the one behind
    proxy.faults.backends = [0, 2, 2, 2];
    await expect(askAnchored(rpc, [{ number }], [call, call])).rejects.toMatchObject({ kind: "lagging" });
  });
});
