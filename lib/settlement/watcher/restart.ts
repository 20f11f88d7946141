import { and, eq } from "drizzle-orm";
import { chainCursors, chainSightings } from "@/drizzle/schema";
import { recordAudit } from "@/lib/base/audit/record";
import { orm } from "@/lib/base/db/client";
import { conflict, type DomainError } from "@/lib/base/values/errors";
import { clearAlarm } from "@/lib/chain/nodes/alarms";
import { getResult } from "@/lib/chain/nodes/anchored";
import { compareClocks, databaseTime } from "@/lib/chain/nodes/compare-clocks";
import { type ChainCursor, readCursor } from "@/lib/chain/nodes/cursor";
import type { Rpc } from "@/lib/chain/nodes/rpc";
import { blockAt } from "@/lib/chain/nodes/rpc-calls";
import type { Block } from "@/lib/chain/nodes/rpc-values";
import type { WatchContext } from "@/lib/chain/nodes/watch-context";
import { readStart } from "@/lib/settlement/watcher/read-chain";

export type Restarted = {
  /**
   * the block that reading goes on from; null: at the last final one, because nothing was read or the chain is a new
   * one
   */
  goesOnFrom: number | null;
};

/**
 * Trusts the current provider again after an operator has reviewed a fork: reading continues at the block where it
 * stopped, with its new hash, and the last day is read again. If the chain does not have that block as a final one, the
 * node may only be behind, and starting at its last final block would leave out the blocks between: this happens for a
 * chain that the operator says `isNewChain`. The ledger is unchanged. A pass may run meanwhile: it is overtaken, or its
 * progress is read again. Errors: `conflict` when the chain doesn't have the block, `RpcError` when the chain cannot be
 * reached; nothing has changed then.
 */
export async function restartWatching(
  ctx: WatchContext,
  { isNewChain = false }: { isNewChain?: boolean } = {},
): Promise<Restarted> {
  const { db, network } = ctx;
  const cursor = await readCursor(db.sql, network.id);
  const askedAt = await databaseTime(db.sql);
  const { finalized, block, head, clockSkewSeconds } = await ctx.providers.use(async (rpc) => {
    const heard = await readAgain(rpc, cursor);
    return { ...heard, ...(await compareClocks(ctx, heard, { askedAt, cursor: null })) };
  });
  if (cursor && !block && !isNewChain) throw isMissing(cursor.block.number, finalized.number);
  const isDone = await db.sql.begin(async (tx) => {
    const isOfNetwork = eq(chainCursors.network, network.id);
    if (block) {
      await orm(tx)
        .update(chainCursors)
        .set({
          // with its number: a pass may have moved the cursor to a later block, which has another hash
          blockNumber: block.number,
          blockHash: block.hash,
          blockTime: block.time,
          finalizedNumber: finalized.number,
          finalizedHash: finalized.hash,
          finalizedTime: finalized.time,
          headNumber: head.number,
          headTime: head.time,
          headAt: head.at,
          clockSkewSeconds,
          rescannedHourAt: null,
          rescannedDayAt: null,
        })
        .where(isOfNetwork);
    } else if (cursor) {
      const isSame = and(isOfNetwork, eq(chainCursors.blockHash, cursor.block.hash));
      const removed = await orm(tx).delete(chainCursors).where(isSame).returning({ network: chainCursors.network });
      if (removed.length === 0) return false;
    }
    await orm(tx).delete(chainSightings).where(eq(chainSightings.network, network.id));
    await clearAlarm(tx, { network: network.id, kind: "fork" });
    await recordAudit(tx, {
      merchantId: null,
      actor: ctx.actor,
      action: "chain.restarted",
      targetType: "network",
      targetId: network.id,
      before: cursor ? { number: cursor.block.number, hash: cursor.block.hash } : {},
      after: block ? { number: block.number, hash: block.hash } : {},
    });
    return true;
  });
  return isDone ? { goesOnFrom: block?.number ?? null } : restartWatching(ctx, { isNewChain });
}

function isMissing(number: number, final: number): DomainError {
  const why =
    number > final
      ? `The node is behind: its last final block is ${final}, and block ${number} was already read. Try again once it has caught up, or use another node.`
      : `The node doesn't have block ${number}, the last one read. Use a node that has it.`;
  return conflict(
    `${why} Nothing was changed. If the chain was made anew, add --new-chain: reading begins at its last final block, and earlier blocks are never read.`,
  );
}

async function readAgain(rpc: Rpc, cursor: ChainCursor | null) {
  const start = await readStart(rpc);
  if (!cursor || cursor.block.number > start.finalized.number) return { ...start, block: null };
  const [answer] = await rpc.batch([blockAt(cursor.block.number)]);
  return { ...start, block: getResult<Block | null>(answer) };
}
