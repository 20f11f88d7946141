import type { Span } from "@opentelemetry/api";
import { chainPasses, chainTransfers } from "@/lib/base/process/metrics";
import { inSpan, markFailed } from "@/lib/base/process/tracing";
import type { WatchContext } from "@/lib/chain/nodes/watch-context";
import { type PassResult, passOnce, TRANSFER_COUNTS } from "@/lib/settlement/watcher/pass";
import { forgetUnfinishedScans } from "@/lib/settlement/watcher/unfinished-scans";
import { doUpkeep } from "@/lib/settlement/watcher/upkeep";

/** `busy`: another process is reading at this moment. */
export type WatchResult = PassResult | { outcome: "busy" };

/**
 * One pass and, if it was accepted, the work that depends on it: expiries by the chain's clock, and from time to time
 * re-scans, canary, token check and balances. Every engine calls this; one reads at a time.
 */
export async function watchOnce(ctx: WatchContext): Promise<WatchResult> {
  const attributes = () => ({ "till.chain.network": ctx.network.id });
  const result = await inSpan("chain pass", { attributes }, async (span) => {
    const result = await alone(ctx, async () => {
      const pass = await passOnce(ctx);
      if (pass.outcome === "passed") await doUpkeep(ctx);
      if (pass.outcome === "stopped") forgetUnfinishedScans(ctx.network.id);
      return pass;
    });
    addResult(span, result);
    return result;
  });
  count(result);
  return result;
}

function addResult(span: Span, result: WatchResult): void {
  span.setAttribute("till.chain.outcome", result.outcome);
  if (result.outcome === "failed") markFailed(span, result.error.kind);
  if (result.outcome !== "passed") return;
  span.setAttribute("till.chain.block", result.block);
  for (const kind of TRANSFER_COUNTS) span.setAttribute(`till.chain.transfers.${kind}`, result[kind]);
}

/**
 * Holds an advisory lock for one pass, on its own connection. It only keeps two engines from sending the same calls: if
 * the connection breaks, the cursor's guard still lets only one of two passes count. It is taken for each pass, so a
 * process that dies leaves nothing to release, and a machine that vanishes keeps the others waiting for a little more
 * than a minute.
 */
async function alone(ctx: WatchContext, work: () => Promise<PassResult>): Promise<WatchResult> {
  const key = `till watcher ${ctx.network.id}`;
  const held = await ctx.db.reserve();
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

function count(result: WatchResult): void {
  chainPasses().inc({ outcome: result.outcome });
  if (result.outcome !== "passed") return;
  for (const kind of TRANSFER_COUNTS) chainTransfers().inc({ kind }, result[kind]);
}
