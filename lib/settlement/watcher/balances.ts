import type { receiveAddresses } from "@/drizzle/schema";
import type { Transaction } from "@/lib/base/db/client";
import type { HexAddress } from "@/lib/base/tron/address";
import { askAnchored } from "@/lib/chain/nodes/anchored";
import type { ChainCursor } from "@/lib/chain/nodes/cursor";
import type { RpcAnswer } from "@/lib/chain/nodes/rpc";
import { askToken } from "@/lib/chain/nodes/rpc-calls";
import type { WatchContext } from "@/lib/chain/nodes/watch-context";
import { planByIndex } from "@/lib/chain/wallets/watch-set";

const BATCH = 500;
/** With the block beside them, one request of most nodes. */
const AT_ONCE = 99;
/** A balance is that of the node's newest block, which may be a minute newer than the newest known block. */
const HEAD_MAY_MOVE = 20;
/**
 * No real balance comes near it, but a token may have any supply. Half of PostgreSQL's bigint, so that sums fit too.
 */
const MAX_BALANCE = 2n ** 62n;

/** `askedAt` as text: the moment that the answer takes the place of, to the microsecond. */
export type Stale = Pick<typeof receiveAddresses.$inferSelect, "id"> & { address: HexAddress; askedAt: string | null };

/** With what the token's contract says of its address. */
export type Told<T> = T & { micros: bigint };

/**
 * Reads the token balances of addresses that a transfer has touched, and daily of all that are watched or held
 * something. A balance includes every block up to the cursor's. Returns how many were read; the remaining ones follow
 * at the next call. What was read before an error is kept.
 */
export async function refreshBalances(ctx: WatchContext, cursor: ChainCursor): Promise<number> {
  const stale = await ctx.db.sql.begin(async (tx) => {
    await planByIndex(tx);
    return staleRows(tx);
  });
  if (stale.length === 0) return 0;
  let read = 0;
  for await (const told of askBalances(ctx, cursor, stale)) {
    await storeBalances(ctx, cursor, told);
    read += told.length;
  }
  return read;
}

/**
 * Asks for balances, so many at once. They include every block up to the cursor's, and those after it that the node
 * has. What a node doesn't say of an address is left out. Errors as for `Providers.use`, after what was answered
 * before.
 */
export async function* askBalances<T extends { address: HexAddress }>(
  ctx: WatchContext,
  cursor: ChainCursor,
  about: readonly T[],
): AsyncGenerator<Told<T>[]> {
  for (let start = 0; start < about.length; start += AT_ONCE) {
    yield await askAtOnce(ctx, cursor, about.slice(start, start + AT_ONCE));
  }
}

/** Finds each reason's addresses by an index for it, as `watchedRows` does; the longest unread of them first. */
export function staleRows(tx: Transaction) {
  const first = tx`order by balance_at nulls first, last_leased_at nulls last, id limit ${BATCH}`;
  const isOld = tx`balance_at < now() - interval '1 day'`;
  return tx<Stale[]>`
    select id, address, balance_at::text as "askedAt" from receive_addresses
     where id = any(array(
             (select id from receive_addresses where balance_at is null ${first})
             union all
             (select id from receive_addresses where funded and ${isOld} ${first})
             union all
             (select id from receive_addresses where last_leased_at is null and retired_at is null and ${isOld} ${first})
             union all
             (select id from receive_addresses
               where last_leased_at > now() - interval '30 days' and retired_at is null and ${isOld} ${first})))
     ${first}`;
}

async function askAtOnce<T extends { address: HexAddress }>(
  { network, providers }: WatchContext,
  { block }: ChainCursor,
  about: readonly T[],
) {
  const calls = about.map((one) => askToken(network.token, "balanceOf", one.address));
  const answers = await providers.use(async (rpc) => {
    const all = (await askAnchored(rpc, [block], calls)).answers as RpcAnswer<bigint>[];
    // a provider that gives none is one that fails; single ones stay due
    if (all.every(({ error }) => error)) throw all[0]?.error;
    return all;
  });
  return about.flatMap((one, index): Told<T>[] => {
    const micros = answers[index]?.value;
    return micros === undefined ? [] : [{ ...one, micros: micros > MAX_BALANCE ? MAX_BALANCE : micros }];
  });
}

/** Keeps balances until the ledger has reached every block that they reflect, which `compareLedgers` waits for. */
export async function storeBalances(
  { db }: WatchContext,
  { head, finalized }: ChainCursor,
  told: readonly Told<Stale>[],
): Promise<void> {
  // locked in the order of everybody who locks several
  await db.sql`
    with held as (
      select id from receive_addresses where id = any(${told.map((one) => one.id)}::uuid[]) order by id for no key update)
    update receive_addresses a set balance_micros = b.micros, balance_at = now(), funded = b.micros > 0,
           balance_block = ${(head ?? finalized).number + HEAD_MAY_MOVE}
      from unnest(${told.map((one) => one.id)}::uuid[], ${told.map((one) => one.askedAt)}::text[],
                  ${told.map((one) => String(one.micros))}::bigint[]) as b(id, asked_at, micros)
     where a.id = any(array(select id from held)) and a.id = b.id and a.balance_at is not distinct from b.asked_at::timestamptz`;
}
