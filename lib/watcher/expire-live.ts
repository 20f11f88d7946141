import type { paymentIntents } from "@/drizzle/schema";
import type { ChainCursor } from "@/lib/chain/cursor";
import { firstSince } from "@/lib/chain/scan";
import type { WatchContext } from "@/lib/chain/watch-context";
import type { Transaction } from "@/lib/db/client";
import { ON_TIME_GRACE_SECONDS } from "@/lib/intents/state";
import { moveToExpired } from "@/lib/intents/transition";
import { lockLedger } from "@/lib/ledger-lock";
import type { HexAddress } from "@/lib/tron/address";
import { backfillTransfers } from "@/lib/watcher/backfill-transfers";

/** An overdue intent, its address, and where to begin looking. */
type Overdue = Pick<typeof paymentIntents.$inferSelect, "id"> & { address: HexAddress; since: number };

const BATCH = 500;

/**
 * Expires live intents once the cursor's block and the database's clock are both past expiry plus the grace, and a last look at
 * their addresses finds nothing unrecorded. What it finds is recorded first; where providers disagree, the intent waits.
 * Returns how many expired.
 */
export async function expireLive(ctx: WatchContext, cursor: ChainCursor): Promise<number> {
  let total = 0;
  for (;;) {
    const overdue = await listOverdue(ctx, cursor);
    if (overdue.length === 0) return total;
    const { unsettled } = await backfillTransfers(ctx, {
      addresses: overdue,
      fromBlock: firstSince(overdue) + 1,
      end: cursor.block,
      outgoing: false,
      where: "the last look before an expiry",
    });
    const clear = overdue.filter((one) => !unsettled.has(one.address)).map((one) => one.id);
    const moved = clear.length === 0 ? 0 : await ctx.db.sql.begin((tx) => expire(tx, ctx.network.id, clear));
    total += moved;
    if (moved === 0 || overdue.length < BATCH) return total;
  }
}

async function listOverdue({ db }: WatchContext, { block }: ChainCursor): Promise<Overdue[]> {
  const rows = await db.sql<(Omit<Overdue, "since"> & { since: bigint })[]>`
    select i.id, a.address, l.leased_at_block as since
      from payment_intents i join address_leases l on l.intent_id = i.id join receive_addresses a on a.id = l.address_id
     where i.environment = 'live' and i.status = 'pending'
       and i.expires_at < least(${block.time}::timestamptz, clock_timestamp())
                          - make_interval(secs => ${ON_TIME_GRACE_SECONDS})
       and not exists (select from attention_items n
                        where n.intent_id = i.id and n.disputed is not null and n.resolved_at is null)
     order by i.expires_at limit ${BATCH}`;
  return rows.map((row) => ({ ...row, since: Number(row.since) }));
}

async function expire(tx: Transaction, network: string, ids: string[]): Promise<number> {
  await lockLedger(tx, network);
  return (await moveToExpired(tx, ids)).length;
}
