import { describe, expect, it } from "vitest";
import { database } from "@/lib/base/db/client";
import { readCursor } from "@/lib/chain/nodes/cursor";
import type { Providers } from "@/lib/chain/nodes/providers";
import { expireLive } from "@/lib/settlement/watcher/expire-live";
import { passOnce } from "@/lib/settlement/watcher/pass";
import { readChain } from "@/lib/settlement/watcher/read-chain";
import { rescan } from "@/lib/settlement/watcher/rescan";
import { watchOnce } from "@/lib/settlement/watcher/watcher";
import type { Chain } from "@/tests/support/chain/chain";
import type { TronProxy } from "@/tests/support/chain/proxy";
import { usdt, withWatchedChain } from "@/tests/support/chain/watched-chain";
import { cutting } from "@/tests/support/cut-off";
import {
  addAddress,
  booksOf,
  ledgerOf,
  makeLiveIntent,
  makeLiveIntents,
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

async function level() {
  const watcher = watcherOn(chain.network(proxy));
  await readAll(watcher);
  const expiresAt = await chain.inSeconds(1_800);
  return { watcher, expiresAt, network: watcher.network.id };
}

describe("two watchers at once", () => {
  it("one of those that began at the same block moves on, and each payment counts once", async () => {
    const { expiresAt, network } = await level();
    const intents = await makeLiveIntents(
      network,
      shop,
      Array.from({ length: 12 }, () => ({ amountMicros: usdt(3), expiresAt })),
    );
    const watchers = Array.from({ length: 4 }, () => watcherOn(chain.network(proxy)));
    for (let round = 0; round < 4; round++) {
      for (const intent of intents) await chain.pay(intent.address, 1);
      await chain.finalize();
      for (let n = 0; n < 2; n++) {
        const results = await Promise.all([...watchers, ...watchers].map(passOnce));
        expect(results.map((one) => one.outcome).sort()).toContain("passed");
        expect(results.filter((one) => one.outcome === "passed" && one.arrived > 0).length).toBeLessThanOrEqual(1);
      }
    }
    for (const intent of intents) {
      const books = await booksOf(intent.id);
      expect(books).toMatchObject({
        status: "paid",
        received: usdt(3),
        uncounted: usdt(1),
        events: ["payment.success"],
      });
      expect(books.items).toEqual([{ kind: "after_paid", amount: usdt(1), resolution: null }]);
    }
  });

  it("a pass that was overtaken while it read changes nothing", async () => {
    const { watcher, expiresAt, network } = await level();
    const intent = await makeLiveIntent(network, shop, { amountMicros: usdt(1), expiresAt });
    await chain.pay(intent.address, 1);
    await chain.finalize();
    await passOnce(watcher);
    const quicker = watcherOn(chain.network(proxy));
    const providers: Providers = {
      ...watcher.providers,
      use: async (work) => {
        const read = await watcher.providers.use(work);
        expect(await passOnce(quicker)).toMatchObject({ outcome: "passed", arrived: 1 });
        await chain.mine();
        expect((await passOnce(quicker)).outcome).toBe("passed");
        return read;
      },
    };
    const [before] = await database().sql`select passed_at::text from chain_cursors where network = ${network}`;
    expect(await passOnce({ ...watcher, providers })).toEqual({ outcome: "overtaken" });
    const [after] = await database().sql`select passed_at::text from chain_cursors where network = ${network}`;
    expect(after?.passed_at).not.toBe(before?.passed_at);
    expect(await booksOf(intent.id)).toMatchObject({ status: "paid", received: usdt(1), events: ["payment.success"] });
  });

  it("of those that an engine starts only one reads at a time", async () => {
    const { watcher } = await level();
    const results = await Promise.all(Array.from({ length: 6 }, () => watchOnce(watcher)));
    expect(results.filter((one) => one.outcome !== "busy")).toHaveLength(1);
    expect((await watchOnce(watcher)).outcome).toBe("passed");
  });

  it("a pass and two re-scans of the same transfers at once end as one of them alone", async () => {
    const { watcher, expiresAt, network } = await level();
    const intents = await makeLiveIntents(
      network,
      shop,
      Array.from({ length: 20 }, () => ({ amountMicros: usdt(1), expiresAt })),
    );
    for (const intent of intents) await chain.pay(intent.address, 1);
    await chain.finalize();
    await passOnce(watcher);
    proxy.faults.emptyLogs = 100;
    await passOnce(watcher);
    proxy.heal();
    const cursor = await readCursor(database().sql, network);
    if (!cursor) throw new Error("never read");
    await Promise.all([rescan(watcher, cursor, "hour"), rescan(watcher, cursor, "day"), passOnce(watcher)]);
    for (const intent of intents) {
      expect(await booksOf(intent.id)).toMatchObject({
        status: "paid",
        received: usdt(1),
        events: ["payment.success"],
      });
    }
  });
});

describe("cut off", () => {
  it("before each of its statements in turn: the next pass does the same again, and no sum differs", async () => {
    const { watcher, network } = await level();
    let cuts = 0;
    for (let at = 1; ; at++) {
      const expiresAt = await chain.inSeconds(1_800);
      const intent = await makeLiveIntent(network, shop, { amountMicros: usdt(2), expiresAt });
      await chain.pay(intent.address, 2.5);
      await chain.pay(intent.address, 0.5);
      await chain.finalize();
      await watchOnce(watcher);
      let isCut = false;
      const db = cutting(database(), (statement) => {
        if (statement !== at) return;
        isCut = true;
        throw new Error("cut off");
      });
      await passOnce({ ...watcher, db }).catch(() => {});
      await readAll(watcher);
      expect(await booksOf(intent.id), `cut off before statement ${at}`).toMatchObject({
        status: "paid",
        received: usdt(2.5),
        uncounted: usdt(0.5),
        events: ["payment.success"],
        items: [{ kind: "after_paid" }, { kind: "over" }],
      });
      expect(await ledgerOf(intent.address)).toBe(usdt(3));
      if (!isCut) break;
      cuts = at;
    }
    expect(cuts).toBeGreaterThan(15);
  });

  it("before each statement of the first pass: a chain never has a beginning without that of the addresses' books", async () => {
    const watcher = watcherOn(chain.network(proxy));
    const network = watcher.network.id;
    const { sql } = database();
    await readAll(watcher);
    const address = await addAddress(network, shop);
    let cuts = 0;
    for (let at = 1; ; at++) {
      await sql`delete from chain_cursors where network = ${network}`;
      await sql`update address_ledgers set since_block = 987654321 where network = ${network} and address = ${address}`;
      let isCut = false;
      const db = cutting(database(), (statement) => {
        if (statement !== at) return;
        isCut = true;
        throw new Error("cut off");
      });
      await passOnce({ ...watcher, db }).catch(() => {});
      const cursor = await readCursor(sql, network);
      const [ledger] = await sql<{ since: bigint }[]>`
        select since_block as since from address_ledgers where network = ${network} and address = ${address}`;
      expect(Number(ledger?.since), `cut off before statement ${at}`).toBe(cursor?.block.number ?? 987_654_321);
      if (!isCut) break;
      cuts = at;
    }
    expect(cuts).toBeGreaterThan(3);
    expect(await readCursor(sql, network)).not.toBeNull();
  });

  it("before each statement of an expiry: it happens once, with its item and its event", async () => {
    const { watcher, network } = await level();
    let cuts = 0;
    for (let at = 1; ; at++) {
      const expiresAt = await chain.inSeconds(30);
      const intent = await makeLiveIntent(network, shop, { amountMicros: usdt(2), expiresAt });
      await chain.pay(intent.address, 0.5);
      await chain.mine(60);
      await passOnce(watcher);
      await passOnce(watcher);
      const cursor = await readCursor(database().sql, network);
      if (!cursor) throw new Error("never read");
      let isCut = false;
      const db = cutting(database(), (statement) => {
        if (statement !== at) return;
        isCut = true;
        throw new Error("cut off");
      });
      await expireLive({ ...watcher, db }, cursor).catch(() => {});
      await readAll(watcher);
      expect(await booksOf(intent.id), `cut off before statement ${at}`).toMatchObject({
        status: "expired",
        received: usdt(0.5),
        events: ["payment.expired"],
        items: [{ kind: "partial", amount: usdt(1.5) }],
      });
      if (!isCut) break;
      cuts = at;
    }
    expect(cuts).toBeGreaterThan(7);
  });
});

describe("many", () => {
  it("a thousand waiting intents are paid by one pass", async () => {
    const { watcher, expiresAt, network } = await level();
    const drafts = Array.from({ length: 1_000 }, () => ({ amountMicros: usdt(1), expiresAt }));
    const intents = await makeLiveIntents(network, shop, drafts);
    const payments = intents.map(({ address }) => ({ to: address, micros: usdt(1) }));
    await chain.transferMany(chain.payers[0], payments);
    await chain.finalize();
    await passOnce(watcher);
    const pass = await passOnce(watcher);
    expect(pass).toMatchObject({ outcome: "passed", arrived: 1_000 });
    const [row] = await database().sql`
      select count(*)::int as paid, count(distinct transfer_id)::int as transfers,
             (select count(*)::int from events e where e.type = 'payment.success'
                 and e.intent_id = any(${intents.map((one) => one.id)}::uuid[])) as events
        from payment_intents where id = any(${intents.map((one) => one.id)}::uuid[]) and status = 'paid'`;
    expect(row).toEqual({ paid: 1_000, transfers: 1_000, events: 1_000 });
    const [freed] = await database().sql`
      select count(*)::int as released from address_leases
       where intent_id = any(${intents.map((one) => one.id)}::uuid[]) and released_at is not null`;
    expect(freed).toEqual({ released: 1_000 });
  });

  it("more than fit into one question are read in several questions, each of a node that has the blocks", async () => {
    const { watcher, network } = await level();
    const watched = Array.from({ length: 52_000 }, () => ({ address: newAddress(), since: 0 }));
    const last = watched.at(-1)?.address ?? "0x";
    await chain.transfer(chain.payers[0], last, usdt(1));
    await chain.finalize();
    await watchOnce(watcher);
    const cursor = await readCursor(database().sql, network);
    if (!cursor) throw new Error("never read");
    proxy.resetCounts();
    const read = () =>
      watcher.providers.use((rpc) => readChain(watcher, rpc, cursor, { watched, waiting: [], sinceMs: 0 }));
    expect((await read()).transfers).toMatchObject([{ to: last, amountMicros: usdt(1) }]);
    expect(proxy.counts.http).toBe(3);
    expect(proxy.counts.methods.eth_getLogs).toBe(104);
  });

  it("20,000 watched addresses are one question a pass, and a payment to the last of them is found", async () => {
    const { watcher, expiresAt, network } = await level();
    const drafts = Array.from({ length: 20_000 }, () => ({ expiresAt }));
    const intents = await makeLiveIntents(network, shop, drafts);
    await database().sql`update receive_addresses set balance_at = now(), balance_micros = 0 where balance_at is null`;
    await passOnce(watcher);
    const last = intents.at(-1);
    if (!last) throw new Error("no intent");
    await chain.transfer(chain.payers[0], last.address, last.amountMicros);
    await chain.finalize();
    await passOnce(watcher);
    proxy.resetCounts();
    expect(await passOnce(watcher)).toMatchObject({ arrived: 1 });
    // the second one is for the receipt
    expect(proxy.counts.http).toBe(2);
    proxy.resetCounts();
    expect(await passOnce(watcher)).toMatchObject({ arrived: 0 });
    expect(proxy.counts.http).toBe(1);
    expect(await booksOf(last.id)).toMatchObject({ status: "paid" });
  });
});
