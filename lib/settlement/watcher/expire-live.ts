import type { ChainCursor } from "@/lib/chain/nodes/cursor";
import { firstSince } from "@/lib/chain/nodes/scan";
import type { WatchContext } from "@/lib/chain/nodes/watch-context";
import { isOverdue } from "@/lib/payments/intents/is-overdue";
import { backfillInParts, scanDeadline } from "@/lib/settlement/watcher/backfill-in-parts";
import { expireCovered, type ScannedIntent } from "@/lib/settlement/watcher/expire-covered";
import { unfinishedScans } from "@/lib/settlement/watcher/unfinished-scans";

/** An overdue intent, its address, and where to begin scanning. */
type Overdue = ScannedIntent & { since: number };

const BATCH = 500;
/**
 * So long an intent waits for money that its address holds and no one has explained, from when that was established.
 */
const MOST_WAIT = "1 day";
/** The same from its expiry, where it can't be established. */
const MOST_OVERDUE = "2 days";

/**
 * Expires live intents once the cursor's block and the database's clock are both past expiry plus the grace, and a last
 * scan of their addresses finds nothing unrecorded, neither in the logs nor in their balances. What it finds in logs is
 * recorded first; where providers disagree, or a balance differs from the ledger, the intent waits. The shortest scans
 * come first, and one that the providers are slow to answer goes on at the next call. Returns how many expired.
 */
export async function expireLive(ctx: WatchContext, cursor: ChainCursor): Promise<number> {
  const until = scanDeadline();
  let total = 0;
  for (;;) {
    const overdue = await listOverdue(ctx, cursor);
    if (overdue.length === 0) unfinishedScans(ctx.network.id, "expiry").clear();
    let moved = 0;
    for (const group of groupByLength(overdue, cursor, ctx.rangeLimits.rescans.blocks)) {
      moved += await expireAfterScan(ctx, cursor, group, until);
      if (performance.now() >= until) return total + moved;
    }
    total += moved;
    if (moved === 0 || overdue.length < BATCH) return total;
  }
}

/**
 * The shortest scans first, so that one intent with a long life holds up no other. All that take one part are in the
 * first group; within each further one, the longest scan takes twice as many parts as the shortest.
 */
function groupByLength(overdue: readonly Overdue[], { block }: ChainCursor, partBlocks: number): Overdue[][] {
  const getDoublings = ({ since }: Overdue) => Math.ceil(Math.log2(Math.max(1, (block.number - since) / partBlocks)));
  const doublings = [...new Set(overdue.map(getDoublings))].sort((a, b) => a - b);
  return doublings.map((count) => overdue.filter((one) => getDoublings(one) === count));
}

async function expireAfterScan(ctx: WatchContext, cursor: ChainCursor, overdue: Overdue[], until: number) {
  const scans = unfinishedScans(ctx.network.id, "expiry");
  const { unsettled, isWhole } = await backfillInParts(
    ctx,
    {
      addresses: overdue,
      fromBlock: firstSince(overdue) + 1,
      end: cursor.block,
      outgoing: false,
      where: "the last scan before an expiry",
    },
    {
      until,
      onRead(block, unsettled) {
        for (const { id, address, since } of overdue) {
          if (!unsettled.has(address)) scans.set(id, Math.max(since, block));
          else scans.delete(id);
        }
      },
    },
  );
  const clear = overdue.filter((one) => !unsettled.has(one.address));
  if (!isWhole || clear.length === 0) return 0;
  const moved = await expireCovered(ctx, cursor, clear);
  for (const { id } of clear) scans.delete(id);
  return moved;
}

async function listOverdue({ db: { sql }, network }: WatchContext, { block }: ChainCursor): Promise<Overdue[]> {
  const isDecided = sql`exists (
    select from attention_items n where n.intent_id = i.id and n.disputed is not null and n.resolution = 'accepted')`;
  const hasWaited = sql`(a.differs_at < now() - ${MOST_WAIT}::interval or i.expires_at < now() - ${MOST_OVERDUE}::interval)`;
  const rows = await sql<(Omit<Overdue, "since"> & { since: bigint })[]>`
    select i.id, a.address, a.id as "addressId", a.balance_at::text as "askedAt", a.balance_block is not null as "isKept",
           ${isDecided} as "isDecided", coalesce(${hasWaited}, false) as "hasWaited", l.leased_at_block as since
      from payment_intents i join address_leases l on l.intent_id = i.id join receive_addresses a on a.id = l.address_id
     where i.environment = 'live' and i.status = 'pending' and ${isOverdue(sql, sql`${block.time}::timestamptz`)}
       and (a.differs_at is null or ${hasWaited} or ${isDecided})
       and not exists (select from attention_items n
                        where n.intent_id = i.id and n.disputed is not null and n.resolved_at is null)
     order by i.expires_at limit ${BATCH}`;
  const scans = unfinishedScans(network.id, "expiry");
  return rows.map((row) => ({ ...row, since: Math.max(Number(row.since), scans.get(row.id) ?? 0) }));
}
