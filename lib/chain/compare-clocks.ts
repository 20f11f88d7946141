import { clockSkewSeconds, clockSkewText, type HeardHead } from "@/lib/chain/clocks";
import type { ChainCursor } from "@/lib/chain/cursor";
import { blockAt } from "@/lib/chain/rpc-calls";
import { isRpcError, RpcError } from "@/lib/chain/rpc-error";
import type { Block } from "@/lib/chain/rpc-values";
import type { WatchContext } from "@/lib/chain/watch-context";
import type { Sql } from "@/lib/db/client";

export async function databaseTime(sql: Sql): Promise<Date> {
  const [row] = await sql<[{ now: Date }]>`select clock_timestamp() as now`;
  return row.now;
}

type Heard = { provider: string; head: Block };
type Before = { askedAt: Date; cursor: ChainCursor | null };

/** java-tron's solidity port serves only final blocks, which are about a minute old. */
const FINAL_AGE_SECONDS = 60;

/**
 * Compares the chain's clock with the database's, by the newest block of the current provider. If they differ, a second
 * provider decides whether the block or the clock is wrong. A node that is only behind is neither.
 * Error: `bad_time` for a block from the future; with `aheadSeconds` if no second provider answered.
 */
export async function compareClocks(
  ctx: WatchContext,
  { provider, head }: Heard,
  { askedAt, cursor }: Before,
): Promise<{ head: HeardHead; clockSkewSeconds: number | null }> {
  const asked = { from: askedAt, to: await databaseTime(ctx.db.sql) };
  const { clockToleranceMs } = ctx.watchSettings;
  const found = clockSkewSeconds({
    ...{ known: cursor?.head ?? null, knownSkewSeconds: cursor?.clockSkewSeconds ?? null },
    ...{ heard: head, asked, toleranceMs: clockToleranceMs },
  });
  const agreed = { head: { ...head, at: askedAt }, clockSkewSeconds: null };
  if (found === null) return agreed;
  const other = await headOfAnother(ctx);
  const otherAheadMs = other && other.time.getTime() - asked.to.getTime();
  if (found < 0) {
    const isNodeBehind =
      otherAheadMs === null
        ? -found * 1_000 <= clockToleranceMs + FINAL_AGE_SECONDS * 1_000
        : -otherAheadMs <= clockToleranceMs;
    return isNodeBehind ? agreed : { ...agreed, clockSkewSeconds: found };
  }
  if (otherAheadMs !== null && otherAheadMs > clockToleranceMs) return { ...agreed, clockSkewSeconds: found };
  if (otherAheadMs !== null) {
    throw new RpcError("bad_time", `${provider}: its newest block is dated ${found} seconds in the future`);
  }
  const message = `${provider}: its newest block is dated in the future. ${clockSkewText(found)}`;
  throw new RpcError("bad_time", message, { aheadSeconds: found });
}

/** The newest block of a second provider; null if there is none or it doesn't answer. */
async function headOfAnother({ providers }: WatchContext): Promise<Block | null> {
  try {
    const second = await providers.second((rpc) => rpc.ask([blockAt("latest")]));
    return second?.value[0] ?? null;
  } catch (error) {
    if (isRpcError(error)) return null;
    throw error;
  }
}
