import { InngestTestEngine } from "@inngest/test";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { watchChain } from "@/inngest/functions/watch-chain";
import { systemContext } from "@/lib/base/context/context";
import { database } from "@/lib/base/db/client";
import { resetEnv } from "@/lib/base/process/env";
import { raiseAlarm } from "@/lib/chain/nodes/alarms";
import { blockAt } from "@/lib/chain/nodes/rpc-calls";
import { RpcError } from "@/lib/chain/nodes/rpc-error";
import type { WatchContext } from "@/lib/chain/nodes/watch-context";
import { chainReader } from "@/lib/service/jobs/chain-reader";
import { startTicker } from "@/lib/service/jobs/ticker";
import { reserveAfter, watchFor } from "@/lib/service/jobs/watch-for";
import { msUntilPass } from "@/lib/settlement/watcher/pace";
import { restartWatching } from "@/lib/settlement/watcher/restart";
import { unfinishedScans } from "@/lib/settlement/watcher/unfinished-scans";
import { watchOnce } from "@/lib/settlement/watcher/watcher";
import type { Chain } from "@/tests/support/chain/chain";
import type { TronProxy } from "@/tests/support/chain/proxy";
import { usdt, withWatchedChain } from "@/tests/support/chain/watched-chain";
import { startDispatcher } from "@/tests/support/deliveries";
import {
  alarmsOf,
  booksOf,
  ledgerOf,
  makeLiveIntent,
  makeLiveIntents,
  makeShop,
  newAddress,
  readAll,
  type Shop,
  watcherOn,
} from "@/tests/support/live-intents";
import { waitFor } from "@/tests/support/wait";

let chain: Chain;
let proxy: TronProxy;
let shop: Shop;

withWatchedChain((made) => {
  ({ chain, proxy, shop } = made);
});

const later = () => chain.inSeconds(3_600);

async function level(settings: Partial<WatchContext["watchSettings"]> = {}) {
  const watcher = watcherOn(chain.network(proxy), { settings });
  await readAll(watcher);
  return watcher;
}

/** All that is done now and then is due. */
const makeDue = () => database().sql`
  update chain_cursors set canary_at = null, rescanned_hour_at = null, rescanned_day_at = null, token_checked_at = null`;

describe("the token", () => {
  it("its fee, pause and end are alarms until they are over", async () => {
    const watcher = await level();
    await chain.setFee(10, 1);
    await chain.deprecate();
    await chain.pause();
    await makeDue();
    await watchOnce(watcher);
    expect(await alarmsOf(watcher.network.id)).toEqual(
      expect.arrayContaining(["token_deprecated", "token_fee", "token_paused"]),
    );
    const [kept] = await database().sql`select token from chain_cursors where network = ${watcher.network.id}`;
    expect(kept?.token).toEqual({ paused: true, deprecated: true, basisPointsRate: "10", maximumFee: "1000000" });
    await chain.pause(false);
    await chain.deprecate(false);
    await chain.setFee(0, 0);
    await makeDue();
    await watchOnce(watcher);
    expect((await alarmsOf(watcher.network.id)).filter((kind) => kind.startsWith("token_"))).toEqual([]);
  });

  it("a frozen address is marked and its merchant told, until it is free again", async () => {
    const watcher = await level();
    const intent = await makeLiveIntent(watcher.network.id, shop, { expiresAt: await later() });
    const isMarked = async () => {
      const [row] = await database()
        .sql`select blacklisted_at from receive_addresses where address = ${intent.address}`;
      return row?.blacklisted_at !== null;
    };
    await chain.blacklist(intent.address);
    await makeDue();
    await watchOnce(watcher);
    expect([await isMarked(), (await alarmsOf(watcher.network.id)).includes("blacklisted")]).toEqual([true, true]);
    await chain.blacklist(intent.address, false);
    await makeDue();
    await watchOnce(watcher);
    expect([await isMarked(), (await alarmsOf(watcher.network.id)).includes("blacklisted")]).toEqual([false, false]);
  });

  it("a check that could not be made stays due, and is an alarm when that goes on for long", async () => {
    const watcher = await level();
    const intent = await makeLiveIntent(watcher.network.id, shop, { expiresAt: await later() });
    const checkedAt = async () => (await database().sql`select token_checked_at as at from chain_cursors`)[0]?.at;
    const isMarked = async () =>
      (
        await database().sql`select from receive_addresses
        where address = ${intent.address} and blacklisted_at is not null`
      ).count === 1;
    await chain.blacklist(intent.address);
    const paused = "0x5c975abb";
    const isBlackListed = "0xe47d6060";
    for (const slow of [paused, isBlackListed]) {
      await makeDue();
      proxy.faults.slowCalls = [slow];
      await database().sql`update chain_cursors set token_checked_at = now() - interval '25 hours'`;
      await watchOnce(watcher);
      expect(Date.now() - (await checkedAt()).getTime()).toBeGreaterThan(86_400_000);
      expect(await isMarked()).toBe(false);
      expect(await alarmsOf(watcher.network.id)).not.toContain("token_unchecked");
    }
    await database().sql`update chain_cursors set token_checked_at = now() - interval '37 hours'`;
    await watchOnce(watcher);
    expect(await alarmsOf(watcher.network.id)).toContain("token_unchecked");
    proxy.heal();
    await watchOnce(watcher);
    expect(await isMarked()).toBe(true);
    expect(await alarmsOf(watcher.network.id)).not.toContain("token_unchecked");
    await chain.blacklist(intent.address, false);
    await makeDue();
    await watchOnce(watcher);
  });

  it("a balance that could not be told is asked for again, and the others are kept", async () => {
    const watcher = await level();
    const expiresAt = await later();
    const [told, untold] = [
      await makeLiveIntent(watcher.network.id, shop, { expiresAt }),
      await makeLiveIntent(watcher.network.id, shop, { expiresAt }),
    ];
    const balances = async () =>
      (
        await database().sql<{ address: string; at: Date | null }[]>`
        select address, balance_at as at from receive_addresses where address in (${told.address}, ${untold.address})`
      )
        .filter((row) => row.at !== null)
        .map((row) => row.address);
    proxy.faults.slowCalls = [`0x70a08231${untold.address.slice(2).padStart(64, "0")}`];
    await watchOnce(watcher);
    expect(await balances()).toEqual([told.address]);
    proxy.heal();
    await watchOnce(watcher);
    expect((await balances()).sort()).toEqual([told.address, untold.address].sort());
  });

  it("a token that cannot be asked any of this is no alarm", async () => {
    const watcher = await level();
    const other = { ...watcher, network: { ...watcher.network, token: chain.fake } };
    await database().sql`delete from chain_alarms`;
    await makeDue();
    await watchOnce(other);
    const [kept] = await database().sql`select token from chain_cursors where network = ${watcher.network.id}`;
    expect(kept?.token).toMatchObject({ paused: "unknown", maximumFee: "unknown" });
    expect((await alarmsOf(watcher.network.id)).filter((kind) => kind.startsWith("token_"))).toEqual([]);
  });
});

describe("balances", () => {
  it("one beyond what the database can hold is kept as the most that it can, and the others are refreshed too", async () => {
    const [rich, other] = [newAddress(), newAddress()];
    await chain.mint(rich, 2n ** 64n);
    await chain.mint(other, 7n);
    // the books begin well behind it
    await chain.mine(40);
    const watcher = await level();
    await makeLiveIntents(watcher.network.id, shop, [{ address: rich }, { address: other }]);
    await database().sql`update chain_cursors set rescanned_hour_at = now(), rescanned_day_at = now()`;
    await watchOnce(watcher);
    const balances = await database().sql<{ address: string; micros: bigint; funded: boolean }[]>`
      select address, balance_micros as micros, funded from receive_addresses where address in (${rich}, ${other})`;
    expect(balances).toHaveLength(2);
    expect(balances).toEqual(
      expect.arrayContaining([
        { address: rich, micros: 2n ** 62n, funded: true },
        { address: other, micros: 7n, funded: true },
      ]),
    );
    expect(await alarmsOf(watcher.network.id)).not.toContain("upkeep_balances");
    // what was minted before they were anybody's is read by nobody any more
    await database().sql`
      update address_leases set released_at = now()
       where address_id in (select id from receive_addresses where address in (${rich}, ${other}))`;
    await database().sql`
      update receive_addresses set last_leased_at = now() - interval '1 year', retired_at = now() - interval '1 year'
       where address in (${rich}, ${other})`;
  });
});

describe("a task that fails", () => {
  /** The database refuses to change the rows of some tables, as a value that it cannot hold would make it. */
  async function refusing(tables: string[], work: () => Promise<unknown>) {
    const { sql } = database();
    await sql`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`;
    for (const table of tables) {
      await sql`create trigger refuse before update on ${sql(table)} for each row execute function refuse()`;
    }
    await work().finally(() => sql`drop function refuse cascade`);
  }

  it("keeps no other from running, and is an alarm under its own name until it has run through", async () => {
    const watcher = await level({ hasTraffic: true });
    const expiresAt = await chain.inSeconds(30);
    const intent = await makeLiveIntent(watcher.network.id, shop, { expiresAt });
    await chain.mine(60);
    await makeDue();
    await refusing(["payment_intents", "receive_addresses"], () => readAll(watcher));
    const failing = (await alarmsOf(watcher.network.id)).filter((kind) => kind.startsWith("upkeep_"));
    expect(failing).toEqual(expect.arrayContaining(["upkeep_balances", "upkeep_books", "upkeep_expiry"]));
    const [ran] = await database().sql`
      select canary_at is not null as canary, rescanned_hour_at is not null as hour, rescanned_day_at is not null as day,
             token_checked_at is not null as token from chain_cursors where network = ${watcher.network.id}`;
    expect(ran).toEqual({ canary: true, hour: true, day: true, token: true });
    await readAll(watcher);
    expect((await alarmsOf(watcher.network.id)).filter((kind) => kind.startsWith("upkeep_"))).toEqual([]);
    expect(await booksOf(intent.id)).toMatchObject({ status: "expired" });
  });

  it("and is done only now and then isn't tried again at the next pass", async () => {
    const watcher = await level({ retryMs: 60_000 });
    await makeLiveIntent(watcher.network.id, shop, { expiresAt: await later() });
    await chain.mine();
    await makeDue();
    const isReread = async () => {
      const [row] = await database()
        .sql`select rescanned_day_at from chain_cursors where network = ${watcher.network.id}`;
      return row?.rescanned_day_at !== null;
    };
    let asked = 0;
    const { use } = watcher.providers;
    const away = () => Promise.reject(new RpcError("unavailable", "away"));
    const providers = { ...watcher.providers, use: ((work) => (asked++ === 0 ? use(work) : away())) as typeof use };
    expect((await watchOnce({ ...watcher, providers })).outcome).toBe("passed");
    await watchOnce(watcher);
    expect(await isReread()).toBe(false);
    await watchOnce({ ...watcher, watchSettings: { ...watcher.watchSettings, retryMs: 0 } });
    expect(await isReread()).toBe(true);
  });

  it("or takes several passes isn't waited for by what is done every ten minutes", async () => {
    const watcher = await level();
    const { id: network } = watcher.network;
    const started = performance.now();
    const now = vi.spyOn(performance, "now");
    onTestFinished(() => now.mockRestore());
    /** In a pass that goes on with the hour's re-scan. */
    const isDoneAfter = async (minutes: number) => {
      unfinishedScans(network, "rescan").set("hour", 1);
      await database().sql`update chain_cursors set rescanned_hour_at = null`;
      await raiseAlarm(database().sql, { network, kind: "upkeep_disputes", message: "Until it is done." });
      now.mockReturnValue(started + minutes * 60_000);
      await watchOnce(watcher);
      return !(await alarmsOf(network)).includes("upkeep_disputes");
    };
    expect([await isDoneAfter(20), await isDoneAfter(25), await isDoneAfter(31)]).toEqual([true, false, true]);
  });

  it("because of a node is an alarm only once it has failed for half an hour, until it has run through", async () => {
    const watcher = await level();
    await makeLiveIntent(watcher.network.id, shop, { expiresAt: await later() });
    const failing = async () => (await alarmsOf(watcher.network.id)).filter((kind) => kind.startsWith("upkeep_"));
    // whole milliseconds, so that exactly half an hour isn't rounded to less
    const started = Math.ceil(performance.now());
    const now = vi.spyOn(performance, "now");
    onTestFinished(() => now.mockRestore());
    const lookAfter = async (minutes: number) => {
      now.mockReturnValue(started + minutes * 60_000);
      await watchOnce(watcher);
      return failing();
    };
    proxy.faults.noConstantCalls = true;
    // between the fourth and the fifth look, another engine may have done it
    for (const minutes of [0, 9, 18, 27, 38, 47, 56, 65]) expect(await lookAfter(minutes)).toEqual([]);
    expect(await lookAfter(68)).toEqual(["upkeep_balances"]);
    proxy.heal();
    expect(await lookAfter(69)).toEqual([]);
    proxy.faults.noConstantCalls = true;
    await database().sql`update receive_addresses set balance_at = null`;
    expect(await lookAfter(70)).toEqual([]);
  });
});

describe("the canary", () => {
  it("a block without any transfer is an alarm where there must be some, and the last hour is read again", async () => {
    const watcher = await level({ hasTraffic: true });
    await chain.transfer(chain.payers[0], newAddress(), 1n);
    await chain.finalize();
    await watchOnce(watcher);
    await makeDue();
    await watchOnce(watcher);
    expect(await alarmsOf(watcher.network.id)).not.toContain("canary");
    await chain.mine(3);
    await readAll(watcher);
    await makeDue();
    await watchOnce(watcher);
    expect(await alarmsOf(watcher.network.id)).toContain("canary");
  });

  it("is not asked for on a quiet network", async () => {
    const watcher = await level();
    await database().sql`delete from chain_alarms`;
    await makeDue();
    await watchOnce(watcher);
    expect(await alarmsOf(watcher.network.id)).not.toContain("canary");
  });
});

describe("finality", () => {
  it("that is far behind the head is an alarm, as at a node's solidity port, until it is not", async () => {
    const watcher = await level();
    expect(await alarmsOf(watcher.network.id)).not.toContain("finality_lag");
    proxy.faults.finalLag = 18;
    await chain.mine();
    await watchOnce(watcher);
    expect(await alarmsOf(watcher.network.id)).not.toContain("finality_lag");
    await chain.mine(40);
    await watchOnce(watcher);
    expect(await alarmsOf(watcher.network.id)).toContain("finality_lag");
    proxy.heal();
    await watchOnce(watcher);
    expect(await alarmsOf(watcher.network.id)).not.toContain("finality_lag");
  });
});

describe("the pace", () => {
  it("is not slowed by a last scan that lies in the future, since the database's clock was put back", async () => {
    const watcher = await level({ busyMs: 6_000, idleMs: 60_000 });
    const { sql } = database();
    await sql`update chain_cursors set passed_at = now() + interval '3 minutes'`;
    expect(await msUntilPass(watcher)).toBeLessThanOrEqual(0);
    await sql`update chain_cursors set failed_at = now() + interval '3 minutes'`;
    expect(await msUntilPass(watcher)).toBeLessThanOrEqual(0);
    await readAll(watcher);
  });

  it("is slow while nothing waits, quick while something does, and after that for ten minutes", async () => {
    const { sql } = database();
    await sql`update payment_intents set status = 'cancelled', cancelled_at = now() where status = 'pending'`;
    await sql`update receive_addresses set rests_at_least_until = now()`;
    const watcher = await level({ busyMs: 6_000, idleMs: 60_000 });
    expect(await msUntilPass(watcher)).toBeGreaterThan(50_000);
    const intent = await makeLiveIntent(watcher.network.id, shop, { amountMicros: usdt(1), expiresAt: await later() });
    expect(await msUntilPass(watcher)).toBeLessThanOrEqual(6_000);
    await chain.transfer(chain.payers[0], intent.address, usdt(1));
    await chain.finalize();
    await readAll(watcher);
    expect(await booksOf(intent.id)).toMatchObject({ status: "paid" });
    expect(await msUntilPass(watcher)).toBeLessThanOrEqual(6_000);
    await sql`update receive_addresses set rests_at_least_until = now() + interval '19 minutes'`;
    expect(await msUntilPass(watcher)).toBeGreaterThan(50_000);
  });

  it("is two seconds from three blocks before a transfer is final until it is in the books", async () => {
    const watcher = await level({ busyMs: 60_000, idleMs: 120_000 });
    const intent = await makeLiveIntent(watcher.network.id, shop, { amountMicros: usdt(1), expiresAt: await later() });
    await chain.pay(intent.address, 1);
    await chain.mine(15);
    await watchOnce(watcher);
    expect(await msUntilPass(watcher)).toBeGreaterThan(2_000);
    for (let n = 0; n < 3; n++) {
      await chain.mine();
      await watchOnce(watcher);
      expect(await msUntilPass(watcher)).toBeLessThanOrEqual(2_000);
    }
    expect(await booksOf(intent.id)).toMatchObject({ status: "pending" });
    await chain.mine();
    await watchOnce(watcher);
    expect(await booksOf(intent.id)).toMatchObject({ status: "paid" });
    expect(await msUntilPass(watcher)).toBeGreaterThan(2_000);
  });

  it("after a failure the same provider is left alone for a while", async () => {
    const watcher = await level({ busyMs: 60_000 });
    proxy.next("busy");
    expect((await watchOnce(watcher)).outcome).toBe("failed");
    expect(await msUntilPass(watcher)).toBeGreaterThan(1_000);
    expect(await alarmsOf(watcher.network.id)).not.toContain("provider_down");
    proxy.next("busy", 2);
    await watchOnce(watcher);
    await watchOnce(watcher);
    expect(await alarmsOf(watcher.network.id)).toContain("provider_down");
    await watchOnce(watcher);
    expect(await alarmsOf(watcher.network.id)).not.toContain("provider_down");
  });
});

describe("engines", () => {
  function withEnv() {
    Object.assign(process.env, chain.env(proxy), { TRON_POLL_BUSY_MS: "100", TRON_POLL_IDLE_MS: "60000" });
    resetEnv();
    onTestFinished(() => {
      for (const name of Object.keys(chain.env(proxy))) delete process.env[name];
      resetEnv();
    });
  }

  it("the embedded one is woken by a live creation, and its pass by nothing else", async () => {
    withEnv();
    const ctx = systemContext(database(), "test");
    const watcher = await level();
    const { sql } = database();
    await sql`update payment_intents set status = 'cancelled', cancelled_at = now() where status = 'pending'`;
    await sql`update receive_addresses set rests_at_least_until = now()`;
    const ticker = startTicker(ctx, startDispatcher(), chainReader(ctx));
    onTestFinished(() => ticker.stop());
    proxy.resetCounts();
    for (let n = 0; n < 20; n++) ticker.wake();
    const intent = await makeLiveIntent(watcher.network.id, shop, { amountMicros: usdt(1), expiresAt: await later() });
    expect(proxy.counts.http).toBe(0);
    await chain.transfer(chain.payers[0], intent.address, usdt(1));
    await chain.finalize();
    ticker.wake();
    await waitFor("the payment", async () => (await booksOf(intent.id)).status === "paid");
  });

  it("one that comes by tells at once that the webhook of a payment is due", async () => {
    withEnv();
    const ctx = systemContext(database(), "test");
    const hooked = await makeShop({ webhookUrl: "https://shop.example/hook" });
    const watcher = await level();
    const intent = await makeLiveIntent(watcher.network.id, hooked, {
      amountMicros: usdt(1),
      expiresAt: await later(),
    });
    const onePass = async () => {
      let told = 0;
      await watchFor(ctx, 0, () => told++);
      return { told, status: (await booksOf(intent.id)).status };
    };
    expect((await onePass()).told).toBe(0);
    await chain.transfer(chain.payers[0], intent.address, usdt(1));
    await chain.finalize();
    await waitFor("the payment's webhook", async () => {
      const { told, status } = await onePass();
      expect(told > 0).toBe(status === "paid");
      return told;
    });
  });

  it("Inngest's reads for most of a minute, and not at all while live is off", async () => {
    const run = () => new InngestTestEngine({ function: watchChain }).execute();
    expect((await run()).result).toEqual({ passes: 0 });
    expect([100, 60_000].map(reserveAfter)).toEqual([300, 10_000]);
  });
});

describe("an operator", () => {
  /** A node that lied about a final block, or one that does now. */
  async function forked() {
    const watcher = await level();
    const intent = await makeLiveIntent(watcher.network.id, shop, { amountMicros: usdt(2), expiresAt: await later() });
    await chain.transfer(chain.payers[0], intent.address, usdt(1));
    await chain.finalize();
    await readAll(watcher);
    return { watcher, intent };
  }

  it("goes on where reading stopped after a fork, and nothing paid meanwhile is missed", async () => {
    const { watcher, intent } = await forked();
    await database().sql`update chain_cursors set block_hash = ${`0x${"d".repeat(64)}`}`;
    expect((await watchOnce(watcher)).outcome).toBe("stopped");
    await chain.transfer(chain.payers[0], intent.address, usdt(1));
    await chain.finalize();
    expect((await restartWatching(watcher)).goesOnFrom).toBeGreaterThan(0);
    await readAll(watcher);
    expect(await booksOf(intent.id)).toMatchObject({ status: "paid", received: usdt(2) });
  });

  it("finds payments and sweeps that the other chain includes again, at other places of their blocks, recorded already", async () => {
    const { watcher, intent } = await forked();
    const elsewhere = newAddress();
    await chain.transfer(intent.address, elsewhere, 5n);
    await chain.finalize();
    await readAll(watcher);
    const [before] = await database().sql`select tx_hash, log_index from transfers where address = ${intent.address}`;
    await chain.reorgHead(50);
    expect((await watchOnce(watcher)).outcome).toBe("stopped");
    await chain.transfer(chain.payers[1], elsewhere, 1n);
    const again = await chain.transfer(chain.payers[0], intent.address, usdt(1));
    await chain.mine();
    await chain.transfer(chain.payers[1], elsewhere, 1n);
    await chain.transfer(intent.address, elsewhere, 5n);
    // another one of the same amount is another payment
    const other = await chain.pay(intent.address, 0.5);
    await chain.finalize();
    await restartWatching(watcher);
    await database().sql`update chain_cursors set rescanned_hour_at = null`;
    await readAll(watcher);
    const after = await database().sql`
      select tx_hash, log_index from transfers where address = ${intent.address} order by created_at`;
    expect(again).toBe(before?.tx_hash);
    expect(after).toEqual([before, { tx_hash: other, log_index: expect.any(Number) }]);
    expect(await booksOf(intent.id)).toMatchObject({ status: "pending", received: usdt(1.5) });
    expect(await ledgerOf(intent.address)).toBe(await chain.balanceOf(intent.address));
  });

  it("begins a chain that they say was made anew at its last final block, and keeps the books", async () => {
    const { watcher, intent } = await forked();
    await database().sql`update chain_cursors set block_number = 1000000000`;
    expect(await restartWatching(watcher, { isNewChain: true })).toEqual({ goesOnFrom: null });
    expect((await watchOnce(watcher)).outcome).toBe("started");
    await chain.transfer(chain.payers[0], intent.address, usdt(1));
    await chain.finalize();
    await readAll(watcher);
    expect(await booksOf(intent.id)).toMatchObject({ status: "paid", received: usdt(2) });
  });

  it("is refused with a node that is behind, and what was paid where it hasn't been is read once it has caught up", async () => {
    const { watcher, intent } = await forked();
    const { sql } = database();
    // the cursor is where a node that was ahead had read to, and that one lied
    const kept = () => sql`select block_number, block_hash, finalized_hash from chain_cursors`;
    await sql`update chain_cursors set block_hash = ${`0x${"d".repeat(64)}`}`;
    expect((await watchOnce(watcher)).outcome).toBe("stopped");
    const before = await kept();
    proxy.faults.lag = 10;
    await expect(restartWatching(watcher)).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringMatching(/The node is behind: .* --new-chain/),
    });
    expect(await kept()).toEqual(before);
    expect(await alarmsOf(watcher.network.id)).toContain("fork");
    await chain.transfer(chain.payers[0], intent.address, usdt(1));
    await chain.finalize();
    proxy.faults.lag = 0;
    expect((await restartWatching(watcher)).goesOnFrom).toBe(Number(before[0]?.block_number));
    await readAll(watcher);
    expect(await booksOf(intent.id)).toMatchObject({ status: "paid", received: usdt(2) });
  });

  it("is refused with a node that no longer has the block", async () => {
    const { watcher } = await forked();
    const providers: WatchContext["providers"] = {
      ...watcher.providers,
      use: (work) =>
        watcher.providers.use((rpc) =>
          work({
            ...rpc,
            batch: ((calls) => rpc.batch(calls.length === 1 ? [blockAt(10 ** 9)] : calls)) as typeof rpc.batch,
          }),
        ),
    };
    await expect(restartWatching({ ...watcher, providers })).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringMatching(/doesn't have block/),
    });
    expect((await watchOnce(watcher)).outcome).toBe("passed");
  });

  /** A watcher beside which `work` happens after each of its readings. */
  function interrupted(watcher: WatchContext, work: () => Promise<unknown>): WatchContext {
    const { use } = watcher.providers;
    const providers: WatchContext["providers"] = {
      ...watcher.providers,
      use: async (read) => {
        const heard = await use(read);
        await work();
        return heard;
      },
    };
    return { ...watcher, providers };
  }

  it("leaves the chain readable when a pass moves on meanwhile", async () => {
    const { watcher, intent } = await forked();
    await chain.transfer(chain.payers[0], intent.address, usdt(1));
    await chain.finalize();
    const beside = interrupted(watcher, () => readAll(watcherOn(chain.network(proxy))));
    expect((await restartWatching(beside)).goesOnFrom).toBeGreaterThan(0);
    await chain.finalize();
    expect((await watchOnce(watcher)).outcome).toBe("passed");
    expect(await booksOf(intent.id)).toMatchObject({ status: "paid", received: usdt(2) });
    expect(await alarmsOf(watcher.network.id)).not.toContain("fork");
  });

  it("takes nothing from a pass that moved on while it looked for a block that the chain does not have", async () => {
    const { watcher } = await forked();
    const [{ number }] = await database().sql<[{ number: bigint }]>`select block_number as number from chain_cursors`;
    await database().sql`update chain_cursors set block_number = 1000000000`;
    const mended = () => database().sql`
      update chain_cursors set block_number = ${number}, block_hash = ${`0x${"e".repeat(64)}`} where block_number > ${number}`;
    const restarted = await restartWatching(interrupted(watcher, mended), { isNewChain: true });
    expect(restarted).toEqual({ goesOnFrom: Number(number) });
    expect((await watchOnce(watcher)).outcome).toBe("passed");
  });

  it("is not undone by a pass that began before it", async () => {
    const { watcher } = await forked();
    await database().sql`update chain_cursors set block_hash = ${`0x${"d".repeat(64)}`}`;
    const slow: WatchContext["providers"] = {
      ...watcher.providers,
      use: (read) =>
        watcher.providers.use(read).catch(async (error) => {
          expect((await restartWatching(watcher)).goesOnFrom).toBeGreaterThan(0);
          throw error;
        }),
    };
    expect(await watchOnce({ ...watcher, providers: slow })).toEqual({ outcome: "overtaken" });
    expect(await alarmsOf(watcher.network.id)).not.toContain("fork");
    expect((await watchOnce(watcher)).outcome).toBe("passed");
  });
});
