import { afterEach, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { database } from "@/lib/base/db/client";
import { watcherHealth } from "@/lib/chain/nodes/health";
import { hearHead } from "@/lib/chain/nodes/hear-head";
import type { WatchContext } from "@/lib/chain/nodes/watch-context";
import { watchOnce } from "@/lib/settlement/watcher/watcher";
import { type Chain, startChain } from "@/tests/support/chain/chain";
import { type TronProxy, tronProxy } from "@/tests/support/chain/proxy";
import { usdt } from "@/tests/support/chain/watched-chain";
import {
  alarmsOf,
  booksOf,
  makeLiveIntent,
  makeShop,
  newAddress,
  readAll,
  type Shop,
  watcherOn,
} from "@/tests/support/live-intents";
import { waitFor } from "@/tests/support/wait";

// Which of the two clocks is wrong makes no difference to what compares them, so the chain's is set and PostgreSQL's is
// left.

const MINUTE_MS = 60_000;

let shop: Shop;
let chain: Chain;
let proxies: [TronProxy, TronProxy];

beforeAll(async () => {
  shop = await makeShop();
});
afterEach(async () => {
  for (const proxy of proxies) await proxy.stop();
  await chain.stop();
  await database().sql`delete from chain_cursors`;
  await database().sql`delete from chain_alarms`;
});

/**
 * A chain whose newest block is so many minutes from the database's now, one watcher and as many providers as wanted.
 */
async function open({ minutes, providers = 2 }: { minutes: number; providers?: 1 | 2 }) {
  chain = await startChain({ startsAt: new Date(Date.now() + minutes * MINUTE_MS) });
  proxies = [await tronProxy(chain), await tronProxy(chain)];
  const watcher = watcherOn(chain.network(...proxies.slice(0, providers)), {
    settings: { clockToleranceMs: 30_000 },
  });
  const health = () => watcherHealth(database().sql, watcher.network.id, { idleMs: 60_000, clockToleranceMs: 30_000 });
  const unpaid = (draft = {}) => makeLiveIntent(watcher.network.id, shop, { amountMicros: usdt(10), ...draft });
  return { watcher, network: watcher.network.id, pay: chain.pay, health, unpaid };
}

/** A chain that goes on at its pace, however slow this machine is, until the clocks are found to differ. */
async function goesOnUntilAlarmed(watcher: WatchContext) {
  await waitFor("the alarm", async () => {
    await chain.mine();
    await watchOnce(watcher);
    return (await alarmsOf(watcher.network.id)).includes("clock_skew");
  });
}

describe.each([
  ["three minutes ahead", -3],
  ["three minutes behind", 3],
])("with the database's clock %s", (_, minutes) => {
  it("an address that is handed on: each payment is its own intent's, by its block", async () => {
    const { watcher, pay, unpaid } = await open({ minutes });
    await readAll(watcher);
    const former = await unpaid();
    await pay(former.address, 10);
    await chain.finalize();
    await readAll(watcher);
    await pay(former.address, 1);
    await chain.mine();
    await watchOnce(watcher);
    const next = await unpaid({ address: former.address });
    await pay(next.address, 10);
    await chain.finalize();
    await readAll(watcher);
    expect(await booksOf(former.id)).toMatchObject({
      status: "paid",
      items: [{ kind: "after_paid", amount: usdt(1) }],
    });
    expect(await booksOf(next.id)).toMatchObject({ status: "paid", received: usdt(10), items: [] });
  });

  it("it is alarmed, refused and said, and over once the clocks agree", async () => {
    const { watcher, network, health } = await open({ minutes });
    await goesOnUntilAlarmed(watcher);
    expect(await health()).toMatchObject({
      isHealthy: false,
      reason: "clock_skew",
      reasonText: expect.stringMatching(/^The database's clock is 3 minutes (ahead of|behind) the blockchain's\.$/),
    });
    const secondsOff = Math.round((Date.now() - (await chain.head()).time.getTime()) / 1_000);
    for (const proxy of proxies) proxy.faults.datedLater = secondsOff - 6;
    await database().sql`update chain_cursors set head_time = now() - interval '9 seconds'`;
    await chain.mine();
    await watchOnce(watcher);
    expect(await alarmsOf(network)).not.toContain("clock_skew");
    expect(await health()).toMatchObject({ isHealthy: true });
  });
});

describe("expiry", () => {
  it("does not come before the database's clock says so too", async () => {
    const { watcher, unpaid } = await open({ minutes: 3 });
    await readAll(watcher);
    const intent = await unpaid({ expiresAt: new Date(Date.now() - 30_000) });
    await chain.mine();
    await readAll(watcher);
    expect(await booksOf(intent.id)).toMatchObject({ status: "pending" });
    await database()
      .sql`update payment_intents set expires_at = expires_at - interval '31 seconds' where id = ${intent.id}`;
    await readAll(watcher);
    expect(await booksOf(intent.id)).toMatchObject({ status: "expired" });
  });

  it("does not come before the chain's clock says so, however far ahead the database's is", async () => {
    const { watcher, unpaid } = await open({ minutes: -3 });
    await readAll(watcher);
    const intent = await unpaid({ expiresAt: new Date(Date.now() - 2 * MINUTE_MS) });
    await readAll(watcher);
    expect(await booksOf(intent.id)).toMatchObject({ status: "pending" });
  });
});

describe("a provider whose blocks are dated wrongly", () => {
  it("from the future: is refused, the other one takes over at once, and nothing expires", async () => {
    const { watcher, network, pay, unpaid } = await open({ minutes: -1 });
    await readAll(watcher);
    const [waiting, paid] = [await unpaid(), await unpaid()];
    await pay(paid.address, 10);
    await chain.mine(19);
    proxies[0].faults.datedLater = 86_400;
    const { outcome } = await watchOnce(watcher);
    expect([outcome, watcher.providers.current()]).toEqual(["failed", proxies[1].host]);
    expect(await alarmsOf(network)).toContain("bad_block_time");
    await readAll(watcher);
    expect(await booksOf(paid.id)).toMatchObject({ status: "paid" });
    expect(await booksOf(waiting.id)).toMatchObject({ status: "pending" });
  });

  it("before its parent: is refused, and the other one takes over at once", async () => {
    const { watcher, network } = await open({ minutes: -1 });
    await readAll(watcher);
    await chain.mine(2);
    const { number } = await chain.head();
    proxies[0].faults.dated.set(number - 18, -600);
    const { outcome } = await watchOnce(watcher);
    expect([outcome, watcher.providers.current()]).toEqual(["failed", proxies[1].host]);
    expect(await alarmsOf(network)).toContain("bad_block_time");
    expect((await watchOnce(watcher)).outcome).toBe("passed");
  });

  it("from the future, with no other to ask: nothing is read until the clocks agree, and then everything", async () => {
    const { watcher, network, pay, health, unpaid } = await open({ minutes: -1, providers: 1 });
    await readAll(watcher);
    const intent = await unpaid();
    await pay(intent.address, 10);
    await chain.mine(19);
    proxies[0].faults.datedLater = 240;
    expect((await watchOnce(watcher)).outcome).toBe("failed");
    expect(await alarmsOf(network)).toContain("clock_skew");
    expect(await health()).toMatchObject({ reason: "clock_skew" });
    proxies[0].faults.datedLater = 0;
    await readAll(watcher);
    expect(await booksOf(intent.id)).toMatchObject({ status: "paid" });
    expect(await alarmsOf(network)).not.toContain("clock_skew");
    expect(await health()).toMatchObject({ isHealthy: true });
  });
});

describe("a node that is behind", () => {
  it.each([
    ["two minutes, while another is not", 2, 40],
    ["the blocks that are not final, with no other to ask", 1, 18],
  ] as const)("by %s, is no difference of clocks", async (_, providers, lag) => {
    const { watcher, network, health } = await open({ minutes: 0, providers });
    proxies[0].faults.lag = lag;
    await watchOnce(watcher);
    await chain.mine();
    await watchOnce(watcher);
    expect(await alarmsOf(network)).not.toContain("clock_skew");
    expect(await health()).toMatchObject({ isHealthy: true });
  });

  it("by three minutes, with no other to ask, may be a clock that is wrong", async () => {
    const { watcher, network } = await open({ minutes: 0, providers: 1 });
    proxies[0].faults.lag = 29;
    await watchOnce(watcher);
    proxies[0].faults.datedLater = -100;
    await chain.mine();
    await watchOnce(watcher);
    expect(await alarmsOf(network)).not.toContain("clock_skew");
    await goesOnUntilAlarmed(watcher);
  });
});

describe("a node that answers but has stopped", () => {
  /** The first node stays at its block while the chain goes on for three minutes and pays an intent. */
  async function stopped(options: { providers?: 1 | 2; more?: TronProxy[] } = {}) {
    const opened = await open({ minutes: -3, ...options });
    await readAll(opened.watcher);
    const intent = await opened.unpaid();
    await opened.pay(intent.address, 10);
    await chain.mine(58);
    proxies[0].faults.lag = 59;
    return { ...opened, intent, first: proxies[0].host };
  }

  async function watchTimes(watcher: WatchContext, times: number) {
    const outcomes: string[] = [];
    for (let n = 0; n < times; n++) outcomes.push((await watchOnce(watcher)).outcome);
    return outcomes;
  }

  it("is replaced by one that goes on, which is alarmed until the node has caught up", async () => {
    const { watcher, network, health, intent } = await stopped();
    expect(await watchTimes(watcher, 3)).toEqual(["failed", "passed", "passed"]);
    expect(watcher.providers.current()).toBe(proxies[1].host);
    expect(await booksOf(intent.id)).toMatchObject({ status: "paid", received: usdt(10) });
    expect(await health()).toMatchObject({ isHealthy: true });
    expect(await alarmsOf(network)).toContain("provider_down");
    proxies[0].heal();
    await database().sql`update chain_cursors set rescanned_hour_at = null`;
    expect(await watchTimes(watcher, 2)).toEqual(["passed", "passed"]);
    expect(await alarmsOf(network)).not.toContain("provider_down");
    expect(watcher.providers.current()).toBe(proxies[1].host);
  });

  it("is replaced by a third one if the second has stopped too", async () => {
    const { watcher, network, intent } = await stopped();
    const third = await tronProxy(chain);
    onTestFinished(() => third.stop());
    proxies[1].faults.lag = 59;
    const three = watcherOn(chain.network(...proxies, third), { settings: watcher.watchSettings });
    expect(await watchTimes(three, 4)).toEqual(["failed", "failed", "passed", "passed"]);
    expect(three.providers.current()).toBe(third.host);
    expect(await booksOf(intent.id)).toMatchObject({ status: "paid" });
    expect(await alarmsOf(network)).toContain("provider_down");
  });

  it("stays while no other is configured", async () => {
    const { watcher, network, first, intent } = await stopped({ providers: 1 });
    expect(await watchTimes(watcher, 4)).toEqual(["passed", "passed", "passed", "passed"]);
    expect(watcher.providers.current()).toBe(first);
    expect(await booksOf(intent.id)).toMatchObject({ status: "pending" });
    expect(await alarmsOf(network)).not.toContain("provider_down");
  });

  const others: Record<string, (other: TronProxy) => void | Promise<void>> = {
    "has stopped as well": ({ faults }) => {
      faults.lag = 59;
    },
    "is no more than a minute ahead": ({ faults }) => {
      faults.lag = 39;
    },
    "doesn't answer": (other) => other.always("drop"),
    "dates its blocks in the future": ({ faults }) => {
      faults.datedLater = 600;
    },
    "follows another chain": async ({ faults }) => {
      const [cursor] = await database().sql`select finalized_number as number from chain_cursors`;
      faults.rewritten.set(Number(cursor?.number), `0x${"e".repeat(64)}`);
    },
  };

  it.each(Object.entries(others))("stays while the other one %s", async (_, fault) => {
    const { watcher, network, first } = await stopped();
    await database().sql`update chain_cursors set rescanned_hour_at = now(), rescanned_day_at = now()`;
    await fault(proxies[1]);
    expect(await watchTimes(watcher, 4)).toEqual(["passed", "passed", "passed", "passed"]);
    expect(watcher.providers.current()).toBe(first);
    expect(await alarmsOf(network)).not.toContain("provider_down");
  });

  it("is not one whose blocks look old by a database's clock that is ahead", async () => {
    const { watcher } = await open({ minutes: -3 });
    await readAll(watcher);
    await chain.mine();
    expect(await watchTimes(watcher, 4)).toEqual(["passed", "passed", "passed", "passed"]);
    expect(watcher.providers.current()).toBe(proxies[0].host);
  });
});

describe("what a stranger sent a moment before a lease", () => {
  it("is nobody's, also when the watcher has not heard of its block", async () => {
    const { watcher, pay, unpaid } = await open({ minutes: -1 });
    await readAll(watcher);
    const address = newAddress();
    await pay(address, 10);
    await chain.mine();
    await database().sql`update chain_cursors set passed_at = passed_at - interval '20 seconds'`;
    await hearHead(watcher, watcher.network, watcher.providers);
    const intent = await unpaid({ address });
    await pay(address, 4);
    await chain.mine();
    await watchOnce(watcher);
    // nor does the customer see it arrive
    const seen = await database()
      .sql`select amount_micros as amount from chain_sightings where intent_id = ${intent.id}`;
    expect([...seen]).toEqual([{ amount: usdt(4) }]);
    await chain.finalize();
    await readAll(watcher);
    expect(await booksOf(intent.id)).toMatchObject({ status: "pending", received: usdt(4), items: [] });
    const items = await database().sql`
      select n.kind, n.amount_micros as amount, t.intent_id from attention_items n join transfers t on t.id = n.transfer_id
       where t.address = ${address}`;
    expect([...items]).toEqual([{ kind: "unassigned", amount: usdt(10), intent_id: null }]);
  });
});
