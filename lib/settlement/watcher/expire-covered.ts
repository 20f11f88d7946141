import type { paymentIntents, receiveAddresses } from "@/drizzle/schema";
import type { Transaction } from "@/lib/base/db/client";
import { lockLedger } from "@/lib/base/db/locks";
import type { ChainCursor } from "@/lib/chain/nodes/cursor";
import type { WatchContext } from "@/lib/chain/nodes/watch-context";
import { openItems } from "@/lib/payments/attention/items";
import { moveToExpired } from "@/lib/payments/intents/transition";
import { askBalances, type Stale, storeBalances, type Told } from "@/lib/settlement/watcher/balances";

/** An overdue intent whose logs were scanned to the cursor's block, and its address. */
export type ScannedIntent = Pick<typeof paymentIntents.$inferSelect, "id"> &
  Pick<Stale, "address" | "askedAt"> & {
    addressId: (typeof receiveAddresses.$inferSelect)["id"];
    /** a balance of the address waits to be compared with its ledger */
    isKept: boolean;
    /** a person has decided about money of this intent that isn't recorded */
    isDecided: boolean;
    /** for as long as an intent may wait for unrecorded money */
    hasWaited: boolean;
  };

/**
 * Expires intents whose addresses hold no more than is recorded or seen in later blocks. A node whose index of logs has
 * a hole still counts the money, so the others wait: their balances are kept, and `compareLedgers` raises an alarm if
 * the ledger differs once it has reached them. An intent that has waited expires with an item. Returns how many
 * expired. Errors as `askBalances`.
 */
export async function expireCovered(ctx: WatchContext, cursor: ChainCursor, scanned: readonly ScannedIntent[]) {
  const end = (told: Told<ScannedIntent>[]) => ctx.db.sql.begin((tx) => expire(tx, ctx.network.id, cursor, told));
  const unanswered = new Map(scanned.map((one) => [one.id, one]));
  let moved = 0;
  try {
    for await (const told of askBalances(ctx, cursor, scanned)) {
      for (const { id } of told) unanswered.delete(id);
      const { expired, waiting } = await end(told);
      moved += expired;
      const kept = waiting.filter((one) => !one.isKept).map((one) => ({ ...one, id: one.addressId }));
      if (kept.length > 0) await storeBalances(ctx, cursor, kept);
    }
  } finally {
    // no address stays leased forever because a node says nothing of its balance
    const over = [...unanswered.values()].filter((one) => one.hasWaited).map((one) => ({ ...one, micros: 0n }));
    if (over.length > 0) moved += (await end(over)).expired;
  }
  return moved;
}

async function expire(tx: Transaction, network: string, cursor: ChainCursor, told: readonly Told<ScannedIntent>[]) {
  await lockLedger(tx, network);
  const unrecorded = await findUnrecorded(tx, network, cursor, told);
  const waiting = told.filter((one) => unrecorded.has(one.id) && !one.isDecided && !one.hasWaited);
  const ending = told.filter((one) => !waiting.includes(one));
  const moved = await moveToExpired(
    tx,
    ending.map((one) => one.id),
  );
  const undecided = new Set(ending.filter((one) => !one.isDecided).map((one) => one.id));
  await openItems(
    tx,
    moved.flatMap(({ id, merchantId }) => {
      const amountMicros = undecided.has(id) && unrecorded.get(id);
      const about = { merchantId, kind: "unreadable" as const, intentId: id, transferId: null };
      return amountMicros ? [{ ...about, amountMicros }] : [];
    }),
  );
  return { expired: moved.length, waiting };
}

/**
 * What each address holds beyond its ledger and the transfers that were seen in blocks after the cursor's; only where
 * it is more.
 */
async function findUnrecorded(
  tx: Transaction,
  network: string,
  { block }: ChainCursor,
  told: readonly Told<ScannedIntent>[],
): Promise<ReadonlyMap<string, bigint>> {
  const rows = await tx<{ id: string; micros: bigint }[]>`
    select o.id, o.micros - l.micros - coalesce(s.micros, 0) as micros
      from unnest(${told.map((one) => one.id)}::uuid[], ${told.map((one) => one.address)}::text[],
                  ${told.map((one) => String(one.micros))}::bigint[]) as o(id, address, micros)
     cross join lateral (
       select coalesce(sum(coalesce(opening_micros, 0) + received_micros - sent_micros), 0) as micros
         from address_ledgers where network = ${network} and address = o.address) l
     cross join lateral (
       select sum(amount_micros) as micros from chain_sightings
        where network = ${network} and intent_id = o.id and block_number > ${block.number}) s`;
  return new Map(rows.filter(({ micros }) => micros > 0n).map(({ id, micros }) => [id, micros]));
}
