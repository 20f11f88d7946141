import type { chainCursors } from "@/drizzle/schema";
import type { Sql, Transaction } from "@/lib/base/db/client";
import type { HeardHead } from "@/lib/chain/nodes/clocks";
import type { Block } from "@/lib/chain/nodes/rpc-values";

/** How far a network has been read. */
export type ChainCursor = {
  block: Block;
  /** the last final block that was heard of */
  finalized: Block;
  /** the newest block that any provider has told of; null until a pass has kept its time */
  head: HeardHead | null;
  clockSkewSeconds: number | null;
  /** the last pass that was accepted, by the database's clock */
  passedAt: Date;
};

type Stored = typeof chainCursors.$inferSelect;
type Row = Pick<Stored, "blockHash" | "blockTime" | "finalizedHash" | "finalizedTime" | "headTime" | "headAt"> &
  Pick<Stored, "clockSkewSeconds" | "passedAt"> &
  Record<"blockNumber" | "finalizedNumber" | "headNumber", bigint>;

/** Null: nothing has been read yet. */
export async function readCursor(sql: Sql | Transaction, network: string): Promise<ChainCursor | null> {
  const [row] = await sql<Row[]>`
    select block_number as "blockNumber", block_hash as "blockHash", block_time as "blockTime",
           finalized_number as "finalizedNumber", finalized_hash as "finalizedHash", finalized_time as "finalizedTime",
           head_number as "headNumber", head_time as "headTime", head_at as "headAt",
           clock_skew_seconds as "clockSkewSeconds", passed_at as "passedAt"
      from chain_cursors where network = ${network}`;
  if (!row) return null;
  const { headTime, headAt } = row;
  return {
    block: { number: Number(row.blockNumber), hash: row.blockHash, time: row.blockTime },
    finalized: { number: Number(row.finalizedNumber), hash: row.finalizedHash, time: row.finalizedTime },
    head: headTime && headAt && { number: Number(row.headNumber), time: headTime, at: headAt },
    clockSkewSeconds: row.clockSkewSeconds,
    passedAt: row.passedAt,
  };
}

export type CursorMove = {
  block: Block;
  finalized: Block;
  head: HeardHead;
  clockSkewSeconds: number | null;
  provider: string;
};

/** Starts the cursor at a block; earlier blocks are never read. False when another watcher has started it already. */
export async function beginCursor(sql: Sql | Transaction, network: string, move: CursorMove) {
  const { block, finalized, head, clockSkewSeconds, provider } = move;
  const begun = await sql`
    insert into chain_cursors (network, block_number, block_hash, block_time, finalized_number, finalized_hash,
                               finalized_time, head_number, head_time, head_at, clock_skew_seconds, passed_at, provider)
    values (${network}, ${block.number}, ${block.hash}, ${block.time}, ${finalized.number}, ${finalized.hash},
            ${finalized.time}, ${head.number}, ${head.time}, ${head.at}, ${clockSkewSeconds}, now(), ${provider})
    on conflict (network) do nothing`;
  return begun.count > 0;
}

/**
 * Moves the cursor only from exactly where this pass began. The newest block never moves back, whichever provider
 * reported it. False when another watcher was faster; this pass must then be discarded.
 */
export async function moveCursor(tx: Transaction, network: string, from: Block, to: CursorMove): Promise<boolean> {
  const moved = await tx`
    update chain_cursors
       set block_number = ${to.block.number}, block_hash = ${to.block.hash}, block_time = ${to.block.time},
           finalized_number = ${to.finalized.number}, finalized_hash = ${to.finalized.hash},
           finalized_time = ${to.finalized.time}, ${newestHead(tx, to.head)},
           clock_skew_seconds = ${to.clockSkewSeconds}, passed_at = now(), provider = ${to.provider}, failure = null, failures = 0, failed_at = null
     where network = ${network} and block_number = ${from.number} and block_hash = ${from.hash}`;
  return moved.count > 0;
}

/** SQL that updates the head only when the new one is newer. */
function newestHead(sql: Sql | Transaction, { number, time, at }: HeardHead) {
  const isNewer = sql`(${number} > head_number or head_time is null)`;
  return sql`
    head_number = greatest(head_number, ${number}),
    head_time = case when ${isNewer} then ${time}::timestamptz else head_time end,
    head_at = case when ${isNewer} then ${at}::timestamptz else head_at end`;
}

/** Stores a head that was read outside a pass. */
export async function storeHead(sql: Sql, network: string, head: HeardHead): Promise<void> {
  await sql`update chain_cursors set ${newestHead(sql, head)} where network = ${network} and head_number < ${head.number}`;
}

/**
 * Stores why a pass was rejected, and what it found about the clocks. Returns the number of failures in a row; null
 * when the chain was never read.
 */
export async function storeFailure(
  sql: Sql,
  network: string,
  failure: string,
  clockSkewSeconds: number | null = null,
): Promise<number | null> {
  const [stored] = await sql<Pick<Stored, "failures">[]>`
    update chain_cursors
       set failure = ${failure}, failures = failures + 1, failed_at = now(),
           clock_skew_seconds = coalesce(${clockSkewSeconds}, clock_skew_seconds)
     where network = ${network} returning failures`;
  return stored?.failures ?? null;
}
