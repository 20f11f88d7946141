import { randomBytes, randomUUID } from "node:crypto";
import { onTestFinished } from "vitest";
import { systemContext } from "@/lib/base/context/context";
import type { Network } from "@/lib/base/context/network";
import { database } from "@/lib/base/db/client";
import type { HexAddress } from "@/lib/base/tron/address";
import { newRangeLimits } from "@/lib/chain/nodes/block-range";
import { createProviders, type Providers } from "@/lib/chain/nodes/providers";
import type { WatchContext, WatchSettings } from "@/lib/chain/nodes/watch-context";
import type { IntentStatus } from "@/lib/payments/intents/state";
import type { PassResult } from "@/lib/settlement/watcher/pass";
import { watchOnce } from "@/lib/settlement/watcher/watcher";

/** Live intents with leased addresses, put there by SQL, so that these tests need neither wallets nor keys. */

export type Shop = { merchantId: string; terminalId: string; walletId: string };

export async function makeShop({ tolerance = 0n, webhookUrl }: { tolerance?: bigint; webhookUrl?: string } = {}) {
  const { sql } = database();
  const [shop] = await sql<[Shop]>`
    with m as (insert into merchants (name) values ('Corner Bookshop') returning id),
         t as (insert into terminals (merchant_id, name, tolerance_micros) select id, 'Front desk', ${tolerance} from m
               returning id, merchant_id),
         w as (insert into receiving_wallets (merchant_id, kind) select id, 'list' from m returning id)
    select t.merchant_id as "merchantId", t.id as "terminalId", w.id as "walletId" from t, w`;
  if (webhookUrl) {
    const types = ["payment.success", "payment.expired", "attention.opened", "attention.resolved"];
    await sql`
      insert into webhook_endpoints (merchant_id, environment, url, event_types, secret)
      values (${shop.merchantId}, 'live', ${webhookUrl}, ${types}, '\\x00')`;
  }
  return shop;
}

export function newAddress(): HexAddress {
  return `0x${randomBytes(20).toString("hex")}`;
}

/** An address of the shop's wallet that no payment has used; its books begin at the newest block that was read. */
export async function addAddress(network: string, { merchantId, walletId }: Shop, address = newAddress()) {
  const { sql } = database();
  await sql`
    insert into address_ledgers (network, address, since_block)
    select ${network}, ${address}, block_number from chain_cursors where network = ${network}`;
  await sql`
    insert into receive_addresses (merchant_id, wallet_id, address) values (${merchantId}, ${walletId}, ${address})`;
  return address;
}

export type LiveIntent = { id: string; address: HexAddress; amountMicros: bigint };

type Draft = {
  amountMicros?: bigint;
  toleranceMicros?: bigint;
  address?: HexAddress;
  /** as a moment of the database or of the chain; left out: in half an hour */
  expiresAt?: Date;
  /** the newest block at the lease; left out: the newest that the watcher has heard of */
  headBlock?: number;
};

/** Live intents as the service would have made them, each with an address of its own unless it says which. */
export async function makeLiveIntents(network: string, shop: Shop, drafts: Draft[]): Promise<LiveIntent[]> {
  const { sql } = database();
  const made = drafts.map((draft) => ({
    id: randomUUID(),
    address: draft.address ?? newAddress(),
    amountMicros: draft.amountMicros ?? 12_500_000n,
    tolerance: String(draft.toleranceMicros ?? 0n),
    expiresAt: (draft.expiresAt ?? new Date(Date.now() + 1_800_000)).toISOString(),
    headBlock: draft.headBlock ?? null,
  }));
  const list = <T>(pick: (one: (typeof made)[number]) => T) => made.map(pick);
  await sql.begin(async (tx) => {
    await tx`set local statement_timeout = 0`;
    await tx`
      insert into payment_intents (id, merchant_id, terminal_id, environment, amount_micros, tolerance_micros,
                                   receive_address, created_at, expires_at)
      select id, ${shop.merchantId}, ${shop.terminalId}, 'live', amount, tolerance, address, now(), expires::timestamptz
        from unnest(${list((m) => m.id)}::uuid[], ${list((m) => String(m.amountMicros))}::bigint[],
                    ${list((m) => m.tolerance)}::bigint[], ${list((m) => m.address)}::text[],
                    ${list((m) => m.expiresAt)}::text[])
             as m(id, amount, tolerance, address, expires)`;
    await tx`
      insert into receive_addresses (merchant_id, wallet_id, address, last_leased_at, rests_until, rests_at_least_until)
      select ${shop.merchantId}, ${shop.walletId}, address, now(), 'infinity', 'infinity'
        from unnest(${list((m) => m.address)}::text[]) address
      on conflict (address) do update set last_leased_at = excluded.last_leased_at, rests_until = 'infinity',
             rests_at_least_until = 'infinity'`;
    // foreign keys are checked by plans that may be made for a few rows
    if (made.length >= 1_000) await tx`analyze payment_intents, receive_addresses`;
    await tx`
      insert into address_leases (address_id, intent_id, leased_at_block, head_block)
      select a.id, m.id, coalesce(c.block_number, 0), coalesce(m.head, c.head_number, 0)
        from unnest(${list((m) => m.id)}::uuid[], ${list((m) => m.address)}::text[], ${list((m) => m.headBlock)}::bigint[])
               as m(id, address, head)
             join receive_addresses a using (address) left join chain_cursors c on c.network = ${network}`;
    await tx`
      insert into address_ledgers (network, address, since_block)
      select ${network}, a.address, min(l.leased_at_block)
        from receive_addresses a join address_leases l on l.address_id = a.id
       where a.address = any(${list((m) => m.address)}::text[]) group by a.address
      on conflict do nothing`;
    if (made.length >= 1_000) await tx`analyze address_leases, address_ledgers, transfers, events`;
  });
  return made.map(({ id, address, amountMicros }) => ({ id, address, amountMicros }));
}

export async function makeLiveIntent(network: string, shop: Shop, draft: Draft = {}): Promise<LiveIntent> {
  const [made] = await makeLiveIntents(network, shop, [draft]);
  return made as LiveIntent;
}

/**
 * Chains of tests run through hours within a moment, so the two clocks are compared where that is what a test is about.
 */
export const SETTINGS: WatchSettings = {
  busyMs: 100,
  idleMs: 1_000,
  agreeFromMicros: 1_000_000_000n,
  hasTraffic: false,
  clockToleranceMs: 30 * 86_400_000,
  receiptPatienceMs: 60_000,
  retryMs: 0,
};

/** A watcher's context over these providers; it ends with the test. */
export function watcherOn(
  network: Network,
  { settings = {}, providers }: { settings?: Partial<WatchSettings>; providers?: Providers } = {},
): WatchContext {
  const own = providers ?? createProviders({ network, timeoutMs: 60_000, now: laterEachTime() });
  onTestFinished(() => own.close());
  return {
    ...systemContext(database(), "test"),
    network,
    providers: own,
    watchSettings: { ...SETTINGS, ...settings },
    rangeLimits: newRangeLimits(),
  };
}

/** A clock on which every pause is over at the next look: tests do not wait for back-off. */
export function laterEachTime(): () => number {
  let now = Date.now();
  return () => {
    now += 120_000;
    return now;
  };
}

/** Passes until the books have reached the last final block; the last result. Throws what a pass failed of. */
export async function readAll(ctx: WatchContext): Promise<PassResult> {
  await passOnce(ctx);
  for (let n = 0; n < 50; n++) {
    const result = await passOnce(ctx);
    if (result.outcome === "failed") throw result.error;
    if (result.outcome === "stopped" || (await isLevel(ctx.network.id))) return result;
  }
  throw new Error("the books do not catch up");
}

/** A pass of our own. After a process was killed, the server may hold its lock for a moment, until it has noticed. */
async function passOnce(ctx: WatchContext): Promise<PassResult> {
  for (let n = 0; n < 200; n++) {
    const result = await watchOnce(ctx);
    if (result.outcome !== "busy") return result;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("another process reads the chain");
}

async function isLevel(network: string): Promise<boolean> {
  const [row] = await database().sql<{ level: boolean }[]>`
    select block_number = finalized_number as level from chain_cursors where network = ${network}`;
  return row?.level ?? false;
}

export type Books = {
  status: IntentStatus;
  received: bigint;
  uncounted: bigint;
  transferId: string | null;
  transfers: { amount: bigint; counted: boolean }[];
  events: string[];
  items: { kind: string; amount: bigint; resolution: string | null }[];
};

/** Everything that the books say of an intent. */
export async function booksOf(id: string): Promise<Books> {
  const { sql } = database();
  const [intent] = await sql<
    { status: IntentStatus; received: bigint; uncounted: bigint; transferId: string | null }[]
  >`
    select status, received_micros as received, uncounted_micros as uncounted, transfer_id as "transferId"
      from payment_intents where id = ${id}`;
  if (!intent) throw new Error("no such intent");
  const transfers = await sql<Books["transfers"]>`
    select amount_micros as amount, counted from transfers where intent_id = ${id} order by block_number, log_index`;
  const events = await sql<{ type: string }[]>`
    select type from events where intent_id = ${id} and type like 'payment.%' order by created_at`;
  const items = await sql<Books["items"]>`
    select kind, amount_micros as amount, resolution from attention_items where intent_id = ${id} order by created_at, kind`;
  return { ...intent, transfers: [...transfers], events: events.map((row) => row.type), items: [...items] };
}

/** In minus out of an address, as the books have it. */
export async function ledgerOf(address: string): Promise<bigint> {
  const [row] = await database().sql<[{ sum: bigint }]>`
    select (coalesce((select sum(amount_micros) from transfers where address = ${address}), 0)
            - coalesce((select sum(amount_micros) from outgoing_transfers where from_address = ${address}), 0))::bigint as sum`;
  return row.sum;
}

export async function alarmsOf(network: string): Promise<string[]> {
  const rows = await database().sql<{ kind: string }[]>`
    select kind from chain_alarms where network = ${network} and cleared_at is null order by kind`;
  return rows.map((row) => row.kind);
}
