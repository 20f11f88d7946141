import type { Sql, Transaction } from "@/lib/db/client";
import type { Block } from "@/lib/settlement/rpc-values";

/** How far a network has been read. */
export type ChainCursor = {
  block: Block;
  /** the last final block that was heard of: the next pass reads up to it */
  finalized: Block;
  headNumber: number;
};

type Row = {
  number: bigint;
  hash: string;
  time: Date;
  finalizedNumber: bigint;
  finalizedHash: string;
  finalizedTime: Date;
  headNumber: bigint;
};

/** Null: nothing has been read yet. */
export async function readCursor(sql: Sql | Transaction, network: string): Promise<ChainCursor | null> {
  const [row] = await sql<Row[]>`
    select block_number as number, block_hash as hash, block_time as time, finalized_number as "finalizedNumber",
           finalized_hash as "finalizedHash", finalized_time as "finalizedTime", head_number as "headNumber"
      from chain_cursors where network = ${network}`;
  if (!row) return null;
  const { number, hash, time, finalizedNumber, finalizedHash, finalizedTime, headNumber } = row;
  return {
    block: { number: Number(number), hash, time },
    finalized: { number: Number(finalizedNumber), hash: finalizedHash, time: finalizedTime },
    headNumber: Number(headNumber),
  };
}

export type CursorMove = { block: Block; finalized: Block; headNumber: number; provider: string };

/** Begins at a block: nothing before it is ours. False when somebody else has begun. */
export async function beginCursor(sql: Sql, network: string, { block, finalized, headNumber, provider }: CursorMove) {
  const begun = await sql`
    insert into chain_cursors (network, block_number, block_hash, block_time, finalized_number, finalized_hash,
                               finalized_time, head_number, passed_at, provider)
    values (${network}, ${block.number}, ${block.hash}, ${block.time}, ${finalized.number}, ${finalized.hash},
            ${finalized.time}, ${headNumber}, now(), ${provider})
    on conflict (network) do nothing`;
  return begun.count > 0;
}

/** Moves on from exactly where this pass began. False: another watcher was quicker, and nothing of this pass holds. */
export async function moveCursor(tx: Transaction, network: string, from: Block, to: CursorMove): Promise<boolean> {
  const moved = await tx`
    update chain_cursors
       set block_number = ${to.block.number}, block_hash = ${to.block.hash}, block_time = ${to.block.time},
           finalized_number = ${to.finalized.number}, finalized_hash = ${to.finalized.hash},
           finalized_time = ${to.finalized.time}, head_number = ${to.headNumber}, passed_at = now(),
           provider = ${to.provider}, failure = null, failures = 0, failed_at = null
     where network = ${network} and block_number = ${from.number} and block_hash = ${from.hash}`;
  return moved.count > 0;
}

/** Notes that a pass was not accepted, and why. How many in a row; null when the chain was never read. */
export async function noteFailure(sql: Sql, network: string, failure: string): Promise<number | null> {
  const [noted] = await sql<{ failures: number }[]>`
    update chain_cursors set failure = ${failure}, failures = failures + 1, failed_at = now()
     where network = ${network} returning failures`;
  return noted?.failures ?? null;
}
