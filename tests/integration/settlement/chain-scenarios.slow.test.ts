import { describe, expect, it } from "vitest";
import { database } from "@/lib/base/db/client";
import type { WatchContext } from "@/lib/chain/nodes/watch-context";
import { msUntilPass } from "@/lib/settlement/watcher/pace";
import { watchOnce } from "@/lib/settlement/watcher/watcher";
import type { Chain } from "@/tests/support/chain/chain";
import type { TronProxy } from "@/tests/support/chain/proxy";
import { usdt, withWatchedChain } from "@/tests/support/chain/watched-chain";
import {
  alarmsOf,
  booksOf,
  type LiveIntent,
  ledgerOf,
  makeLiveIntent,
  newAddress,
  readAll,
  type Shop,
  watcherOn,
} from "@/tests/support/live-intents";

let chain: Chain;
let proxy: TronProxy;
let shop: Shop;

withWatchedChain((made) => {
  ({ chain, proxy, shop } = made);
});

/** A watcher at the last final block, and an intent that waits. */
async function waiting(amount = 12.5): Promise<{ ctx: WatchContext; intent: LiveIntent }> {
  const ctx = watcherOn(chain.network(proxy));
  await readAll(ctx);
  return {
    ctx,
    intent: await makeLiveIntent(ctx.network.id, shop, { amountMicros: usdt(amount), expiresAt: await later() }),
  };
}

/** Half an hour after the chain's head. */
const later = () => chain.inSeconds(1_800);

describe("what is paid", () => {
  it("a payment counts when its block is final and not before", async () => {
    const { ctx, intent } = await waiting();
    await chain.pay(intent.address, 12.5);
    await chain.mine(10);
    await readAll(ctx);
    expect(await booksOf(intent.id)).toMatchObject({ status: "pending", transfers: [] });
    await chain.finalize();
    await readAll(ctx);
    const books = await booksOf(intent.id);
    expect(books).toMatchObject({ status: "paid", received: usdt(12.5), events: ["payment.success"], items: [] });
    const [event] = await database().sql<[{ body: string }]>`
      select body from events where intent_id = ${intent.id} and type = 'payment.success'`;
    expect(JSON.parse(event.body)).toMatchObject({
      transfer_id: books.transferId,
      simulated: false,
      livemode: true,
      amount: 12.5,
    });
  });

  it("three transfers of one transaction are three entries, of two intents; reading again adds none", async () => {
    const { ctx, intent } = await waiting(4);
    const other = await makeLiveIntent(ctx.network.id, shop, { amountMicros: 2n });
    await chain.transferMany(chain.payers[0], [
      { to: intent.address, micros: usdt(1) },
      { to: other.address, micros: 2n },
      { to: intent.address, micros: usdt(3) },
    ]);
    await chain.finalize();
    await readAll(ctx);
    expect((await booksOf(intent.id)).transfers).toHaveLength(2);
    expect(await booksOf(intent.id)).toMatchObject({ status: "paid", received: usdt(4) });
    expect(await booksOf(other.id)).toMatchObject({ status: "paid", received: 2n });
    const { number, hash } = await chain.block(40);
    await database().sql`
      update chain_cursors set block_number = ${number}, block_hash = ${hash} where network = ${ctx.network.id}`;
    await readAll(ctx);
    expect((await booksOf(intent.id)).transfers).toHaveLength(2);
    expect(await ledgerOf(intent.address)).toBe(await chain.balanceOf(intent.address));
  });

  it("what failed, another token, nothing at all and a lie in the log are no payments", async () => {
    const { ctx, intent } = await waiting(9);
    const paid = [{ to: intent.address, micros: usdt(9) }];
    await chain.transferMany(chain.payers[0], paid, { fails: true });
    await chain.lie(chain.payers[0], intent.address, usdt(9));
    await chain.transferNothing(chain.payers[1], chain.payers[0], intent.address);
    const kept = await chain.pay(intent.address, 9);
    proxy.faults.failed.add(kept);
    await chain.finalize();
    await readAll(ctx);
    expect(await booksOf(intent.id)).toMatchObject({ status: "pending", transfers: [] });
  });

  it("with the fee switched on, what arrives counts", async () => {
    const { ctx, intent } = await waiting(20);
    await chain.setFee(10, 1);
    await chain.pay(intent.address, 20);
    await chain.finalize();
    await chain.setFee(0, 0);
    await readAll(ctx);
    expect(await booksOf(intent.id)).toMatchObject({ status: "pending", received: usdt(19.98) });
    expect(await ledgerOf(intent.address)).toBe(await chain.balanceOf(intent.address));
  });

  it("what leaves stands in the books, and the ledger is the balance", async () => {
    const { ctx, intent } = await waiting(5);
    await chain.pay(intent.address, 5);
    await chain.finalize();
    await readAll(ctx);
    await chain.transfer(intent.address, newAddress(), usdt(1.25));
    await chain.finalize();
    await readAll(ctx);
    expect(await ledgerOf(intent.address)).toBe(usdt(3.75));
    const [row] = await database().sql`
      select balance_micros, funded from receive_addresses where address = ${intent.address}`;
    expect(row).toEqual({ balance_micros: usdt(3.75), funded: true });
  });
});

describe("a node that errs", () => {
  it("a backend that lags makes no pass jump over blocks that it has not seen", async () => {
    const { ctx, intent } = await waiting(5);
    await chain.pay(intent.address, 5);
    await chain.finalize();
    await watchOnce(ctx);
    proxy.faults.lag = 60;
    expect(await watchOnce(ctx)).toMatchObject({
      outcome: "failed",
      error: {
        kind: "lagging",
        message: expect.stringMatching(
          /final block \d+, which Till has read, is missing\. The node is behind, or its chain was set back\..*restart-watching/,
        ),
      },
    });
    proxy.faults.lag = 0;
    await readAll(ctx);
    expect(await booksOf(intent.id)).toMatchObject({ status: "paid" });
  });

  it.each(["busy", "forbidden", "overloaded", "drop", "half", "missing_id", "swapped_ids"] as const)(
    "%s: the pass is made again and nothing is lost",
    async (fault) => {
      const { ctx, intent } = await waiting(5);
      await chain.pay(intent.address, 5);
      await chain.finalize();
      proxy.next(fault);
      expect((await watchOnce(ctx)).outcome).toBe("failed");
      await readAll(ctx);
      expect(await booksOf(intent.id)).toMatchObject({ status: "paid", events: ["payment.success"] });
    },
  );

  it("a hole in its index is found by the re-scan, entered once, and an alarm", async () => {
    const { ctx, intent } = await waiting(5);
    await chain.pay(intent.address, 5);
    await chain.finalize();
    await watchOnce(ctx);
    proxy.faults.emptyLogs = 100;
    await watchOnce(ctx);
    await watchOnce(ctx);
    proxy.heal();
    await readAll(ctx);
    expect(await booksOf(intent.id)).toMatchObject({ status: "pending" });
    await database().sql`update chain_cursors set rescanned_hour_at = null where network = ${ctx.network.id}`;
    await readAll(ctx);
    expect(await booksOf(intent.id)).toMatchObject({ status: "paid", received: usdt(5) });
    expect(await alarmsOf(ctx.network.id)).toContain("hole_found");
  });

  it("without the finalized tag, blocks count as final 27 below the head", async () => {
    proxy.faults.noFinalizedTag = true;
    const { ctx, intent } = await waiting(5);
    await chain.pay(intent.address, 5);
    await chain.mine(25);
    await readAll(ctx);
    expect(await booksOf(intent.id)).toMatchObject({ status: "pending" });
    await chain.mine(3);
    await readAll(ctx);
    expect(await booksOf(intent.id)).toMatchObject({ status: "paid" });
  });

  it("a final block that changed its hash stops the watcher until somebody clears the alarm", async () => {
    const { ctx, intent } = await waiting(5);
    const [cursor] = await database().sql<[{ number: bigint }]>`
      select block_number as number from chain_cursors where network = ${ctx.network.id}`;
    await chain.pay(intent.address, 5);
    await chain.finalize();
    proxy.faults.rewritten.set(Number(cursor.number), `0x${"f".repeat(64)}`);
    expect((await watchOnce(ctx)).outcome).toBe("stopped");
    proxy.heal();
    proxy.resetCounts();
    expect((await watchOnce(ctx)).outcome).toBe("stopped");
    expect(proxy.counts.http).toBe(0);
    expect(await alarmsOf(ctx.network.id)).toContain("fork");
    await database().sql`update chain_alarms set cleared_at = now() where kind = 'fork'`;
    await readAll(ctx);
    expect(await booksOf(intent.id)).toMatchObject({ status: "paid" });
  });
});

describe("long ways", () => {
  it("a day of downtime is caught up in six questions without a pause", async () => {
    const ctx = watcherOn(chain.network(proxy), { settings: { busyMs: 60_000, idleMs: 60_000 } });
    await readAll(ctx);
    const expiresAt = await chain.inSeconds(2 * 86_400);
    const intent = await makeLiveIntent(ctx.network.id, shop, { amountMicros: usdt(5), expiresAt });
    await chain.pay(intent.address, 5);
    await chain.mine(28_800);
    await watchOnce(ctx);
    await database().sql`
      update chain_cursors set rescanned_hour_at = now(), rescanned_day_at = now(), token_checked_at = now()`;
    for (let n = 0; n < 6; n++) {
      expect(await msUntilPass(ctx)).toBe(0);
      expect((await watchOnce(ctx)).outcome).toBe("passed");
    }
    expect(await msUntilPass(ctx)).toBeGreaterThan(0);
    expect(await booksOf(intent.id)).toMatchObject({ status: "paid" });
  });

  it("a provider that finds a range too long is asked for half, and by and by for more again", async () => {
    const { ctx, intent } = await waiting(5);
    await chain.pay(intent.address, 5);
    await chain.mine(500);
    proxy.faults.limits.blockRange = 150;
    await readAll(ctx);
    expect(ctx.rangeLimits.blocks).toBeLessThan(250);
    expect(await booksOf(intent.id)).toMatchObject({ status: "paid" });
  });
});
