import type { chainCursors } from "@/drizzle/schema";
import type { Settings } from "@/lib/base/context/settings";
import type { Sql, Transaction } from "@/lib/base/db/client";
import { clockSkewText } from "@/lib/chain/nodes/clocks";

/** The watcher's state, from its cursor. */
export type Cursor = Pick<
  typeof chainCursors.$inferSelect,
  | "blockNumber"
  | "blockTime"
  | "finalizedNumber"
  | "finalizedTime"
  | "headNumber"
  | "headTime"
  | "clockSkewSeconds"
  | "passedAt"
  | "provider"
  | "failure"
  | "failures"
>;

type Unhealthy = "never_ran" | "clock_skew" | "passes_late" | "chain_late" | "fork";

export type WatcherHealth = {
  isHealthy: boolean;
  reason: Unhealthy | null;
  /** a sentence; null when it is healthy */
  reasonText: string | null;
  /** seconds from the newest recorded final block to now; null before the first pass */
  lagSeconds: number | null;
  cursor: Cursor | null;
};

const PASS_GRACE_MS = 60_000;
const CHAIN_LATE_MS = 300_000;

type Facts = { cursor: Cursor | null; isForked: boolean; now: Date; idleMs: number; clockToleranceMs: number };

/**
 * Healthy: no final block has changed, the chain's clock and the database's agree, the last pass is no older than two
 * idle intervals and a minute, and its final block no older than five minutes. Otherwise payments might be missed or
 * judged by a wrong time, so no live intents are created.
 */
export function judgeWatcher(facts: Facts): WatcherHealth {
  const { cursor, now } = facts;
  const reason = getReason(facts);
  return {
    isHealthy: reason === null,
    reason,
    reasonText: reason === "clock_skew" ? clockSkewText(getSkew(facts) ?? 0) : reason && WORDS[reason],
    lagSeconds: cursor && Math.max(0, Math.round((now.getTime() - cursor.blockTime.getTime()) / 1_000)),
    cursor,
  };
}

const WORDS: Record<Exclude<Unhealthy, "clock_skew">, string> = {
  never_ran: "The blockchain hasn't been read yet.",
  passes_late: "The blockchain hasn't been read for a while.",
  chain_late: "The latest final block is more than five minutes old.",
  fork: "A final block has changed. Your administrator must review it before live payments can resume.",
};

function getReason(facts: Facts): Unhealthy | null {
  const { cursor, isForked, now, idleMs } = facts;
  if (isForked) return "fork";
  if (!cursor) return "never_ran";
  if (getSkew(facts) !== null) return "clock_skew";
  if (now.getTime() - cursor.passedAt.getTime() > 2 * idleMs + PASS_GRACE_MS) return "passes_late";
  return now.getTime() - cursor.finalizedTime.getTime() > CHAIN_LATE_MS ? "chain_late" : null;
}

/**
 * The skew found at the last pass, or a newest block that lies in the future by now because the database's clock was
 * set back.
 */
function getSkew({ cursor, now, clockToleranceMs }: Facts): number | null {
  if (!cursor) return null;
  const aheadMs = (cursor.headTime?.getTime() ?? 0) - now.getTime();
  return aheadMs > clockToleranceMs ? Math.round(aheadMs / 1_000) : cursor.clockSkewSeconds;
}

type Row = Omit<Cursor, "blockNumber" | "finalizedNumber" | "headNumber"> & {
  blockNumber: bigint | null;
  finalizedNumber: bigint;
  headNumber: bigint;
  now: Date;
  isForked: boolean;
};

/** The watcher's health by the database's clock, from its cursor and alarms; sends no request to a node. */
export async function watcherHealth(
  sql: Sql | Transaction,
  network: string,
  { idleMs, clockToleranceMs }: Pick<Settings["watcher"], "idleMs" | "clockToleranceMs">,
): Promise<WatcherHealth> {
  const [row] = await sql<[Row]>`
    select clock_timestamp() as now,
           exists (select from chain_alarms where network = ${network} and kind = 'fork' and cleared_at is null) as "isForked",
           c.block_number as "blockNumber", c.block_time as "blockTime", c.finalized_number as "finalizedNumber",
           c.finalized_time as "finalizedTime", c.head_number as "headNumber", c.head_time as "headTime",
           c.clock_skew_seconds as "clockSkewSeconds", c.passed_at as "passedAt", c.provider, c.failure, c.failures
      from (select) one left join chain_cursors c on c.network = ${network}`;
  const { now, isForked, blockNumber, ...rest } = row;
  const cursor = blockNumber === null ? null : toCursor({ ...rest, blockNumber });
  return judgeWatcher({ cursor, isForked, now, idleMs, clockToleranceMs });
}

function toCursor(row: Omit<Row, "now" | "isForked" | "blockNumber"> & { blockNumber: bigint }): Cursor {
  const { blockNumber, finalizedNumber, headNumber } = row;
  return {
    ...row,
    blockNumber: Number(blockNumber),
    finalizedNumber: Number(finalizedNumber),
    headNumber: Number(headNumber),
  };
}
