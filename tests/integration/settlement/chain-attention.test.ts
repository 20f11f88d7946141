import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { timelineEntries } from "@/components/payments/timeline-entries";
import { database } from "@/lib/base/db/client";
import type { WatchContext } from "@/lib/chain/nodes/watch-context";
import { watchSet } from "@/lib/chain/wallets/watch-set";
import { paymentTimeline } from "@/lib/payments/timeline/timeline";
import { watchOnce } from "@/lib/settlement/watcher/watcher";
import type { Chain } from "@/tests/support/chain/chain";
import type { TronProxy } from "@/tests/support/chain/proxy";
import { usdt, withWatchedChain } from "@/tests/support/chain/watched-chain";
import {
  addAddress,
  alarmsOf,
  booksOf,
  ledgerOf,
  makeLiveIntent,
  makeShop,
  newAddress,
  readAll,
  type Shop,
  watcherOn,
} from "@/tests/support/live-intents";
import { memberContext } from "@/tests/support/member-context";

let chain: Chain;
let proxy: TronProxy;
let shop: Shop;

withWatchedChain(
  (made) => {
    ({ chain, proxy, shop } = made);
  },
  { webhookUrl: "https://shop.example/hook" },
);

/** A watcher, and an intent of 10 USDT that expires half an hour after the chain's head. */
async function waiting(draft: Parameters<typeof makeLiveIntent>[2] = {}) {
  const watcher = watcherOn(chain.network(proxy));
  await readAll(watcher);
  const expiresAt = await chain.inSeconds(1_800);
  const intent = await makeLiveIntent(watcher.network.id, shop, { amountMicros: usdt(10), expiresAt, ...draft });
  const settle = async () => {
    await chain.finalize();
    await readAll(watcher);
  };
  return { watcher, intent, settle };
}

async function eventsAbout(itemKind: string, intentId: string | null) {
  const rows = await database().sql<{ body: string; deliveries: number }[]>`
    select body, (select count(*)::int from webhook_deliveries d where d.event_id = e.id) as deliveries
      from events e where type like 'attention.%' and intent_id is not distinct from ${intentId} order by created_at`;
  return rows
    .map(({ body, deliveries }) => ({ ...JSON.parse(body), deliveries }))
    .filter((one) => one.kind === itemKind);
}

describe("money that does something else", () => {
  it("stands on the payment's page after what brought it: recorded, paid, more than asked", async () => {
    const { watcher, intent, settle } = await waiting();
    await chain.transfer(chain.payers[0], intent.address, usdt(12));
    await settle();
    const member = await memberContext(shop, { environment: "live" });
    const ctx = { ...member, settings: { ...member.settings, network: watcher.network } };
    const entries = timelineEntries(await paymentTimeline(ctx, intent.id));
    expect(entries.map((entry) => entry.kind)).toEqual(["created", "seen", "transfer", "ended", "attention"]);
  });

  it("more than asked pays, and the excess needs attention, to the millionth", async () => {
    const { intent, settle } = await waiting();
    await chain.transfer(chain.payers[0], intent.address, usdt(10) + 1n);
    await settle();
    expect(await booksOf(intent.id)).toMatchObject({ status: "paid", items: [{ kind: "over", amount: 1n }] });
    const [opened] = await eventsAbout("over", intent.id);
    expect(opened).toMatchObject({
      event: "attention.opened",
      terminal_id: shop.terminalId,
      amount: 0.000001,
      currency: "USDT",
      livemode: true,
      deliveries: 1,
    });
    expect(opened.tx_hash).toMatch(/^0x[0-9a-f]{64}$/);
  });

  it("money after the payment is kept apart, also within the same pass", async () => {
    const { intent, settle } = await waiting();
    for (const amount of [6, 4, 3]) await chain.pay(intent.address, amount);
    await settle();
    expect(await booksOf(intent.id)).toMatchObject({
      status: "paid",
      received: usdt(10),
      uncounted: usdt(3),
      items: [{ kind: "after_paid", amount: usdt(3) }],
    });
    await chain.pay(intent.address, 2);
    await settle();
    expect((await booksOf(intent.id)).items).toHaveLength(2);
    expect(await ledgerOf(intent.address)).toBe(usdt(15));
  });

  it("what is missing within the tolerance is a whole payment, a millionth more is not", async () => {
    const { intent, settle, watcher } = await waiting({ toleranceMicros: usdt(0.5) });
    const expiresAt = await chain.inSeconds(1_800);
    const draft = { amountMicros: usdt(10), toleranceMicros: usdt(0.5), expiresAt };
    const short = await makeLiveIntent(watcher.network.id, shop, draft);
    await chain.pay(intent.address, 9.5);
    await chain.transfer(chain.payers[0], short.address, usdt(9.5) - 1n);
    await settle();
    expect(await booksOf(intent.id)).toMatchObject({ status: "paid", received: usdt(9.5), items: [] });
    expect(await booksOf(short.id)).toMatchObject({ status: "pending" });
  });

  it("an address that was handed on: the late payer's money is the earlier intent's, the new payer's the new one's", async () => {
    const { intent: earlier, settle, watcher } = await waiting();
    const headMs = (await chain.head()).time.getTime();
    await chain.pay(earlier.address, 10);
    await settle();
    await chain.pay(earlier.address, 1);
    await chain.mine(60);
    // the address is leased again behind the second payment's block, and both are read by one pass
    const { number: headBlock } = await chain.head();
    const draft = { amountMicros: usdt(10), address: earlier.address, expiresAt: new Date(headMs + 7_200_000) };
    const next = await makeLiveIntent(watcher.network.id, shop, { ...draft, headBlock });
    await chain.pay(earlier.address, 10);
    await settle();
    expect(await booksOf(earlier.id)).toMatchObject({
      received: usdt(10),
      items: [{ kind: "after_paid", amount: usdt(1) }],
    });
    expect(await booksOf(next.id)).toMatchObject({ status: "paid", received: usdt(10), items: [] });
  });

  it("money before the first lease is nobody's: in the books with the merchant, for a person to see", async () => {
    const { watcher, settle } = await waiting();
    const address = newAddress();
    await chain.pay(address, 7);
    const headBlock = await chain.mine();
    const intent = await makeLiveIntent(watcher.network.id, shop, { address, headBlock });
    await settle();
    expect(await booksOf(intent.id)).toMatchObject({ status: "pending", transfers: [], items: [] });
    const [row] = await database().sql`
      select t.merchant_id, t.intent_id, n.kind, n.amount_micros
        from transfers t join attention_items n on n.transfer_id = t.id where t.address = ${intent.address}`;
    expect(row).toEqual({ merchant_id: shop.merchantId, intent_id: null, kind: "unassigned", amount_micros: usdt(7) });
    expect(await eventsAbout("unassigned", null)).toMatchObject([{ intent_id: null, terminal_id: null, amount: 7 }]);
  });
});

describe("refunds", () => {
  it("a prepared one is seen to leave, exactly that one, and settles its item", async () => {
    const { intent, settle } = await waiting();
    await chain.pay(intent.address, 12);
    await settle();
    const { sql } = database();
    const [user] = await sql<[{ id: string }]>`
      insert into users (email, password_hash) values (${`${randomUUID()}@example.com`}, 'x') returning id`;
    const to = newAddress();
    const [refund] = await sql<[{ id: string }]>`
      insert into refunds (merchant_id, item_id, from_address, to_address, amount_micros, prepared_by, head_block)
      select ${shop.merchantId}, id, ${intent.address}, ${to}, ${usdt(2)}, ${user.id}, head_number
        from attention_items, chain_cursors where intent_id = ${intent.id} returning id`;
    await chain.transfer(intent.address, to, usdt(1));
    await settle();
    expect((await booksOf(intent.id)).items).toMatchObject([{ kind: "over", resolution: null }]);
    await chain.transfer(intent.address, to, usdt(2));
    await settle();
    expect((await booksOf(intent.id)).items).toMatchObject([{ kind: "over", resolution: "refunded" }]);
    const [row] = await sql`
      select o.amount_micros from refunds r join outgoing_transfers o on o.id = r.outgoing_id where r.id = ${refund.id}`;
    expect(row).toEqual({ amount_micros: usdt(2) });
    expect((await eventsAbout("over", intent.id)).map((one) => one.event)).toEqual([
      "attention.opened",
      "attention.resolved",
    ]);
    expect(await ledgerOf(intent.address)).toBe(await chain.balanceOf(intent.address));
  });
});

describe("an address that no payment has used, or none uses any more", () => {
  const read = async () => {
    const watcher = watcherOn(chain.network(proxy));
    await readAll(watcher);
    return watcher;
  };
  const openItems = (address: string) => database().sql`
    select n.kind, n.amount_micros as amount from attention_items n join transfers t on t.id = n.transfer_id
     where t.address = ${address}`;
  const stateOf = async (address: string) => {
    const [row] = await database().sql<[{ differs: boolean; compared: boolean; opening: bigint | null }]>`
      select differs_at is not null as differs, balance_block is null as compared, opening_micros as opening
        from receive_addresses a left join address_ledgers l using (address) where a.address = ${address}`;
    return row;
  };
  /** Long enough for the books to have all that the balances may hold. */
  async function compare(watcher: WatchContext) {
    await readAll(watcher);
    await chain.mine(60);
    await readAll(watcher);
  }

  it("and that money came to is nobody's money, and the payment that gets the address next is not paid by it", async () => {
    const watcher = await read();
    const address = await addAddress(watcher.network.id, shop);
    await chain.pay(address, 7);
    await chain.finalize();
    await readAll(watcher);
    expect(await openItems(address)).toEqual([{ kind: "unassigned", amount: usdt(7) }]);
    const expiresAt = await chain.inSeconds(1_800);
    const intent = await makeLiveIntent(watcher.network.id, shop, { address, amountMicros: usdt(7), expiresAt });
    await readAll(watcher);
    expect(await booksOf(intent.id)).toMatchObject({ status: "pending", received: 0n });
    await chain.pay(address, 7);
    await chain.finalize();
    await readAll(watcher);
    expect(await booksOf(intent.id)).toMatchObject({ status: "paid", received: usdt(7) });
    expect(await openItems(address)).toHaveLength(1);
  });

  it("may hold money from before: that is where its books begin", async () => {
    const watcher = await read();
    const address = newAddress();
    await chain.pay(address, 5);
    await chain.finalize();
    await readAll(watcher);
    await addAddress(watcher.network.id, shop, address);
    await chain.pay(address, 2);
    await chain.finalize();
    await compare(watcher);
    expect(await stateOf(address)).toEqual({ differs: false, compared: true, opening: usdt(5) });
    expect(await openItems(address)).toEqual([{ kind: "unassigned", amount: usdt(2) }]);
  });

  it.each([
    [
      "is never used again",
      (merchantId: string) => database().sql`
      update merchants set never_reuse_addresses = true where id = ${merchantId}`,
    ],
    [
      "is of a wallet that was replaced",
      (merchantId: string) => database().sql`
      update receive_addresses set retired_at = now() - interval '40 days' where merchant_id = ${merchantId}`,
    ],
  ])("and %s is read as long as it holds money, so that a sweep is recorded, however late", async (_, end) => {
    const own = await makeShop();
    const watcher = await read();
    const intent = await makeLiveIntent(watcher.network.id, own, { amountMicros: usdt(5) });
    const { address } = intent;
    const isRead = async () =>
      (await watchSet(database().sql, watcher.network.id)).some((one) => one.address === address);
    await chain.pay(address, 5);
    await chain.finalize();
    await compare(watcher);
    expect(await booksOf(intent.id)).toMatchObject({ status: "paid" });
    await end(own.merchantId);
    await database().sql`
      update receive_addresses set last_leased_at = now() - interval '40 days' where address = ${address}`;
    expect(await isRead()).toBe(true);
    await chain.transfer(address, newAddress(), usdt(5) - 1n);
    await chain.mine();
    // the balance is of the newest block, and the transfer isn't final yet
    await database().sql`update receive_addresses set balance_at = null where address = ${address}`;
    await watchOnce(watcher);
    await chain.finalize();
    await compare(watcher);
    expect(await ledgerOf(address)).toBe(1n);
    expect(await stateOf(address)).toMatchObject({ differs: false, compared: true });
    expect(await isRead()).toBe(false);
  });

  it("that holds another balance than the books say is an alarm until the transfer is found", async () => {
    const watcher = await read();
    const address = await addAddress(watcher.network.id, shop);
    await compare(watcher);
    await chain.pay(address, 3);
    const block = await chain.mine();
    proxy.faults.holes.push([block, block]);
    await chain.finalize();
    await readAll(watcher);
    await database().sql`update receive_addresses set balance_at = null where address = ${address}`;
    await compare(watcher);
    expect(await stateOf(address)).toMatchObject({ differs: true });
    expect(await merchantAlarms()).toContain("ledger_differs");
    proxy.heal();
    await database().sql`update chain_cursors set rescanned_hour_at = null`;
    await compare(watcher);
    expect(await openItems(address)).toEqual([{ kind: "unassigned", amount: usdt(3) }]);
    expect(await stateOf(address)).toMatchObject({ differs: false });
    expect(await merchantAlarms()).not.toContain("ledger_differs");
  });

  it("and that money came to just before a payment got it: found by the last scan, and taken out of the opening balance", async () => {
    const watcher = await read();
    await database().sql`update chain_alarms set cleared_at = now() where cleared_at is null`;
    const address = newAddress();
    await chain.pay(address, 7);
    await chain.mine();
    await readAll(watcher);
    await addAddress(watcher.network.id, shop, address);
    await database().sql`
      update address_ledgers l set since_block = c.head_number from chain_cursors c
       where c.network = l.network and l.address = ${address}`;
    const expiresAt = await chain.inSeconds(900);
    const intent = await makeLiveIntent(watcher.network.id, shop, { address, amountMicros: usdt(7), expiresAt });
    await compare(watcher);
    expect(await stateOf(address)).toEqual({ differs: false, compared: true, opening: usdt(7) });
    expect(await openItems(address)).toEqual([]);
    await chain.mine(400);
    await readAll(watcher);
    expect(await booksOf(intent.id)).toMatchObject({ status: "expired", received: 0n });
    expect(await openItems(address)).toEqual([{ kind: "unassigned", amount: usdt(7) }]);
    await compare(watcher);
    expect(await stateOf(address)).toEqual({ differs: false, compared: true, opening: 0n });
    expect(await alarmsOf(watcher.network.id)).not.toContain("hole_found");
  });

  const merchantAlarms = async () => {
    const rows = await database().sql<{ kind: string }[]>`
      select kind from chain_alarms where merchant_id = ${shop.merchantId} and cleared_at is null`;
    return rows.map((row) => row.kind);
  };
});
