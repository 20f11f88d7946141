import type { WatchContext } from "@/lib/chain/watch-context";

/** Beyond what a pause explains, and the minute by which a provider without batches is read later. */
const BEHIND_MS = 120_000;
/** What remains of the minimum cooldown of 30 minutes for an address that was released in the last ten. */
const FRESHLY_RELEASED = "20 minutes";

type Row = {
  sincePassMs: number;
  sinceFailureMs: number | null;
  behindMs: number;
  isBusy: boolean;
  isForked: boolean;
};

/**
 * Milliseconds until the next pass: short while a live intent is pending or an address was just released, long otherwise, none
 * while the ledger is behind; after a failure, until the provider's pause ends. A last pass in the future means that the clock
 * was set back, so the next one is due at once.
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
           exists (select from chain_alarms
                    where network = ${network.id} and kind = 'fork' and cleared_at is null) as "isForked"
      from chain_cursors where network = ${network.id}`;
  if (!row) return providers.pauseMs();
  const paceMs = row.isBusy ? watchSettings.busyMs : watchSettings.idleMs;
  if (row.isForked) return paceMs;
  const { sincePassMs, sinceFailureMs } = row;
  if (sinceFailureMs !== null)
    return Math.max(providers.pauseMs(), getRemainingMs(watchSettings.busyMs, sinceFailureMs));
  return row.behindMs > paceMs + BEHIND_MS ? 0 : getRemainingMs(paceMs, sincePassMs);
}

function getRemainingMs(pauseMs: number, sinceMs: number): number {
  return sinceMs < 0 ? 0 : pauseMs - sinceMs;
}
