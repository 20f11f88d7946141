import type { Sql, Transaction } from "@/lib/db/client";

/** How the watcher stands, as its cursor tells. */
export type Cursor = {
  blockNumber: number;
  blockTime: Date;
  finalizedNumber: number;
  finalizedTime: Date;
  headNumber: number;
  passedAt: Date;
  provider: string;
  failure: string | null;
  failures: number;
};

type Unhealthy = "never_ran" | "passes_late" | "chain_late" | "fork";

export type WatcherHealth = {
  isHealthy: boolean;
  reason: Unhealthy | null;
  /** a sentence; null when it is healthy */
  reasonText: string | null;
  /** seconds between the chain's newest final block that is in the books and now; null before the first pass */
  lagSeconds: number | null;
  cursor: Cursor | null;
};

const PASS_GRACE_MS = 60_000;
const CHAIN_LATE_MS = 300_000;

type Facts = { cursor: Cursor | null; isForked: boolean; now: Date; idleMs: number };

/**
 * Healthy: no final block has changed, the last pass is no older than two idle intervals and a minute, and the final block
 * that it heard of no older than five minutes. Else a payment might not be noticed, and no live intent is created.
 */
export function judgeWatcher({ cursor, isForked, now, idleMs }: Facts): WatcherHealth {
  const reason = reasonOf({ cursor, isForked, now, idleMs });
  return {
    isHealthy: reason === null,
    reason,
    reasonText: reason && WORDS[reason],
    lagSeconds: cursor && Math.max(0, Math.round((now.getTime() - cursor.blockTime.getTime()) / 1_000)),
    cursor,
  };
}

const WORDS: Record<Unhealthy, string> = {
  never_ran: "The blockchain has not been read yet.",
  passes_late: "The blockchain has not been read for a while.",
  chain_late: "The newest final block that was heard of is more than five minutes old.",
  fork: "A block that was final has changed. Somebody has to look at it before live payments go on.",
};

function reasonOf({ cursor, isForked, now, idleMs }: Facts): Unhealthy | null {
  if (isForked) return "fork";
  if (!cursor) return "never_ran";
  if (now.getTime() - cursor.passedAt.getTime() > 2 * idleMs + PASS_GRACE_MS) return "passes_late";
  return now.getTime() - cursor.finalizedTime.getTime() > CHAIN_LATE_MS ? "chain_late" : null;
}

type Row = Omit<Cursor, "blockNumber" | "finalizedNumber" | "headNumber"> & {
  blockNumber: bigint | null;
  finalizedNumber: bigint;
  headNumber: bigint;
  now: Date;
  isForked: boolean;
};

/** The watcher's health by the database's clock, from its cursor and alarms alone: no request asks the chain. */
export async function watcherHealth(sql: Sql | Transaction, network: string, idleMs: number): Promise<WatcherHealth> {
  const [row] = await sql<[Row]>`
    select clock_timestamp() as now,
           exists (select from chain_alarms where network = ${network} and kind = 'fork' and cleared_at is null) as "isForked",
           c.block_number as "blockNumber", c.block_time as "blockTime", c.finalized_number as "finalizedNumber",
           c.finalized_time as "finalizedTime", c.head_number as "headNumber", c.passed_at as "passedAt", c.provider,
           c.failure, c.failures
      from (select) one left join chain_cursors c on c.network = ${network}`;
  const { now, isForked, blockNumber, ...rest } = row;
  const cursor = blockNumber === null ? null : cursorOf({ ...rest, blockNumber });
  return judgeWatcher({ cursor, isForked, now, idleMs });
}

function cursorOf(row: Omit<Row, "now" | "isForked" | "blockNumber"> & { blockNumber: bigint }): Cursor {
  const { blockNumber, finalizedNumber, headNumber } = row;
  return {
    ...row,
    blockNumber: Number(blockNumber),
    finalizedNumber: Number(finalizedNumber),
    headNumber: Number(headNumber),
  };
}
