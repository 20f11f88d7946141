import { lockLedger } from "@/lib/base/db/locks";
import { annotate } from "@/lib/base/process/tracing";
import { type AlarmKind, clearAlarm, raiseAlarm, standingAlarms } from "@/lib/chain/nodes/alarms";
import { ForkError } from "@/lib/chain/nodes/anchored";
import { clockSkewText } from "@/lib/chain/nodes/clocks";
import { compareClocks, databaseTime } from "@/lib/chain/nodes/compare-clocks";
import { beginCursor, type ChainCursor, moveCursor, readCursor, storeFailure } from "@/lib/chain/nodes/cursor";
import { finalityLag } from "@/lib/chain/nodes/finality";
import { isRpcError, type RpcError } from "@/lib/chain/nodes/rpc-error";
import type { WatchContext } from "@/lib/chain/nodes/watch-context";
import { beginAllLedgers } from "@/lib/chain/wallets/begin-ledgers";
import { watchedPayments } from "@/lib/chain/wallets/refund-wallet-watch";
import { type WatchedAddress, watchSet } from "@/lib/chain/wallets/watch-set";
import { agreeOn, type Verdicts } from "@/lib/settlement/ledger/agree";
import { openDisputed } from "@/lib/settlement/ledger/disputed";
import { recordWhatFits } from "@/lib/settlement/ledger/record-what-fits";
import { openUnreadable, toUnreadable } from "@/lib/settlement/ledger/unreadable";
import { type Reading, readChain, readStart } from "@/lib/settlement/watcher/read-chain";
import { addUnrecordedSightings, removeRecordedSightings, replaceSightings } from "@/lib/settlement/watcher/sightings";

/** What happened to the transfers that a pass found. */
export const TRANSFER_COUNTS = ["arrived", "left", "rejected", "disputed", "unreadable"] as const;
type TransferCount = (typeof TRANSFER_COUNTS)[number];

export type PassResult =
  /** the chain had never been read; reading starts here */
  | { outcome: "started" }
  | ({ outcome: "passed"; block: number } & Record<TransferCount, number>)
  | { outcome: "failed"; error: RpcError }
  /** another watcher was faster: this pass changed nothing */
  | { outcome: "overtaken" }
  /** a final block has changed: an operator must review it */
  | { outcome: "stopped" };

const FAILURES_TO_ALARM = 3;
const LATE_MS = 5 * 60_000;

/**
 * Reads the chain from the cursor and records what it finds, in one transaction with the cursor: after an interruption
 * the next pass repeats it. Any number may run at once; of those that began at the same block, one moves the cursor and
 * the others change nothing.
 */
export async function passOnce(ctx: WatchContext): Promise<PassResult> {
  const { sql } = ctx.db;
  const standing = await standingAlarms(sql, ctx.network.id);
  if (standing.has("fork")) return { outcome: "stopped" };
  const cursor = await readCursor(sql, ctx.network.id);
  try {
    return cursor ? await passFrom(ctx, cursor, standing) : await start(ctx);
  } catch (error) {
    if (error instanceof ForkError) return stop(ctx, error, cursor);
    if (isRpcError(error)) return fail(ctx, error);
    throw error;
  }
}

async function start(ctx: WatchContext): Promise<PassResult> {
  const askedAt = await databaseTime(ctx.db.sql);
  const start = await ctx.providers.use(async (rpc) => {
    const heard = await readStart(rpc);
    return { ...heard, ...(await compareClocks(ctx, heard, { askedAt, cursor: null })) };
  });
  await ctx.db.sql.begin(async (tx) => {
    await lockLedger(tx, ctx.network.id);
    const begun = await beginCursor(tx, ctx.network.id, { ...start, block: start.finalized });
    if (begun) await beginAllLedgers(tx, ctx.network.id, start.finalized.number);
  });
  return { outcome: "started" };
}

type Standing = Map<AlarmKind, number>;

async function passFrom(ctx: WatchContext, cursor: ChainCursor, standing: Standing): Promise<PassResult> {
  const watched = await watchSet(ctx.db.sql, ctx.network.id);
  const pairs = await watchedPayments(ctx.db.sql);
  const addresses = { watched, waiting: watched.filter((one) => one.intentId !== null), pairs };
  const askedAt = await databaseTime(ctx.db.sql);
  const sinceMs = askedAt.getTime() - cursor.passedAt.getTime();
  const reading = await ctx.providers.use(async (rpc) => {
    const heard = await readChain(ctx, rpc, cursor, { ...addresses, sinceMs });
    return { ...heard, ...(await compareClocks(ctx, heard, { askedAt, cursor })) };
  });
  const verdicts = await agreeOn(ctx, reading.transfers);
  const result = await commit(ctx, cursor, reading, verdicts, watched);
  annotate(() => ({ "till.chain.blocks": reading.block.number - cursor.block.number }));
  if (result.outcome === "passed") await reviewAlarms(ctx, reading, standing);
  return result;
}

/** A reading, and what its newest block says of the clocks. */
type Compared = Omit<Reading, "head"> & Awaited<ReturnType<typeof compareClocks>>;

function commit(
  { db, network }: WatchContext,
  cursor: ChainCursor,
  reading: Compared,
  { agreed, undecided, contradicted }: Verdicts,
  watched: readonly WatchedAddress[],
): Promise<PassResult> {
  return db.sql.begin(async (tx): Promise<PassResult> => {
    if (!(await moveCursor(tx, network.id, cursor.block, reading))) return { outcome: "overtaken" };
    const { arrived, left, unfit } = await recordWhatFits(tx, network.id, agreed);
    const unreadable = await openUnreadable(tx, network.id, [...reading.unreadable, ...unfit.map(toUnreadable)]);
    const disputed = await openDisputed(tx, network.id, contradicted);
    const held = await openDisputed(tx, network.id, undecided, { isHeld: true });
    const { sightings, head } = reading;
    const readTo = reading.block.number;
    if (sightings) await replaceSightings(tx, network.id, { ...sightings, readTo, head: head.number }, watched);
    else await removeRecordedSightings(tx, network.id, readTo);
    await addUnrecordedSightings(tx, network.id);
    const counts = {
      arrived: arrived.length,
      left: left.length,
      rejected: reading.rejected.length,
      disputed: disputed.length + held.length,
      unreadable: unreadable.length,
    };
    return { outcome: "passed", block: reading.block.number, ...counts };
  });
}

async function fail({ db, network, providers }: WatchContext, error: RpcError): Promise<PassResult> {
  const { aheadSeconds } = error.details;
  const inARow = await storeFailure(db.sql, network.id, error.message, aheadSeconds);
  const failures = inARow ?? providers.statuses().reduce((most, provider) => Math.max(most, provider.failures), 0);
  const isDown = error.kind === "behind" || failures >= FAILURES_TO_ALARM;
  const about = { network: network.id, message: error.message };
  if (error.kind === "wrong_chain") await raiseAlarm(db.sql, { ...about, kind: "wrong_chain" });
  else if (error.kind === "bad_time") {
    await raiseAlarm(db.sql, { ...about, kind: aheadSeconds === undefined ? "bad_block_time" : "clock_skew" });
  } else if (isDown) await raiseAlarm(db.sql, { ...about, kind: "provider_down" });
  return { outcome: "failed", error };
}

/**
 * Lasts until an operator clears the alarm. From a cursor that has moved since, it says nothing: the next pass looks
 * again.
 */
async function stop({ db, network }: WatchContext, error: ForkError, from: ChainCursor | null): Promise<PassResult> {
  const now = await readCursor(db.sql, network.id);
  if (now?.block.hash !== from?.block.hash) return { outcome: "overtaken" };
  await storeFailure(db.sql, network.id, error.message);
  await raiseAlarm(db.sql, { network: network.id, kind: "fork", message: error.message });
  return { outcome: "stopped" };
}

/** Raises or clears the alarms about reading, after an accepted pass. */
async function reviewAlarms({ db, network, providers }: WatchContext, reading: Compared, standing: Standing) {
  const over = async (kind: AlarmKind) => {
    if (standing.has(kind)) await clearAlarm(db.sql, { network: network.id, kind });
  };
  const { clockSkewSeconds, head, finalized } = reading;
  if (clockSkewSeconds === null) await over("clock_skew");
  else if (!standing.has("clock_skew")) {
    await raiseAlarm(db.sql, { network: network.id, kind: "clock_skew", message: clockSkewText(clockSkewSeconds) });
  }
  const isLate = head.at.getTime() - finalized.time.getTime() > LATE_MS;
  if (!isLate) {
    await over("lag");
    await over("watcher_unhealthy");
  } else if (!standing.has("lag")) {
    const message = `The latest final block from ${reading.provider} is from ${finalized.time.toISOString()}.`;
    await raiseAlarm(db.sql, { network: network.id, kind: "lag", message });
  }
  const behind = finalityLag(network, head.number, finalized, head.at);
  if (behind === null) await over("finality_lag");
  else if (!standing.has("finality_lag")) {
    const message = `The final block from ${reading.provider} is ${behind} blocks behind its latest; 18 or 19 is normal.`;
    await raiseAlarm(db.sql, { network: network.id, kind: "finality_lag", message });
  }
  if (providers.statuses().some((provider) => provider.failure !== null)) return;
  await over("provider_down");
  await over("bad_block_time");
  await over("wrong_chain");
}
