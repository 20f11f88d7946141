import { describe, expect, it } from "vitest";
import { database } from "@/lib/base/db/client";
import { readCursor } from "@/lib/chain/nodes/cursor";
import { lookUpTransaction } from "@/lib/chain/nodes/look-up-transaction";
import { TRANSFER_TOPIC, wordOfAddress } from "@/lib/chain/nodes/rpc-values";
import type { WatchContext, WatchSettings } from "@/lib/chain/nodes/watch-context";
import { type OwnedItem, resolveItems } from "@/lib/payments/attention/items";
import { moveToCancelled } from "@/lib/payments/intents/transition";
import { recordTransfers } from "@/lib/settlement/ledger/record";
import { rescan } from "@/lib/settlement/watcher/rescan";
import { watchOnce } from "@/lib/settlement/watcher/watcher";
import type { Chain } from "@/tests/support/chain/chain";
import type { TronProxy } from "@/tests/support/chain/proxy";
import { usdt, withWatchedChain } from "@/tests/support/chain/watched-chain";
import { booksOf, makeLiveIntent, makeShop, readAll, type Shop, watcherOn } from "@/tests/support/live-intents";

/** What anybody can put on the chain, and what a node then cannot give: none of it keeps the books from going on. */

let chain: Chain;
let proxy: TronProxy;
let shop: Shop;

withWatchedChain((made) => {
  ({ chain, proxy, shop } = made);
});

const word = (value: bigint) => `0x${value.toString(16).padStart(64, "0")}`;

async function waiting(amounts: number[], settings: Partial<WatchSettings> = {}) {
  const ctx = watcherOn(chain.network(proxy), { settings });
  await readAll(ctx);
  await database().sql`update chain_cursors set rescanned_hour_at = now(), rescanned_day_at = now()`;
  const expiresAt = await chain.inSeconds(120);
  const draft = (amount: number) => makeLiveIntent(ctx.network.id, shop, { amountMicros: usdt(amount), expiresAt });
  return { ctx, intents: (await Promise.all(amounts.map(draft))) as Pair };
}
type Intent = Awaited<ReturnType<typeof makeLiveIntent>>;
type Pair = [Intent, Intent];

const cancel = (id: string) =>
  database().sql.begin((tx) =>
    moveToCancelled(tx, id, { merchantId: shop.merchantId, environment: "live", terminalIds: null }),
  );

async function rescanNow(ctx: WatchContext) {
  const cursor = await readCursor(database().sql, ctx.network.id);
  if (cursor) await rescan(ctx, cursor, "hour");
}

/** A log of somebody else's contract in a transaction's receipt that makes it so long. */
function stuff(txHash: string, bytes: number) {
  proxy.faults.besideInReceipt.set(txHash, [{ address: chain.fake, topics: [], data: `0x${"ab".repeat(bytes / 2)}` }]);
}

const itemOf = async (txHash: string) =>
  (
    await database().sql`
      select kind, amount_micros as amount, disputed ->> 'address' as address, resolution, intent_id as "intentId"
        from attention_items where disputed ->> 'txHash' = ${txHash}`
  )[0];

describe("receipts", () => {
  it("that are too long together are read one by one", async () => {
    const { ctx, intents } = await waiting([1, 2]);
    for (const intent of intents) stuff(await chain.pay(intent.address, 2), 60_000);
    proxy.faults.limits.bytes = 100_000;
    await chain.finalize();
    await readAll(ctx);
    for (const intent of intents) expect(await booksOf(intent.id)).toMatchObject({ status: "paid" });
  });

  it("one that is too long by itself needs attention; the next payment is not kept waiting by it", async () => {
    const {
      ctx,
      intents: [stuffed, other],
    } = await waiting([5, 7]);
    const txHash = await chain.pay(stuffed.address, 5);
    stuff(txHash, 200_000);
    proxy.faults.limits.bytes = 100_000;
    await chain.pay(other.address, 7);
    await chain.finalize();
    await readAll(ctx);
    expect(await booksOf(other.id)).toMatchObject({ status: "paid" });
    const item = { kind: "unreadable", amount: usdt(5), address: stuffed.address, intentId: stuffed.id };
    expect(await itemOf(txHash)).toEqual({ ...item, resolution: null });
    // the customer's money is there: the page doesn't ask for it again, and no one can cancel the payment
    const { sql } = database();
    const sighted = () => sql`select amount_micros as micros from chain_sightings where intent_id = ${stuffed.id}`;
    expect(await sighted()).toEqual([{ micros: usdt(5) }]);
    expect(await cancel(stuffed.id)).toBeNull();
    await chain.mine(80);
    await readAll(ctx);
    expect(await booksOf(stuffed.id)).toMatchObject({ status: "pending", transfers: [] });
    expect(await sighted()).toEqual([{ micros: usdt(5) }]);
    proxy.heal();
    await rescanNow(ctx);
    expect(await booksOf(stuffed.id)).toMatchObject({ status: "paid", received: usdt(5) });
    expect(await itemOf(txHash)).toMatchObject({ resolution: "settled" });
  });

  it.each<[string, (txHash: string) => void]>([
    ["that never comes", (txHash) => proxy.faults.noReceipt.add(txHash)],
    ["that makes no sense", (txHash) => proxy.faults.inReceipt.set(txHash, { status: "0x7" })],
    ["of another block", (txHash) => proxy.faults.inReceipt.set(txHash, { blockHash: word(7n) })],
  ])("one %s is asked for by every provider's tries, and then needs attention", async (_what, spoil) => {
    const {
      ctx,
      intents: [lost, other],
    } = await waiting([5, 7], { receiptPatienceMs: 0 });
    const txHash = await chain.pay(lost.address, 5);
    spoil(txHash);
    await chain.pay(other.address, 7);
    await chain.finalize();
    const outcomes: string[] = [];
    for (let n = 0; n < 5; n++) outcomes.push((await watchOnce(ctx)).outcome);
    expect(outcomes).toEqual(["passed", "failed", "failed", "passed", "passed"]);
    expect(await booksOf(other.id)).toMatchObject({ status: "paid" });
    expect(await itemOf(txHash)).toMatchObject({ kind: "unreadable", amount: usdt(5), intentId: lost.id });
    proxy.heal();
    await rescanNow(ctx);
    expect(await booksOf(lost.id)).toMatchObject({ status: "paid" });
  });

  it("one that never comes holds the books up for as long as it may", async () => {
    const {
      ctx,
      intents: [lost],
    } = await waiting([5]);
    proxy.faults.noReceipt.add(await chain.pay(lost.address, 5));
    await chain.finalize();
    const outcomes: string[] = [];
    for (let n = 0; n < 7; n++) outcomes.push((await watchOnce(ctx)).outcome);
    expect(outcomes.slice(1)).toEqual(Array(6).fill("failed"));
    proxy.heal();
    await readAll(ctx);
    expect(await booksOf(lost.id)).toMatchObject({ status: "paid", items: [] });
  });

  it("what another contract writes into one is nobody's business", async () => {
    const {
      ctx,
      intents: [intent],
    } = await waiting([5]);
    const txHash = await chain.pay(intent.address, 5);
    const odd = [
      { address: chain.fake, topics: "none", data: "0xzz" },
      null,
      { address: 7, topics: Array(9).fill("0x") },
    ];
    proxy.faults.besideInReceipt.set(txHash, odd as Record<string, unknown>[]);
    await chain.finalize();
    await readAll(ctx);
    expect(await booksOf(intent.id)).toMatchObject({ status: "paid" });
  });
});

describe("logs", () => {
  it("more in one block than a node gives at once are read by parts of the addresses", async () => {
    const { ctx, intents } = await waiting([3, 3]);
    const payments = intents.flatMap(({ address }) => [1, 2].map((n) => ({ to: address, micros: usdt(n) })));
    proxy.faults.limits.results = 2;
    await chain.transferMany(chain.payers[0], payments);
    await chain.finalize();
    await readAll(ctx);
    for (const intent of intents) expect(await booksOf(intent.id)).toMatchObject({ status: "paid", received: usdt(3) });
  });

  it("more to one address in one block than a node gives at once are read from the block's receipts", async () => {
    const {
      ctx,
      intents: [flooded, other],
    } = await waiting([9, 7]);
    const first = await chain.pay(other.address, 7);
    const flood = Array.from({ length: 9 }, () => ({ to: flooded.address, micros: usdt(1) }));
    await chain.transferMany(chain.payers[0], flood);
    const unread = await chain.transferMany(chain.payers[1], flood.slice(0, 1));
    stuff(unread, 200_000);
    proxy.faults.limits = { ...proxy.faults.limits, results: 3, bytes: 100_000 };
    await chain.finalize();
    await readAll(ctx);
    expect(await booksOf(flooded.id)).toMatchObject({ status: "paid", received: usdt(9) });
    expect(await booksOf(other.id)).toMatchObject({ status: "paid" });
    expect(await itemOf(unread)).toMatchObject({ kind: "unreadable", amount: 0n, address: flooded.address });
    expect(await itemOf(first)).toBeUndefined();
    proxy.heal();
    await rescanNow(ctx);
    expect(await itemOf(unread)).toMatchObject({ resolution: "settled" });
  });

  it("of a transaction that hides two businesses' transfers, each one's item is settled by its own alone", async () => {
    const { ctx, intents } = await waiting([9, 9]);
    const [ours] = intents;
    const theirs = await makeLiveIntent(ctx.network.id, await makeShop(), { amountMicros: usdt(9) });
    const flooded = [ours, theirs];
    const flood = flooded.flatMap(({ address }) => Array.from({ length: 9 }, () => ({ to: address, micros: 1n })));
    await chain.transferMany(chain.payers[0], flood);
    const unread = await chain.transferMany(
      chain.payers[1],
      flooded.map(({ address }) => ({ to: address, micros: usdt(1) })),
    );
    stuff(unread, 200_000);
    proxy.faults.limits = { ...proxy.faults.limits, results: 3, bytes: 100_000 };
    await chain.finalize();
    await readAll(ctx);
    const itemsOf = async () =>
      (
        await database().sql<{ address: string; resolution: string | null }[]>`
          select disputed ->> 'address' as address, resolution from attention_items
           where disputed ->> 'txHash' = ${unread} order by resolution`
      ).map(({ address, resolution }) => [address, resolution]);
    expect(await itemsOf()).toHaveLength(2);
    proxy.heal();
    const readUpTo = (await readCursor(database().sql, ctx.network.id))?.block ?? null;
    const seen = await ctx.providers.use((rpc) =>
      lookUpTransaction(rpc, { network: ctx.network, txHash: unread, readUpTo }),
    );
    const found = seen.state === "final" ? seen.transfers.filter(({ to }) => to === ours.address) : [];
    await database().sql.begin((tx) => recordTransfers(tx, ctx.network.id, found));
    expect(await itemsOf()).toEqual([
      [ours.address, "settled"],
      [theirs.address, null],
    ]);
  });

  it("a payment whose unreadable transaction a person has resolved expires, although it still can't be read", async () => {
    const {
      ctx,
      intents: [flooded],
    } = await waiting([9]);
    await chain.transferMany(
      chain.payers[0],
      Array.from({ length: 9 }, () => ({ to: flooded.address, micros: 1n })),
    );
    const unread = await chain.transferMany(chain.payers[1], [{ to: flooded.address, micros: usdt(1) }]);
    stuff(unread, 200_000);
    proxy.faults.limits = { ...proxy.faults.limits, results: 3, bytes: 100_000 };
    await chain.mine(80);
    await readAll(ctx);
    expect(await booksOf(flooded.id)).toMatchObject({ status: "pending", received: 9n });
    await database().sql.begin(async (tx) => {
      const [item] = await tx<[OwnedItem]>`
        select id, merchant_id as "merchantId" from attention_items where disputed ->> 'txHash' = ${unread}`;
      await resolveItems(tx, [item], { resolution: "accepted" });
    });
    await readAll(ctx);
    expect(await booksOf(flooded.id)).toMatchObject({ status: "expired", received: 9n });
    expect(await itemOf(unread)).toMatchObject({ resolution: "accepted" });
  });

  it("a flood of dust does not keep a payment waiting", async () => {
    const {
      ctx,
      intents: [intent],
    } = await waiting([5]);
    const dust = Array.from({ length: 3_000 }, () => ({ to: intent.address, micros: 1n }));
    for (let n = 0; n < 3; n++)
      await chain.transferMany(chain.payers[n] as string, dust.slice(n * 1_000, (n + 1) * 1_000));
    await chain.pay(intent.address, 5);
    await chain.finalize();
    await readAll(ctx);
    expect(await booksOf(intent.id)).toMatchObject({ status: "paid", received: usdt(5) + 3_000n });
  });
});

describe("amounts", () => {
  it("beyond what the books hold need attention, whether in one transfer or in a sum", async () => {
    const {
      ctx,
      intents: [huge, other],
    } = await waiting([5, 7]);
    const single = await chain.mint(huge.address, 2n ** 255n);
    // the first is counted, the second is not, and the third is more than the sum of what is not can hold
    for (let n = 0; n < 3; n++) await chain.mint(huge.address, 2n ** 62n);
    await chain.pay(other.address, 7);
    await chain.finalize();
    await readAll({ ...ctx, watchSettings: { ...ctx.watchSettings, agreeFromMicros: 2n ** 63n } });
    expect(await booksOf(other.id)).toMatchObject({ status: "paid" });
    expect(await booksOf(huge.id)).toMatchObject({ status: "paid", received: 2n ** 62n });
    expect(await itemOf(single)).toMatchObject({ kind: "unreadable", amount: 0n, address: huge.address });
    expect((await booksOf(huge.id)).items).toContainEqual({ kind: "unreadable", amount: 2n ** 62n, resolution: null });
  });

  it("in a form that is not the token's need attention too", async () => {
    const {
      ctx,
      intents: [odd, other],
    } = await waiting([5, 7]);
    const txHash = await chain.pay(other.address, 7);
    const { number, hash } = await chain.block(await chain.mine());
    const log = (topics: string[], data: string, logIndex: string) => ({
      address: chain.token,
      topics,
      data,
      transactionHash: txHash,
      logIndex,
      removed: false,
      blockNumber: `0x${number.toString(16)}`,
      blockHash: hash,
    });
    const transfer = [TRANSFER_TOPIC, wordOfAddress(odd.address), wordOfAddress(odd.address)];
    const odds = [log([...transfer, word(1n)], "0x", "0x41"), log(transfer, `${word(1n)}00`, "0x42")];
    proxy.faults.invented = [...odds];
    proxy.faults.besideInReceipt.set(txHash, odds);
    await chain.finalize();
    await readAll(ctx);
    expect(await booksOf(other.id)).toMatchObject({ status: "paid" });
    expect((await booksOf(odd.id)).items).toEqual(Array(2).fill({ kind: "unreadable", amount: 0n, resolution: null }));
  });
});
