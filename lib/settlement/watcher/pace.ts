import type { WatchContext } from "@/lib/chain/nodes/watch-context";
import { LAG_OF_BACKENDS } from "@/lib/settlement/watcher/plan-read";

/** Beyond what a pause explains, and the minute by which a provider without batches is read later. */
const BEHIND_MS = 120_000;
/** What remains of the minimum cooldown of 30 minutes for an address that was released in the last ten. */
const FRESHLY_RELEASED = "20 minutes";

/** Between passes while a transfer to a pending payment is about to be recorded, and how many blocks before that. */
const NEAR_MS = 2_000;
const NEAR_BLOCKS = 3;

type Row = {
  sincePassMs: number;
  sinceFailureMs: number | null;
  behindMs: number;
  isBusy: boolean;
  isNear: boolean;
  isForked: boolean;
};

/**
 * Milliseconds until the next pass: short while a live intent is pending or an address was just released, two seconds
 * when a transfer that was seen is about to be recorded, long otherwise, none while the ledger is behind; after a
 * failure, until the provider's pause ends. A last pass in the future means that the clock was set back, so the next
 * one is due at once.
 */
export async function msUntilPass({ db, network, watchSettings, providers }: WatchContext): Promise<number> {
  const [row] = await db.sql<Row[]>`
    select extract(epoch from clock_timestamp() - passed_at)::float8 * 1000 as "sincePassMs",
           extract(epoch from clock_timestamp() - failed_at)::float8 * 1000 as "sinceFailureMs",
           extract(epoch from finalized_time - block_time)::float8 * 1000 as "behindMs",
           exists (select from payment_intents where environment = 'live' and status = 'pending')
           or exists (select from receive_addresses
                       where last_leased_at > now() - interval '2 days'
                         and rests_at_least_until > now() + ${FRESHLY_RELEASED}::interval) as "isBusy",
           exists (select from chain_sightings s
                    where s.network = ${network.id} and s.block_number > chain_cursors.block_number
                      and s.block_number <= ${NEAR_BLOCKS} +
                          case when finalized_number - chain_cursors.block_number < ${LAG_OF_BACKENDS}
                               then finalized_number else chain_cursors.block_number end) as "isNear",
           exists (select from chain_alarms
                    where network = ${network.id} and kind = 'fork' and cleared_at is null) as "isForked"
      from chain_cursors where network = ${network.id}`;
  if (!row) return providers.pauseMs();
  const { busyMs, idleMs } = watchSettings;
  const paceMs = row.isNear ? Math.min(NEAR_MS, busyMs) : row.isBusy ? busyMs : idleMs;
  if (row.isForked) return paceMs;
  const { sincePassMs, sinceFailureMs } = row;
  if (sinceFailureMs !== null) return Math.max(providers.pauseMs(), getRemainingMs(busyMs, sinceFailureMs));
  return row.behindMs > paceMs + BEHIND_MS ? 0 : getRemainingMs(paceMs, sincePassMs);
}

function getRemainingMs(pauseMs: number, sinceMs: number): number {
  return sinceMs < 0 ? 0 : pauseMs - sinceMs;
}
