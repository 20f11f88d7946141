import { decimalFromMicros } from "@/lib/money";
import { agreeOn, type Verdicts } from "@/lib/settlement/agree";
import { type AlarmKind, clearAlarm, raiseAlarm, standingAlarms } from "@/lib/settlement/alarms";
import { ForkError } from "@/lib/settlement/anchored";
import { beginCursor, type ChainCursor, moveCursor, noteFailure, readCursor } from "@/lib/settlement/cursor";
import { openDisputed } from "@/lib/settlement/disputed";
import { finalityLag } from "@/lib/settlement/finality";
import { type Reading, readChain, readStart } from "@/lib/settlement/read-chain";
import { recordWhatFits } from "@/lib/settlement/record-what-fits";
import { isRpcError, type RpcError } from "@/lib/settlement/rpc-error";
import { removeFinalSightings, replaceSightings } from "@/lib/settlement/sightings";
import { openUnreadable, unreadableOf } from "@/lib/settlement/unreadable";
import type { WatchContext } from "@/lib/settlement/watch-context";
import { type WatchedAddress, watchSet } from "@/lib/settlement/watch-set";

/** What became of the transfers that a pass found. */
export const TRANSFER_COUNTS = ["arrived", "left", "rejected", "disputed", "unreadable"] as const;
type TransferCount = (typeof TRANSFER_COUNTS)[number];

export type PassResult =
  /** the chain had never been read: it is from here on */
  | { outcome: "started" }
  | ({ outcome: "passed"; block: number } & Record<TransferCount, number>)
  /** a large payment waits for a second provider, and everything behind it with it */
  | { outcome: "held" }
  | { outcome: "failed"; error: RpcError }
  /** another watcher was quicker: nothing of this pass holds */
  | { outcome: "overtaken" }
  /** a final block has changed: an operator must look at it */
  | { outcome: "stopped" };

/** How long a payment may hold up the books while the second provider is away; then it is disputed. */
const HOLD_MS = 10 * 60_000;
const FAILURES_TO_ALARM = 3;
const LATE_MS = 5 * 60_000;

/**
 * Reads the chain from the cursor on and enters what it finds, all of it in one transaction together with the cursor: cut
 * off at any point, the next pass does the same again. Any number may run at once; one of those that began at the same
 * block moves the cursor, and the others change nothing.
 */
export async function passOnce(ctx: WatchContext): Promise<PassResult> {
  const { sql } = ctx.db;
  const standing = await standingAlarms(sql, ctx.network.id);
  if (standing.has("fork")) return { outcome: "stopped" };
  try {
    const cursor = await readCursor(sql, ctx.network.id);
    return cursor ? await passFrom(ctx, cursor, standing) : await start(ctx);
  } catch (error) {
    if (error instanceof ForkError) return stop(ctx, error);
    if (isRpcError(error)) return fail(ctx, error);
    throw error;
  }
}

async function start(ctx: WatchContext): Promise<PassResult> {
  const { finalized, headNumber, provider } = await ctx.providers.use(readStart);
  await beginCursor(ctx.db.sql, ctx.network.id, { block: finalized, finalized, headNumber, provider });
  return { outcome: "started" };
}

type Standing = Map<AlarmKind, number>;

async function passFrom(ctx: WatchContext, cursor: ChainCursor, standing: Standing): Promise<PassResult> {
  const watched = await watchSet(ctx.db.sql);
  const addresses = { watched, waiting: watched.filter((one) => one.intentId !== null) };
  const reading = await ctx.providers.use((rpc) => readChain(ctx, rpc, cursor, addresses));
  const verdicts = await agreeOn(ctx, reading.transfers);
  const isHeld = verdicts.undecided.length > 0 && (standing.get("provider_down") ?? 0) < HOLD_MS;
  if (isHeld) return hold(ctx, verdicts);
  const result = await commit(ctx, cursor, reading, verdicts, watched);
  if (result.outcome === "passed") await reviewAlarms(ctx, reading, standing);
  return result;
}

function commit(
  { db, network }: WatchContext,
  cursor: ChainCursor,
  reading: Reading,
  { agreed, undecided, contradicted }: Verdicts,
  watched: readonly WatchedAddress[],
): Promise<PassResult> {
  return db.sql.begin(async (tx): Promise<PassResult> => {
    if (!(await moveCursor(tx, network.id, cursor.block, reading))) return { outcome: "overtaken" };
    const { arrived, left, unfit } = await recordWhatFits(tx, network.id, agreed);
    const unreadable = await openUnreadable(tx, network.id, [...reading.unreadable, ...unfit.map(unreadableOf)]);
    const disputed = await openDisputed(tx, network.id, [...contradicted, ...undecided]);
    if (reading.sightings) await replaceSightings(tx, network.id, reading.sightings, watched);
    else await removeFinalSightings(tx, network.id, reading.block.number);
    const counts = { arrived: arrived.length, left, rejected: reading.rejected.length, disputed: disputed.length };
    return { outcome: "passed", block: reading.block.number, ...counts, unreadable: unreadable.length };
  });
}

async function hold({ db, network }: WatchContext, { undecided }: Verdicts): Promise<PassResult> {
  const sum = decimalFromMicros(undecided.reduce((micros, one) => micros + one.amountMicros, 0n));
  const message = `${sum} USDT wait for a second provider, which does not answer or is behind.`;
  await raiseAlarm(db.sql, { network: network.id, kind: "provider_down", message });
  await noteFailure(db.sql, network.id, message);
  return { outcome: "held" };
}

async function fail({ db, network, providers }: WatchContext, error: RpcError): Promise<PassResult> {
  const noted = await noteFailure(db.sql, network.id, error.message);
  const failures = noted ?? Math.max(...providers.statuses().map((provider) => provider.failures));
  const about = { network: network.id, message: error.message };
  if (error.kind === "wrong_chain") await raiseAlarm(db.sql, { ...about, kind: "wrong_chain" });
  else if (failures >= FAILURES_TO_ALARM) await raiseAlarm(db.sql, { ...about, kind: "provider_down" });
  return { outcome: "failed", error };
}

/** Stays so until an operator clears the alarm. */
async function stop({ db, network }: WatchContext, error: ForkError): Promise<PassResult> {
  await noteFailure(db.sql, network.id, error.message);
  await raiseAlarm(db.sql, { network: network.id, kind: "fork", message: error.message });
  return { outcome: "stopped" };
}

/** What an accepted pass says of the alarms about reading. */
async function reviewAlarms({ db, network, providers }: WatchContext, reading: Reading, standing: Standing) {
  const over = async (kind: AlarmKind) => {
    if (standing.has(kind)) await clearAlarm(db.sql, { network: network.id, kind });
  };
  const isLate = Date.now() - reading.finalized.time.getTime() > LATE_MS;
  if (!isLate) {
    await over("lag");
    await over("watcher_unhealthy");
  } else if (!standing.has("lag")) {
    const message = `The last final block that ${reading.provider} knows is of ${reading.finalized.time.toISOString()}.`;
    await raiseAlarm(db.sql, { network: network.id, kind: "lag", message });
  }
  const behind = finalityLag(network, reading.headNumber, reading.finalized, new Date());
  if (behind === null) await over("finality_lag");
  else if (!standing.has("finality_lag")) {
    const message = `${reading.provider} knows no final block newer than ${behind} blocks before the latest; 18 or 19 are usual.`;
    await raiseAlarm(db.sql, { network: network.id, kind: "finality_lag", message });
  }
  if (providers.statuses().some((provider) => provider.failure !== null)) return;
  await over("provider_down");
  await over("wrong_chain");
}
