import { describe, expect, it } from "vitest";
import type { Providers } from "@/lib/chain/providers";
import { type KeyContext, systemContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import { cancelIntent } from "@/lib/intents/cancel";
import { expireDueIntents, expireIntentIfDue } from "@/lib/intents/expire-due";
import { nextIntentDueMs } from "@/lib/intents/next-due";
import { watchOnce } from "@/lib/watcher/watcher";
import type { Chain } from "@/tests/support/chain/chain";
import type { TronProxy } from "@/tests/support/chain/proxy";
import { usdt, withWatchedChain } from "@/tests/support/chain/watched-chain";
import { alarmsOf, booksOf, makeLiveIntent, readAll, type Shop, watcherOn } from "@/tests/support/live-intents";

let chain: Chain;
let proxy: TronProxy;
let shop: Shop;

withWatchedChain((made) => {
  ({ chain, proxy, shop } = made);
});

const ctx = () => systemContext(database(), "test");

/** An intent of 10 USDT that expires so many seconds after the chain's head. */
async function expiringIn(seconds: number) {
  const watcher = watcherOn(chain.network(proxy));
  await readAll(watcher);
  const expiresAt = await chain.inSeconds(seconds);
  return { watcher, intent: await makeLiveIntent(watcher.network.id, shop, { amountMicros: usdt(10), expiresAt }) };
}

async function leaseOf(intentId: string) {
  const [row] = await database().sql<[{ released: boolean; rest: number | null; least: number | null }]>`
    select l.released_at is not null as released,
           case when isfinite(a.rests_until) then round(extract(epoch from a.rests_until - now()) / 60)::int end as rest,
           case when isfinite(a.rests_at_least_until)
                then round(extract(epoch from a.rests_at_least_until - now()) / 60)::int end as least
      from address_leases l join receive_addresses a on a.id = l.address_id where l.intent_id = ${intentId}`;
  return row;
}

function cancel(id: string) {
  const actor = {
    type: "api_key" as const,
    keyId: shop.terminalId,
    terminalId: shop.terminalId,
    environment: "live" as const,
  };
  const key: KeyContext = { ...ctx(), merchantId: shop.merchantId, actor, terminalName: "x", intentLifeSeconds: 600 };
  return cancelIntent(key, { id }, null);
}

describe("live expiry", () => {
  it("comes by the chain's clock: not until a final block is more than a minute past it", async () => {
    const { watcher, intent } = await expiringIn(60);
    await chain.mine(20 + 19);
    await readAll(watcher);
    expect(await booksOf(intent.id)).toMatchObject({ status: "pending" });
    await chain.mine(25);
    await readAll(watcher);
    expect(await booksOf(intent.id)).toMatchObject({ status: "expired", events: ["payment.expired"], items: [] });
    expect(await leaseOf(intent.id)).toEqual({ released: true, rest: 1_440, least: 30 });
  });

  it("never comes by the service's clock, however long the watcher is away", async () => {
    const { intent } = await expiringIn(-86_400);
    await expireDueIntents(ctx());
    expect(await expireIntentIfDue(ctx(), intent.id)).toBe(false);
    expect((await nextIntentDueMs(ctx())).expiry).toBeNull();
    expect(await booksOf(intent.id)).toMatchObject({ status: "pending" });
  });

  it("a payment in the last second, with the watcher down for ten minutes, is paid", async () => {
    const { watcher, intent } = await expiringIn(60);
    await chain.mineUntil(await chain.inSeconds(57));
    await chain.pay(intent.address, 10);
    await chain.mine(200 + 25);
    await expireDueIntents(ctx());
    await readAll(watcher);
    expect(await booksOf(intent.id)).toMatchObject({ status: "paid", events: ["payment.success"], items: [] });
    expect(await leaseOf(intent.id)).toEqual({ released: true, rest: 60, least: 30 });
  });

  it("a payment within the minute of grace is paid, one after it is late", async () => {
    const { watcher, intent } = await expiringIn(60);
    const other = await makeLiveIntent(watcher.network.id, shop, {
      amountMicros: usdt(10),
      expiresAt: await chain.inSeconds(60),
    });
    await chain.mine(39);
    await chain.pay(intent.address, 10);
    await chain.mine(1);
    await chain.pay(other.address, 10);
    await chain.mine(40);
    await readAll(watcher);
    expect(await booksOf(intent.id)).toMatchObject({ status: "paid", items: [] });
    expect(await booksOf(other.id)).toMatchObject({
      status: "expired",
      received: 0n,
      uncounted: usdt(10),
      transfers: [{ amount: usdt(10), counted: false }],
      items: [{ kind: "late", amount: usdt(10), resolution: null }],
    });
  });

  it("with a part of the money it needs attention for what is missing, once", async () => {
    const { watcher, intent } = await expiringIn(60);
    await chain.pay(intent.address, 4);
    await chain.mine(70);
    await readAll(watcher);
    await readAll(watcher);
    expect(await booksOf(intent.id)).toMatchObject({
      status: "expired",
      received: usdt(4),
      items: [{ kind: "partial", amount: usdt(6), resolution: null }],
    });
  });

  it("waits for a last look, which finds what the first reading missed", async () => {
    const { watcher, intent } = await expiringIn(60);
    await chain.pay(intent.address, 10);
    await chain.mine(19);
    await watchOnce(watcher);
    proxy.faults.emptyLogs = 100;
    await watchOnce(watcher);
    proxy.heal();
    expect(await booksOf(intent.id)).toMatchObject({ status: "pending", transfers: [] });
    await chain.mine(60);
    await readAll(watcher);
    expect(await booksOf(intent.id)).toMatchObject({ status: "paid", events: ["payment.success"] });
    expect(await alarmsOf(watcher.network.id)).toContain("hole_found");
  });

  it("waits when the last look cannot be had", async () => {
    const { watcher, intent } = await expiringIn(30);
    await chain.mine(60);
    await watchOnce(watcher);
    const passed = await watchOnce({ ...watcher, providers: onlyOnce(watcher.providers) });
    expect(passed.outcome).toBe("passed");
    expect(await booksOf(intent.id)).toMatchObject({ status: "pending" });
    await readAll(watcher);
    expect(await booksOf(intent.id)).toMatchObject({ status: "expired" });
  });
});

/** Providers that answer one question and are away for every other. */
function onlyOnce(providers: Providers): Providers {
  let asked = 0;
  return {
    ...providers,
    use: (work) => {
      if (asked++ > 0) proxy.next("drop");
      return providers.use(work);
    },
  };
}

describe("cancelling", () => {
  it("is refused once a payment is seen, in blocks that are not final yet", async () => {
    const { watcher, intent } = await expiringIn(600);
    await chain.pay(intent.address, 10);
    await chain.mine(2);
    await watchOnce(watcher);
    await expect(cancel(intent.id)).rejects.toMatchObject({ code: "invalid_transition" });
    await chain.finalize();
    await readAll(watcher);
    expect(await booksOf(intent.id)).toMatchObject({ status: "paid" });
  });

  it("ends the lease; what is paid after it needs attention and moves nothing", async () => {
    const { watcher, intent } = await expiringIn(600);
    await cancel(intent.id);
    expect(await leaseOf(intent.id)).toEqual({ released: true, rest: 1_440, least: 30 });
    await chain.pay(intent.address, 10);
    await chain.finalize();
    await readAll(watcher);
    expect(await booksOf(intent.id)).toMatchObject({
      status: "cancelled",
      uncounted: usdt(10),
      items: [{ kind: "after_cancel", amount: usdt(10), resolution: null }],
    });
  });
});
