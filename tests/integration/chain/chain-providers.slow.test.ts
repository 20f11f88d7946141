import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { database } from "@/lib/base/db/client";
import { readCursor } from "@/lib/chain/nodes/cursor";
import { createProviders } from "@/lib/chain/nodes/providers";
import { acceptItem } from "@/lib/payments/attention/accept";
import { getAttention } from "@/lib/payments/attention/get-attention";
import { type OwnedItem, resolveItems } from "@/lib/payments/attention/items";
import { getProgress } from "@/lib/payments/page/get-progress";
import { rescan } from "@/lib/settlement/watcher/rescan";
import { settleDisputes } from "@/lib/settlement/watcher/settle-disputes";
import { watchOnce } from "@/lib/settlement/watcher/watcher";
import { type Chain, startChain } from "@/tests/support/chain/chain";
import { type TronProxy, tronProxy } from "@/tests/support/chain/proxy";
import { usdt } from "@/tests/support/chain/watched-chain";
import {
  alarmsOf,
  booksOf,
  makeLiveIntent,
  makeShop,
  readAll,
  type Shop,
  watcherOn,
} from "@/tests/support/live-intents";
import { memberContext } from "@/tests/support/member-context";

let chain: Chain;
let first: TronProxy;
let second: TronProxy;
let shop: Shop;

beforeAll(async () => {
  chain = await startChain();
  first = await tronProxy(chain);
  second = await tronProxy(chain);
  shop = await makeShop();
});
afterEach(async () => {
  first.heal();
  second.heal();
  await database().sql`update chain_alarms set cleared_at = now() where cleared_at is null`;
});
afterAll(async () => {
  await first.stop();
  await second.stop();
  await chain.stop();
});

/** A watcher over both providers that wants agreement from 1,000 USDT up, and an intent that waits for so much. */
async function waiting(amount: number, lifeSeconds = 1_800) {
  const watcher = watcherOn(chain.network(first, second));
  await readAll(watcher);
  const expiresAt = await chain.inSeconds(lifeSeconds);
  const intent = await makeLiveIntent(watcher.network.id, shop, { amountMicros: usdt(amount), expiresAt });
  await database().sql`update chain_cursors set rescanned_hour_at = now(), rescanned_day_at = now()`;
  return { watcher, intent };
}

/** The hourly re-scan, now. */
async function rescanNow(watcher: Awaited<ReturnType<typeof waiting>>["watcher"]) {
  const cursor = await readCursor(database().sql, watcher.network.id);
  if (!cursor) throw new Error("never read");
  await rescan(watcher, cursor, "hour");
  await settleDisputes(watcher);
}

async function itemOf(intentId: string): Promise<string> {
  const [item] = await database().sql<[{ id: string }]>`select id from attention_items where intent_id = ${intentId}`;
  return item.id;
}

async function hold(itemId: string, isHeld: boolean) {
  await database().sql`
    update attention_items set disputed = disputed || jsonb_build_object('isHeld', ${isHeld}::boolean) where id = ${itemId}`;
}

/** What a person reads about an intent's item, and what its customer sees on its way. */
async function stateOf(intentId: string) {
  const ctx = await memberContext(shop, { environment: "live" });
  const { what } = await getAttention(ctx, { itemId: await itemOf(intentId) });
  const { confirming } = await getProgress(ctx, intentId);
  return { what, seen: confirming?.amount_usdt ?? 0 };
}

describe("two providers", () => {
  it("the first one dies in the middle: the second goes on, and nothing is lost or counted twice", async () => {
    const { watcher, intent } = await waiting(30);
    await chain.pay(intent.address, 10);
    await chain.finalize();
    await readAll(watcher);
    await chain.pay(intent.address, 20);
    await chain.finalize();
    first.always("drop");
    const outcomes = [];
    for (let n = 0; n < 6; n++) outcomes.push((await watchOnce(watcher)).outcome);
    expect(outcomes).toEqual(["failed", "failed", "failed", "passed", "passed", "passed"]);
    expect(watcher.providers.current()).toBe(second.host);
    expect(await booksOf(intent.id)).toMatchObject({ status: "paid", received: usdt(30), events: ["payment.success"] });
  });

  it("the second one is too slow for a re-scan: it is asked for less from then on, and stays ready for a large payment", async () => {
    const { watcher, intent } = await waiting(5_000);
    await chain.mine(600);
    await readAll(watcher);
    const { network } = watcher;
    const providers = createProviders({ network, timeoutMs: 5_000 });
    const impatient = watcherOn(network, { providers });
    second.faults.silentFrom = 500;
    await rescanNow(impatient);
    expect(providers.statuses()).toMatchObject([{ failures: 0 }, { failures: 0 }]);
    expect(impatient.rangeLimits.rescans.blocks).toBeLessThan(600);
    await chain.pay(intent.address, 5_000);
    await chain.finalize();
    await readAll(impatient);
    expect(await booksOf(intent.id)).toMatchObject({ status: "paid", items: [] });
  });

  it("a large payment that both know is entered at once", async () => {
    const { watcher, intent } = await waiting(5_000);
    await chain.pay(intent.address, 5_000);
    await chain.finalize();
    await readAll(watcher);
    expect(await booksOf(intent.id)).toMatchObject({ status: "paid", items: [] });
  });

  it("small ones are not asked about, but several that make a large one are", async () => {
    const { watcher, intent } = await waiting(1_200);
    await chain.pay(intent.address, 400);
    await chain.finalize();
    second.resetCounts();
    await readAll(watcher);
    expect(second.counts.methods.eth_getTransactionReceipt ?? 0).toBe(0);
    await chain.pay(intent.address, 800);
    await chain.finalize();
    await readAll(watcher);
    expect(second.counts.methods.eth_getTransactionReceipt).toBe(1);
    expect(await booksOf(intent.id)).toMatchObject({ status: "paid" });
  });

  it("a large one that the second knows nothing of is disputed, not in the books, and settles when it agrees", async () => {
    const { watcher, intent } = await waiting(5_000, 60);
    const txHash = await chain.pay(intent.address, 5_000);
    second.faults.failed.add(txHash);
    await chain.mine(80);
    await readAll(watcher);
    expect(await booksOf(intent.id)).toMatchObject({
      status: "pending",
      transfers: [],
      items: [{ kind: "disputed", amount: usdt(5_000), resolution: null }],
    });
    expect(await alarmsOf(watcher.network.id)).toContain("disputed");
    await rescanNow(watcher);
    expect((await booksOf(intent.id)).items).toHaveLength(1);
    second.heal();
    await rescanNow(watcher);
    expect(await booksOf(intent.id)).toMatchObject({
      status: "paid",
      received: usdt(5_000),
      items: [{ kind: "disputed", resolution: "settled" }],
    });
    expect(await alarmsOf(watcher.network.id)).not.toContain("disputed");
  });

  it("a large one that the second can't tell about is confirmed by a third, at once or while it waits", async () => {
    const third = await tronProxy(chain);
    onTestFinished(() => third.stop());
    const { intent } = await waiting(5_000);
    const other = await makeLiveIntent(`tron-${chain.chainId}`, shop, { amountMicros: usdt(2_000) });
    const watcher = watcherOn(chain.network(first, second, third));
    second.faults.noReceipt.add(await chain.pay(intent.address, 5_000));
    await chain.finalize();
    await readAll(watcher);
    expect(await booksOf(intent.id)).toMatchObject({ status: "paid", items: [] });
    const txHash = await chain.pay(other.address, 2_000);
    for (const { faults } of [second, third]) faults.noReceipt.add(txHash);
    await chain.finalize();
    await readAll(watcher);
    expect(await booksOf(other.id)).toMatchObject({ status: "pending", items: [{ kind: "disputed" }] });
    third.heal();
    await chain.mine();
    await readAll(watcher);
    expect(await booksOf(other.id)).toMatchObject({ status: "paid", items: [{ resolution: "settled" }] });
  });

  it("a dispute about an address that isn't watched any more settles all the same", async () => {
    const { watcher, intent } = await waiting(5_000, 60);
    const txHash = await chain.pay(intent.address, 5_000);
    second.faults.failed.add(txHash);
    await chain.finalize();
    await readAll(watcher);
    await database().sql.begin(async (tx) => {
      const ago = tx`now() - interval '31 days'`;
      await tx`update payment_intents set status = 'cancelled', cancelled_at = now() where id = ${intent.id}`;
      await tx`update address_leases set released_at = ${ago} where intent_id = ${intent.id}`;
      await tx`
        update receive_addresses set last_leased_at = ${ago}, retired_at = ${ago}, balance_micros = 0
         where address = ${intent.address}`;
    });
    second.heal();
    await settleDisputes(watcher);
    expect(await booksOf(intent.id)).toMatchObject({
      uncounted: usdt(5_000),
      items: expect.arrayContaining([{ kind: "disputed", amount: usdt(5_000), resolution: "settled" }]),
    });
  });

  it("a dispute holds the expiry until a person has decided it, and is not opened again", async () => {
    const { watcher, intent } = await waiting(5_000, 60);
    const txHash = await chain.pay(intent.address, 5_000);
    second.faults.failed.add(txHash);
    await chain.mine(80);
    await readAll(watcher);
    expect(await booksOf(intent.id)).toMatchObject({ status: "pending" });
    await database().sql.begin(async (tx) => {
      const [item] = await tx<[OwnedItem]>`
        select id, merchant_id as "merchantId" from attention_items where intent_id = ${intent.id}`;
      await resolveItems(tx, [item], { resolution: "accepted" });
    });
    await chain.mine(2);
    await readAll(watcher);
    expect(await booksOf(intent.id)).toMatchObject({ status: "expired", transfers: [] });
    await rescanNow(watcher);
    expect((await booksOf(intent.id)).items).toHaveLength(1);
  });

  it("a dispute of a day can be ended by a person: its payment expires, the alarm is over, and it isn't opened again", async () => {
    const { watcher, intent } = await waiting(5_000, 60);
    const txHash = await chain.pay(intent.address, 5_000);
    second.faults.failed.add(txHash);
    await chain.mine(80);
    await readAll(watcher);
    const member = await memberContext(shop, { environment: "live" });
    const itemId = await itemOf(intent.id);
    const accept = () => acceptItem(member, { itemId, note: "No explorer knows it" });
    const openedAgo = (ago: string) =>
      database().sql`update attention_items set created_at = now() - ${ago}::interval where id = ${itemId}`;
    await openedAgo("23 hours 59 minutes");
    await expect(accept()).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringMatching(/Nodes disagree/),
    });
    expect(await getAttention(member, { itemId })).toMatchObject({ actions: [] });
    await openedAgo("24 hours 1 minute");
    await hold(itemId, true);
    await expect(accept()).rejects.toMatchObject({ code: "conflict" });
    await hold(itemId, false);
    expect(await getAttention(member, { itemId })).toMatchObject({ actions: ["accept"], refundableMicros: 0n });
    await watchOnce(watcher);
    expect(await booksOf(intent.id)).toMatchObject({ status: "pending" });
    expect(await alarmsOf(watcher.network.id)).toContain("disputed");
    await accept();
    await expect(accept()).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringMatching(/already resolved/),
    });
    await chain.mine(2);
    await readAll(watcher);
    await rescanNow(watcher);
    expect(await booksOf(intent.id)).toMatchObject({
      status: "expired",
      transfers: [],
      items: [{ kind: "disputed", resolution: "accepted" }],
    });
    expect(await alarmsOf(watcher.network.id)).not.toContain("disputed");
    expect(await getAttention(member, { itemId })).toMatchObject({ actions: [], note: "No explorer knows it" });
  });

  it("a dispute of a day that no person has ended is recorded once the nodes agree", async () => {
    const { watcher, intent } = await waiting(5_000, 60);
    const txHash = await chain.pay(intent.address, 5_000);
    second.faults.failed.add(txHash);
    await chain.mine(80);
    await readAll(watcher);
    const itemId = await itemOf(intent.id);
    await database().sql`update attention_items set created_at = now() - interval '2 days' where id = ${itemId}`;
    second.heal();
    await rescanNow(watcher);
    expect(await booksOf(intent.id)).toMatchObject({
      status: "paid",
      received: usdt(5_000),
      items: [{ kind: "disputed", resolution: "settled" }],
    });
    const member = await memberContext(shop, { environment: "live" });
    await expect(acceptItem(member, { itemId, note: "x" })).rejects.toMatchObject({ code: "conflict" });
  });

  it("of more disputes than are asked about at once, each gets its turn", async () => {
    const { watcher, intent } = await waiting(5_000, 60);
    const txHash = await chain.pay(intent.address, 5_000);
    second.faults.failed.add(txHash);
    await chain.mine(80);
    await readAll(watcher);
    await database().sql`
      insert into attention_items (merchant_id, kind, amount_micros, disputed, created_at)
      select merchant_id, kind, amount_micros, disputed || jsonb_build_object('txHash', '0x' || lpad(to_hex(n), 64, '0')),
             created_at - interval '1 hour'
        from attention_items, generate_series(1, 120) n where id = ${await itemOf(intent.id)}`;
    onTestFinished(async () => {
      await database().sql`delete from attention_items where disputed ->> 'txHash' like '0x00000000%'`;
    });
    second.heal();
    for (let n = 0; n < 20 && (await booksOf(intent.id)).status === "pending"; n++) await settleDisputes(watcher);
    expect(await booksOf(intent.id)).toMatchObject({ status: "paid" });
  });

  it("a large one waits while the second is away, and nothing else does: not the cursor, not others, not new ones", async () => {
    const { watcher, intent } = await waiting(5_000, 60);
    const other = await makeLiveIntent(watcher.network.id, shop, { amountMicros: usdt(20) });
    await chain.pay(intent.address, 5_000);
    await chain.pay(other.address, 20);
    await chain.mine(80);
    second.always("drop");
    await readAll(watcher);
    expect(await booksOf(other.id)).toMatchObject({ status: "paid" });
    expect(await booksOf(intent.id)).toMatchObject({
      status: "pending",
      transfers: [],
      items: [{ kind: "disputed", amount: usdt(5_000), resolution: null }],
    });
    expect(await alarmsOf(watcher.network.id)).toContain("disputed");
    expect(await stateOf(intent.id)).toMatchObject({
      what: expect.stringMatching(/once a second node/),
      seen: 5_000,
    });
    await chain.mine();
    expect((await watchOnce(watcher)).outcome).toBe("passed");
    expect((await booksOf(intent.id)).items).toHaveLength(1);
    second.heal();
    await watchOnce(watcher);
    expect(await booksOf(intent.id)).toMatchObject({
      status: "paid",
      received: usdt(5_000),
      events: ["payment.success"],
      items: [{ kind: "disputed", resolution: "settled" }],
    });
    expect(await alarmsOf(watcher.network.id)).not.toContain("disputed");
  });

  it("a large one waits while the second is behind, and no longer", async () => {
    const { watcher, intent } = await waiting(5_000);
    await chain.pay(intent.address, 5_000);
    await chain.finalize();
    second.faults.lag = 40;
    await readAll(watcher);
    expect(await booksOf(intent.id)).toMatchObject({ status: "pending", transfers: [] });
    second.heal();
    await watchOnce(watcher);
    expect(await booksOf(intent.id)).toMatchObject({ status: "paid", items: [{ resolution: "settled" }] });
  });

  it("a large one that waited and is denied then is disputed, and its customer sees it no longer", async () => {
    const { watcher, intent } = await waiting(5_000);
    const txHash = await chain.pay(intent.address, 5_000);
    await chain.finalize();
    second.always("drop");
    await readAll(watcher);
    second.heal();
    second.faults.failed.add(txHash);
    await watchOnce(watcher);
    await watchOnce(watcher);
    expect(await stateOf(intent.id)).toMatchObject({ what: expect.stringMatching(/Two nodes disagree/), seen: 0 });
    expect(await booksOf(intent.id)).toMatchObject({ status: "pending", items: [{ resolution: null }] });
  });

  it("what one invents has no receipt, so it is never entered", async () => {
    const { watcher, intent } = await waiting(50);
    await chain.pay(intent.address, 10);
    await chain.finalize();
    await readAll(watcher);
    const { number, hash } = await chain.head();
    await chain.finalize();
    const word = (address: string) => `0x${address.slice(2).padStart(64, "0")}`;
    first.faults.invented.push({
      address: watcher.network.token,
      topics: [
        "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef",
        word(chain.payers[0]),
        word(intent.address),
      ],
      data: `0x${usdt(40).toString(16).padStart(64, "0")}`,
      transactionHash: `0x${"e".repeat(64)}`,
      logIndex: "0x0",
      blockNumber: `0x${number.toString(16)}`,
      blockHash: hash,
      removed: false,
    });
    for (let n = 0; n < 6; n++) await watchOnce(watcher);
    expect(await booksOf(intent.id)).toMatchObject({ status: "pending", received: usdt(10) });
    expect(watcher.providers.current()).toBe(second.host);
  });

  it("a hole in the first one's index is filled by the second", async () => {
    const { watcher, intent } = await waiting(10);
    await chain.pay(intent.address, 10);
    await chain.finalize();
    const { number } = await chain.head();
    first.faults.holes.push([number - 30, number]);
    await readAll(watcher);
    expect(await booksOf(intent.id)).toMatchObject({ status: "pending" });
    await rescanNow(watcher);
    expect(await booksOf(intent.id)).toMatchObject({ status: "paid" });
    expect(await alarmsOf(watcher.network.id)).toContain("hole_found");
  });
});
