import { describe, expect, it } from "vitest";
import { database } from "@/lib/base/db/client";
import { checkFrozen, newFrozenCheck } from "@/lib/chain/nodes/check-frozen";
import { RpcError } from "@/lib/chain/nodes/rpc-error";
import type { WatchContext } from "@/lib/chain/nodes/watch-context";
import { watchOnce } from "@/lib/settlement/watcher/watcher";
import type { Chain } from "@/tests/support/chain/chain";
import type { TronProxy } from "@/tests/support/chain/proxy";
import { withWatchedChain } from "@/tests/support/chain/watched-chain";
import {
  alarmsOf,
  type LiveIntent,
  makeLiveIntents,
  readAll,
  type Shop,
  watcherOn,
} from "@/tests/support/live-intents";

/** More than are asked about in one pass. */
const MANY = 620;
const IS_BLACK_LISTED = "0xe47d6060";

let chain: Chain;
let proxy: TronProxy;
let shop: Shop;

withWatchedChain((made) => {
  ({ chain, proxy, shop } = made);
});

/** Many addresses that wait for money, in the order in which they are asked about. */
async function waiting() {
  const watcher = watcherOn(chain.network(proxy));
  await readAll(watcher);
  const { sql } = database();
  await sql`update address_leases set released_at = now() where released_at is null`;
  await sql`update payment_intents set status = 'cancelled', cancelled_at = now() where status = 'pending'`;
  const drafts = Array.from({ length: MANY }, () => ({}));
  const made = await makeLiveIntents(watcher.network.id, shop, drafts);
  const ids = await sql<{ address: string }[]>`
    select address from receive_addresses where address = any(${made.map((one) => one.address)}::text[]) order by id`;
  const byAddress = new Map(made.map((one) => [one.address as string, one]));
  return { watcher, intents: ids.map((row) => byAddress.get(row.address) as LiveIntent) };
}

async function frozen(): Promise<string[]> {
  const rows = await database().sql<{ address: string }[]>`
    select address from receive_addresses where blacklisted_at is not null order by id`;
  return rows.map((row) => row.address);
}

/** How many addresses are asked about until a check is through. */
async function countAsked(watcher: WatchContext, check = newFrozenCheck()): Promise<number> {
  proxy.resetCounts();
  while (!(await checkFrozen(watcher, check)));
  return proxy.counts.methods.eth_call ?? 0;
}

describe("the check for frozen addresses", () => {
  it("is made in parts over several passes, each address once", async () => {
    const { watcher, intents } = await waiting();
    const [first, last] = [intents.at(0)?.address ?? "", intents.at(-1)?.address ?? ""];
    for (const address of [first, last]) await chain.blacklist(address);
    const check = newFrozenCheck();
    proxy.resetCounts();
    expect(await checkFrozen(watcher, check)).toBe(false);
    expect(proxy.counts.methods.eth_call).toBe(500);
    expect(await frozen()).toEqual([first]);
    expect(await countAsked(watcher, check)).toBe(MANY - 500);
    expect(await frozen()).toEqual([first, last]);
    for (const address of [first, last]) await chain.blacklist(address, false);
    const { sql } = database();
    const isChecked = () => sql`select from chain_cursors where token_checked_at is not null`;
    await sql`update chain_cursors set token_checked_at = null`;
    await watchOnce(watcher);
    expect([(await isChecked()).count, await frozen()]).toEqual([0, [last]]);
    await watchOnce(watcher);
    expect([(await isChecked()).count, await frozen()]).toEqual([1, []]);
    expect(await alarmsOf(watcher.network.id)).not.toContain("blacklisted");
  });

  it("loses no answers by a request that fails, and goes on with that one", async () => {
    const { watcher, intents } = await waiting();
    const [first, third] = [intents[0]?.address ?? "", intents[250]?.address ?? ""];
    for (const address of [first, third]) await chain.blacklist(address);
    const { use } = watcher.providers;
    let asked = 0;
    const away = () => Promise.reject(new RpcError("unavailable", "away"));
    const providers = { ...watcher.providers, use: ((work) => (asked++ === 2 ? away() : use(work))) as typeof use };
    const check = newFrozenCheck();
    await expect(checkFrozen({ ...watcher, providers }, check)).rejects.toMatchObject({ kind: "unavailable" });
    expect(await frozen()).toEqual([first]);
    expect(await countAsked(watcher, check)).toBe(MANY - 200);
    expect(await frozen()).toEqual([first, third]);
    for (const address of [first, third]) await chain.blacklist(address, false);
    await countAsked(watcher);
  });

  it("comes back to an address that could not be asked about after all others", async () => {
    const { watcher, intents } = await waiting();
    const [untold, last] = [intents[0]?.address ?? "", intents.at(-1)?.address ?? ""];
    for (const address of [untold, last]) await chain.blacklist(address);
    proxy.faults.slowCalls = [`${IS_BLACK_LISTED}${untold.slice(2).padStart(64, "0")}`];
    const check = newFrozenCheck();
    expect(await checkFrozen(watcher, check)).toBe(false);
    await expect(checkFrozen(watcher, check)).rejects.toMatchObject({ kind: "unavailable" });
    expect(await frozen()).toEqual([last]);
    proxy.heal();
    expect(await countAsked(watcher, check)).toBe(1);
    expect(await frozen()).toEqual([untold, last]);
    for (const address of [untold, last]) await chain.blacklist(address, false);
    await countAsked(watcher);
  });

  it("is of those that wait for money, hold more than a sweep leaves, or may be leased again", async () => {
    const { watcher } = await waiting();
    const { sql } = database();
    expect(await countAsked(watcher)).toBe(MANY);
    await sql`update address_leases set released_at = now() where released_at is null`;
    await sql`update receive_addresses set funded = false, balance_micros = 0, balance_at = now()`;
    expect(await countAsked(watcher)).toBe(0);
    await sql`update receive_addresses set funded = true, balance_micros = 1
               where id in (select id from receive_addresses order by id limit 7)`;
    expect(await countAsked(watcher)).toBe(7);
    await sql`update merchants set never_reuse_addresses = true where id = ${shop.merchantId}`;
    expect(await countAsked(watcher)).toBe(0);
    await sql`update receive_addresses set balance_micros = 2
               where id in (select id from receive_addresses order by id limit 3)`;
    expect(await countAsked(watcher)).toBe(3);
  });
});
