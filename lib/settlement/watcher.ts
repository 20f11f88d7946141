import { log } from "@/lib/log";
import { chainPasses, chainTransfers } from "@/lib/metrics";
import { raiseAlarm } from "@/lib/settlement/alarms";
import { ForkError } from "@/lib/settlement/anchored";
import { refreshBalances } from "@/lib/settlement/balances";
import { checkCanary } from "@/lib/settlement/canary";
import { type ChainCursor, readCursor } from "@/lib/settlement/cursor";
import { dueWork } from "@/lib/settlement/due-work";
import { expireLive } from "@/lib/settlement/expire-live";
import { type PassResult, passOnce, TRANSFER_COUNTS } from "@/lib/settlement/pass";
import { reviewPools } from "@/lib/settlement/pool";
import { rescan } from "@/lib/settlement/repair";
import { isRpcError } from "@/lib/settlement/rpc-error";
import { checkToken } from "@/lib/settlement/token-check";
import type { WatchContext } from "@/lib/settlement/watch-context";

/** `busy`: another process is reading at this moment. */
export type WatchResult = PassResult | { outcome: "busy" };

/**
 * One pass and, when it was accepted, what hangs on it: expiries by the chain's clock, and by and by the re-scans, the
 * canary, the token and the balances. Every engine calls this; one at a time reads.
 */
export async function watchOnce(ctx: WatchContext): Promise<WatchResult> {
  const result = await alone(ctx, async () => {
    const pass = await passOnce(ctx);
    if (pass.outcome === "passed") await afterPass(ctx);
    return pass;
  });
  count(result);
  return result;
}

/**
 * Holds an advisory lock for one pass on a connection of its own. It keeps two engines from asking the chain the same
 * thing and no more: should the connection break, the cursor's guard still lets only one of two passes count. Taken anew
 * for each pass, so that nothing must be given back by a process that dies, or by an engine without one.
 */
async function alone(ctx: WatchContext, work: () => Promise<PassResult>): Promise<WatchResult> {
  const key = `till watcher ${ctx.network.id}`;
  const held = await ctx.db.sql.reserve();
  try {
    const [lock] = await held<[{ taken: boolean }]>`
      select pg_try_advisory_lock(hashtextextended(${key}, 0)) as taken`;
    if (!lock.taken) return { outcome: "busy" };
    try {
      return await work();
    } finally {
      await held`select pg_advisory_unlock(hashtextextended(${key}, 0))`;
    }
  } finally {
    held.release();
  }
}

async function afterPass(ctx: WatchContext): Promise<void> {
  const cursor = await readCursor(ctx.db.sql, ctx.network.id);
  if (!cursor) return;
  await attempt(ctx, "expiry", () => expireLive(ctx, cursor));
  await attempt(ctx, "balances", () => refreshBalances(ctx));
  for (const work of await dueWork(ctx.db.sql, ctx.network.id)) await attempt(ctx, work, () => WORK[work](ctx, cursor));
}

const WORK = {
  canary: checkCanary,
  hour: async (ctx: WatchContext, cursor: ChainCursor) => {
    await rescan(ctx, cursor, "hour");
    // rests end by the clock, so nobody else notices that a pool has room again
    await reviewPools(ctx.db.sql, ctx.network.id);
  },
  day: (ctx: WatchContext, cursor: ChainCursor) => rescan(ctx, cursor, "day"),
  token: checkToken,
};

/** A provider that fails here has not spoilt the pass; the work is due again at the next one. */
async function attempt(ctx: WatchContext, name: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof ForkError) {
      await raiseAlarm(ctx.db.sql, { network: ctx.network.id, kind: "fork", message: error.message });
    } else if (isRpcError(error)) log().warn({ work: name, err: error }, "work on the chain is tried again");
    else throw error;
  }
}

function count(result: WatchResult): void {
  chainPasses().inc({ outcome: result.outcome });
  if (result.outcome !== "passed") return;
  for (const kind of TRANSFER_COUNTS) chainTransfers().inc({ kind }, result[kind]);
}
