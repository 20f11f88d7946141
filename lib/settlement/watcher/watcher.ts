import type { Span } from "@opentelemetry/api";
import { log } from "@/lib/base/process/log";
import { chainPasses, chainTransfers } from "@/lib/base/process/metrics";
import { processWide } from "@/lib/base/process/process-wide";
import { inSpan, markFailed } from "@/lib/base/process/tracing";
import { type AlarmKind, clearAlarm, raiseAlarm, standingAlarms, type UpkeepTask } from "@/lib/chain/nodes/alarms";
import { ForkError } from "@/lib/chain/nodes/anchored";
import { readCursor } from "@/lib/chain/nodes/cursor";
import { isRpcError } from "@/lib/chain/nodes/rpc-error";
import { checkToken } from "@/lib/chain/nodes/token-check";
import type { WatchContext } from "@/lib/chain/nodes/watch-context";
import { reviewPools } from "@/lib/chain/wallets/pool";
import { watchAllAhead } from "@/lib/chain/wallets/watch-ahead";
import { compareLedgers } from "@/lib/settlement/ledger/compare-ledgers";
import { refreshBalances } from "@/lib/settlement/watcher/balances";
import { checkCanary } from "@/lib/settlement/watcher/canary";
import { dueWork } from "@/lib/settlement/watcher/due-work";
import { expireLive } from "@/lib/settlement/watcher/expire-live";
import { noteFailedSweeps } from "@/lib/settlement/watcher/note-failed-sweeps";
import { type PassResult, passOnce, TRANSFER_COUNTS } from "@/lib/settlement/watcher/pass";
import { rescan } from "@/lib/settlement/watcher/rescan";
import { settleDisputes } from "@/lib/settlement/watcher/settle-disputes";
import { forgetLooks, unfinishedLooks } from "@/lib/settlement/watcher/unfinished-looks";
import { forgetFailure, hasJustFailed, noteFailure } from "@/lib/settlement/watcher/upkeep-failures";

/** `busy`: another process is reading at this moment. */
export type WatchResult = PassResult | { outcome: "busy" };

/**
 * One pass and, if it was accepted, the work that depends on it: expiries by the chain's clock, and from time to time re-scans,
 * canary, token check and balances. Every engine calls this; one reads at a time.
 */
export async function watchOnce(ctx: WatchContext): Promise<WatchResult> {
  const attributes = () => ({ "till.chain.network": ctx.network.id });
  const result = await inSpan("chain pass", { attributes }, async (span) => {
    const result = await alone(ctx, async () => {
      const pass = await passOnce(ctx);
      if (pass.outcome === "passed") await afterPass(ctx);
      if (pass.outcome === "stopped") forgetLooks(ctx.network.id);
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
 * Holds an advisory lock for one pass, on its own connection. It only keeps two engines from sending the same calls: if the
 * connection breaks, the cursor's guard still lets only one of two passes count. It is taken for each pass, so a process that
 * dies leaves nothing to release, and a machine that vanishes keeps the others waiting for a little more than a minute.
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

const TEN_MINUTES_MS = 600_000;

/** When this process last did what is done beside the hour's re-scan. */
const lastUpkeep = (network: string) =>
  processWide(`watcher.upkeep ${network}`, () => ({ atMs: Number.NEGATIVE_INFINITY }));

async function afterPass(ctx: WatchContext): Promise<void> {
  const { sql } = ctx.db;
  const { id: network } = ctx.network;
  const cursor = await readCursor(sql, network);
  if (!cursor) return;
  const standing = await standingAlarms(sql, network);
  const attempt = (task: UpkeepTask, work: () => Promise<unknown>) => attemptAlone(ctx, standing, task, work);
  await attempt("held", () => settleDisputes(ctx, "held"));
  await attempt("expiry", () => expireLive(ctx, cursor));
  await attempt("balances", () => refreshBalances(ctx, cursor));
  await attempt("books", () => compareLedgers(ctx, cursor));
  const everyTenMinutes = async () => {
    await attempt("disputes", () => settleDisputes(ctx));
    await attempt("sweeps", () => noteFailedSweeps(ctx));
    // cooldowns end by the clock, so no other event tells that a pool has room again
    await attempt("pools", () => reviewPools(sql, network));
    await attempt("ahead", () => watchAllAhead(sql, network));
  };
  const { retryMs } = ctx.watchSettings;
  const due = (await dueWork(sql, network)).filter((work) => !hasJustFailed(`${network} ${work}`, retryMs));
  if (due.includes("canary")) await attempt("canary", () => checkCanary(ctx, cursor));
  if (due.includes("hour")) {
    const goesOn = unfinishedLooks(network, "rescan").has("hour");
    await attempt("hour", () => rescan(ctx, cursor, "hour"));
    // once for a re-scan that takes several passes, but again if it takes longer than they may wait
    const done = lastUpkeep(network);
    if (!goesOn || performance.now() - done.atMs >= TEN_MINUTES_MS) {
      done.atMs = performance.now();
      await everyTenMinutes();
    }
  }
  if (due.includes("day")) await attempt("day", () => rescan(ctx, cursor, "day"));
  if (due.includes("token")) await attempt("token", () => checkToken(ctx));
}

/**
 * A provider's failure does not affect the pass, and the task is due again at the next one, or some minutes later if it is done only
 * now and then. If it lasts for half an hour, and with any other error at once, it is an alarm named after the task, until the task
 * succeeds.
 */
async function attemptAlone(
  { db, network }: WatchContext,
  standing: ReadonlyMap<AlarmKind, number>,
  task: UpkeepTask,
  work: () => Promise<unknown>,
): Promise<void> {
  const alarm = { network: network.id, kind: `upkeep_${task}` as const };
  try {
    await work();
    forgetFailure(`${network.id} ${task}`);
    if (standing.has(alarm.kind)) await clearAlarm(db.sql, alarm);
  } catch (error) {
    const isLasting = noteFailure(`${network.id} ${task}`);
    if (isRpcError(error) && !isLasting) {
      return log().warn({ task, err: error }, "chain upkeep failed, will retry");
    }
    log().error({ task, err: error }, "chain upkeep failed");
    const isFork = error instanceof ForkError;
    const message = isFork ? error.message : `The task "${task}" failed. See the server log for the error.`;
    await raiseAlarm(db.sql, { ...alarm, ...(isFork && { kind: "fork" }), message });
  }
}

function count(result: WatchResult): void {
  chainPasses().inc({ outcome: result.outcome });
  if (result.outcome !== "passed") return;
  for (const kind of TRANSFER_COUNTS) chainTransfers().inc({ kind }, result[kind]);
}
