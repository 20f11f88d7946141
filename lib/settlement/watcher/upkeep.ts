import { log } from "@/lib/base/process/log";
import { processWide } from "@/lib/base/process/process-wide";
import { type AlarmKind, clearAlarm, raiseAlarm, standingAlarms, type UpkeepTask } from "@/lib/chain/nodes/alarms";
import { ForkError } from "@/lib/chain/nodes/anchored";
import { type ChainCursor, readCursor } from "@/lib/chain/nodes/cursor";
import { isRpcError } from "@/lib/chain/nodes/rpc-error";
import { checkToken } from "@/lib/chain/nodes/token-check";
import type { WatchContext } from "@/lib/chain/nodes/watch-context";
import { reviewPools } from "@/lib/chain/wallets/pool";
import { watchAllAhead } from "@/lib/chain/wallets/watch-ahead";
import { compareLedgers } from "@/lib/settlement/ledger/compare-ledgers";
import { refreshBalances } from "@/lib/settlement/watcher/balances";
import { checkCanary } from "@/lib/settlement/watcher/canary";
import { type ChainWork, dueWork } from "@/lib/settlement/watcher/due-work";
import { expireLive } from "@/lib/settlement/watcher/expire-live";
import { markFailedSweeps } from "@/lib/settlement/watcher/mark-failed-sweeps";
import { rescan } from "@/lib/settlement/watcher/rescan";
import { settleDisputes } from "@/lib/settlement/watcher/settle-disputes";
import { unfinishedScans } from "@/lib/settlement/watcher/unfinished-scans";
import { forgetFailure, hasJustFailed, recordFailure } from "@/lib/settlement/watcher/upkeep-failures";

type Work = (ctx: WatchContext, cursor: ChainCursor) => Promise<unknown>;
type Tasks = Partial<Record<UpkeepTask, Work>>;

/** After each pass that was accepted, in this order. */
const EACH_PASS: Tasks = {
  held: (ctx) => settleDisputes(ctx, "held"),
  expiry: expireLive,
  balances: refreshBalances,
  books: compareLedgers,
};

/** Every ten minutes, beside the hour's re-scan. */
const BESIDE_HOUR: Tasks = {
  disputes: (ctx) => settleDisputes(ctx),
  sweeps: markFailedSweeps,
  // cooldowns end by the clock, so no other event tells that a pool has room again
  pools: ({ db, network }) => reviewPools(db.sql, network.id),
  ahead: ({ db, network }) => watchAllAhead(db.sql, network.id),
};

/** When `dueWork` says so, in this order. */
const WHEN_DUE: { task: ChainWork; work: Work; beside?: Tasks }[] = [
  { task: "canary", work: checkCanary },
  { task: "hour", work: (ctx, cursor) => rescan(ctx, cursor, "hour"), beside: BESIDE_HOUR },
  { task: "day", work: (ctx, cursor) => rescan(ctx, cursor, "day") },
  { task: "token", work: checkToken },
];

const TEN_MINUTES_MS = 600_000;

/** The work that depends on a pass: expiries by the chain's clock, and from time to time re-scans and checks. */
export async function doUpkeep(ctx: WatchContext): Promise<void> {
  const { sql } = ctx.db;
  const { id: network } = ctx.network;
  const cursor = await readCursor(sql, network);
  if (!cursor) return;
  const standing = await standingAlarms(sql, network);
  const attempt = (task: UpkeepTask, work: Work) => attemptAlone(ctx, standing, task, () => work(ctx, cursor));
  const attemptAll = async (tasks: Tasks) => {
    for (const [task, work] of Object.entries(tasks)) await attempt(task as UpkeepTask, work);
  };
  await attemptAll(EACH_PASS);
  const { retryMs } = ctx.watchSettings;
  const due = (await dueWork(sql, network)).filter((work) => !hasJustFailed(`${network} ${work}`, retryMs));
  for (const { task, work, beside } of WHEN_DUE) {
    if (!due.includes(task)) continue;
    const goesOn = unfinishedScans(network, "rescan").has(task);
    await attempt(task, work);
    if (beside && isTimeFor(network, goesOn)) await attemptAll(beside);
  }
}

/** When this process last did what is done beside the hour's re-scan. */
const lastUpkeep = (network: string) =>
  processWide(`watcher.upkeep ${network}`, () => ({ atMs: Number.NEGATIVE_INFINITY }));

/** Once for a re-scan that takes several passes, but again if it takes longer than these tasks may wait. */
function isTimeFor(network: string, goesOn: boolean): boolean {
  const last = lastUpkeep(network);
  if (goesOn && performance.now() - last.atMs < TEN_MINUTES_MS) return false;
  last.atMs = performance.now();
  return true;
}

/**
 * A provider's failure does not affect the pass, and the task is due again at the next one, or some minutes later if it
 * is done only now and then. If it lasts for half an hour, and with any other error at once, it is an alarm named after
 * the task, until the task succeeds.
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
    const isLasting = recordFailure(`${network.id} ${task}`);
    if (isRpcError(error) && !isLasting) {
      return log().warn({ task, err: error }, "chain upkeep failed, will retry");
    }
    log().error({ task, err: error }, "chain upkeep failed");
    const isFork = error instanceof ForkError;
    const message = isFork ? error.message : `The task "${task}" failed. See the server log for the error.`;
    await raiseAlarm(db.sql, { ...alarm, ...(isFork && { kind: "fork" }), message });
  }
}
