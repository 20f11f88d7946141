import { describe, expect, it } from "vitest";
import { systemContext, type TenantContext } from "@/lib/base/context/context";
import { database } from "@/lib/base/db/client";
import type { Providers } from "@/lib/chain/nodes/providers";
import type { WatchContext } from "@/lib/chain/nodes/watch-context";
import { cancelIntent } from "@/lib/payments/intents/cancel";
import { expireDueIntents, expireIntentIfDue } from "@/lib/payments/intents/expire-due";
import { nextIntentDueMs } from "@/lib/payments/intents/next-due";
import { paymentChain } from "@/lib/payments/timeline/payment-chain";
import { watchOnce } from "@/lib/settlement/watcher/watcher";
import type { Chain } from "@/tests/support/chain/chain";
import type { TronProxy } from "@/tests/support/chain/proxy";
import { usdt, withWatchedChain } from "@/tests/support/chain/watched-chain";
import {
  addAddress,
  alarmsOf,
  booksOf,
  makeLiveIntent,
  makeLiveIntents,
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
  const { merchantId, terminalId } = shop;
  const actor = { type: "api_key", keyId: terminalId } as const;
  const key: TenantContext = { ...ctx(), actor, merchantId, environment: "live", terminalIds: [terminalId] };
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

  it("waits for a last scan, which finds what the first reading missed", async () => {
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

  it("waits when the last scan cannot be had", async () => {
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

describe("a payment that comes in part in time and in part late", () => {
  const oneItem = (amount: bigint) => ({ items: [{ kind: "partial", amount, resolution: null }] });

  const itemEventsOf = async (intentId: string) => {
    const rows = await database().sql<{ type: string; body: string }[]>`
      select type, body from events where intent_id = ${intentId} and type like 'attention%' order by created_at`;
    return rows.map(({ type, body }) => [type, JSON.parse(body).amount]);
  };

  it("has one item, from which the late part is deducted, and endpoints are told again", async () => {
    const { watcher, intent } = await expiringIn(60);
    await chain.pay(intent.address, 4);
    await chain.mine(70);
    await readAll(watcher);
    expect(await booksOf(intent.id)).toMatchObject({ status: "expired", ...oneItem(usdt(6)) });
    await chain.pay(intent.address, 1);
    await chain.finalize();
    await readAll(watcher);
    expect(await booksOf(intent.id)).toMatchObject(oneItem(usdt(5)));
    await chain.pay(intent.address, 7);
    await chain.finalize();
    await readAll(watcher);
    expect(await booksOf(intent.id)).toMatchObject({ received: usdt(4), uncounted: usdt(8), ...oneItem(0n) });
    expect(await itemEventsOf(intent.id)).toEqual([
      ["attention.opened", 6],
      ["attention.opened", 5],
      ["attention.opened", 0],
    ]);
  });

  it("has one item too when both are read before it expires", async () => {
    const { watcher, intent } = await expiringIn(60);
    await chain.pay(intent.address, 4);
    await chain.mine(45);
    await chain.pay(intent.address, 6);
    await chain.mine(25);
    await readAll(watcher);
    expect(await booksOf(intent.id)).toMatchObject({ status: "expired", uncounted: usdt(6), ...oneItem(0n) });
  });

  it("has an item for the late part if a missed part in time completes it", async () => {
    const { watcher, intent } = await expiringIn(60);
    await chain.pay(intent.address, 4);
    await chain.mine(2);
    await chain.pay(intent.address, 6);
    const missed = await chain.mine();
    proxy.faults.holes.push([missed, missed]);
    await chain.mine(45);
    await chain.pay(intent.address, 3);
    await chain.mine(25);
    await readAll(watcher);
    expect(await booksOf(intent.id)).toMatchObject({ status: "pending", received: usdt(4), items: [] });
    proxy.heal();
    await database().sql`update chain_cursors set rescanned_hour_at = null`;
    await readAll(watcher);
    expect(await booksOf(intent.id)).toMatchObject({
      status: "paid",
      received: usdt(10),
      uncounted: usdt(3),
      items: [{ kind: "late", amount: usdt(3), resolution: null }],
    });
  });
});

describe("a payment that the node's index of logs lacks", () => {
  /**
   * An intent of 10 USDT, paid by so much in a block that the only node's index lacks, and read to behind its expiry.
   */
  async function paidInHole(amount = 10) {
    const { watcher, intent } = await expiringIn(60);
    await chain.pay(intent.address, amount);
    const paidIn = await chain.mine();
    proxy.faults.holes.push([paidIn, paidIn]);
    await chain.mine(60);
    await readAll(watcher);
    return { watcher, intent };
  }

  /** Until what the balance reflects is final, so that it is compared with the ledger. */
  async function compared(watcher: WatchContext) {
    await chain.mine(40);
    await readAll(watcher);
    await readAll(watcher);
  }

  const differsOf = async (address: string) =>
    (await database().sql`select from receive_addresses where address = ${address} and differs_at is not null`).count;

  it("keeps it from expiring and raises an alarm; what is found later in time is paid", async () => {
    const { watcher, intent } = await paidInHole();
    expect(await booksOf(intent.id)).toMatchObject({ status: "pending", transfers: [] });
    await compared(watcher);
    expect(await booksOf(intent.id)).toMatchObject({ status: "pending", events: [], items: [] });
    expect(await alarmsOf(watcher.network.id)).toContain("ledger_differs");
    proxy.heal();
    await database().sql`update chain_cursors set rescanned_hour_at = null`;
    await readAll(watcher);
    expect(await booksOf(intent.id)).toMatchObject({ status: "paid", received: usdt(10), items: [] });
    await compared(watcher);
    expect(await alarmsOf(watcher.network.id)).not.toContain("ledger_differs");
  });

  it("keeps it from being cancelled, and the payment's page says why it waits", async () => {
    const { watcher, intent } = await paidInHole();
    await compared(watcher);
    await expect(cancel(intent.id)).rejects.toMatchObject({ code: "invalid_transition" });
    expect(await paymentChain({ ...ctx(), merchantId: shop.merchantId }, intent.id)).toMatchObject({ differs: true });
  });

  it("while others expire, and costs one request for all of them", async () => {
    const { watcher, intent } = await paidInHole();
    const expiresAt = await chain.inSeconds(30);
    const others = await makeLiveIntents(
      watcher.network.id,
      shop,
      Array.from({ length: 40 }, () => ({ expiresAt })),
    );
    await chain.mine(60);
    await watchOnce(watcher);
    proxy.resetCounts();
    await readAll(watcher);
    expect(proxy.counts.methods.eth_call).toBe(41);
    for (const { id } of others) expect(await booksOf(id)).toMatchObject({ status: "expired" });
    expect(await booksOf(intent.id)).toMatchObject({ status: "pending" });
  });

  it("holds for a part of the money too, beside what is recorded", async () => {
    const { watcher, intent } = await expiringIn(60);
    await chain.pay(intent.address, 4);
    await chain.mine(2);
    await chain.pay(intent.address, 6);
    const paidIn = await chain.mine();
    proxy.faults.holes.push([paidIn, paidIn]);
    await chain.mine(60);
    await readAll(watcher);
    await compared(watcher);
    expect(await booksOf(intent.id)).toMatchObject({ status: "pending", received: usdt(4), items: [] });
    expect(await differsOf(intent.address)).toBe(1);
  });

  it("ends when the balance is accepted", async () => {
    const { watcher, intent } = await paidInHole();
    await compared(watcher);
    await database().sql`
      with ok as (update receive_addresses set differs_at = null where address = ${intent.address})
      update address_ledgers set opening_micros = ${usdt(10)} where address = ${intent.address}`;
    await readAll(watcher);
    expect(await booksOf(intent.id)).toMatchObject({ status: "expired", items: [] });
  });

  it("ends after a day with an open item, which what is found later settles", async () => {
    const { watcher, intent } = await paidInHole();
    await compared(watcher);
    await database().sql`
      update receive_addresses set differs_at = differs_at - interval '25 hours' where address = ${intent.address}`;
    await readAll(watcher);
    expect(await booksOf(intent.id)).toMatchObject({
      status: "expired",
      events: ["payment.expired"],
      items: [{ kind: "unreadable", amount: usdt(10), resolution: null }],
    });
    expect(await leaseOf(intent.id)).toMatchObject({ released: true });
    proxy.heal();
    await database().sql`update chain_cursors set rescanned_hour_at = null`;
    await readAll(watcher);
    expect(await booksOf(intent.id)).toMatchObject({
      status: "expired",
      uncounted: usdt(10),
      items: [
        { kind: "unreadable", resolution: "settled" },
        { kind: "late", amount: usdt(10), resolution: null },
      ],
    });
  });

  it("ends also where the node says nothing of balances, two days after the expiry", async () => {
    const { watcher, intent } = await expiringIn(60);
    proxy.faults.slowCalls = ["0x70a08231"];
    await chain.mine(60);
    await readAll(watcher);
    expect(await booksOf(intent.id)).toMatchObject({ status: "pending" });
    await database().sql`
      update payment_intents set expires_at = expires_at - interval '2 days' where id = ${intent.id}`;
    await readAll(watcher);
    expect(await booksOf(intent.id)).toMatchObject({ status: "expired", items: [] });
  });

  it("also waits for an address whose ledger differs, whatever the node says of its balance now", async () => {
    const { watcher, intent } = await expiringIn(60);
    await readAll(watcher);
    await database().sql`update receive_addresses set differs_at = now() where address = ${intent.address}`;
    await chain.mine(60);
    await readAll(watcher);
    expect(await booksOf(intent.id)).toMatchObject({ status: "pending" });
  });

  it("is not made up by what a stranger sends: before the lease, in blocks that aren't final, or again and again", async () => {
    const watcher = watcherOn(chain.network(proxy));
    await readAll(watcher);
    const address = await addAddress(watcher.network.id, shop);
    await chain.pay(address, 3);
    await compared(watcher);
    const expiresAt = await chain.inSeconds(60);
    const intent = await makeLiveIntent(watcher.network.id, shop, { amountMicros: usdt(10), expiresAt, address });
    const dusted = await makeLiveIntent(watcher.network.id, shop, { amountMicros: usdt(10), expiresAt });
    await chain.mine(60);
    await chain.pay(dusted.address, 0.000001);
    await chain.mine();
    await readAll(watcher);
    expect(await booksOf(intent.id)).toMatchObject({ status: "expired" });
    expect(await booksOf(dusted.id)).toMatchObject({ status: "expired" });
    expect(await differsOf(intent.address)).toBe(0);
  });
});

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
