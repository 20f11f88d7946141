import type { Sql } from "@/lib/db/client";
import { clockSkewSeconds, clockSkewText, type HeardHead } from "@/lib/settlement/clocks";
import type { ChainCursor } from "@/lib/settlement/cursor";
import { blockAt } from "@/lib/settlement/rpc-calls";
import { isRpcError, RpcError } from "@/lib/settlement/rpc-error";
import type { Block } from "@/lib/settlement/rpc-values";
import type { WatchContext } from "@/lib/settlement/watch-context";

export async function databaseTime(sql: Sql): Promise<Date> {
  const [row] = await sql<[{ now: Date }]>`select clock_timestamp() as now`;
  return row.now;
}

type Heard = { provider: string; head: Block };
type Before = { askedAt: Date; cursor: ChainCursor | null };

/**
 * Compares the clock of the chain with the database's, by the newest block that the provider in use has told of. A block from
 * the future is believed only when another provider has one too: then it is the database's clock that is wrong. Error:
 * `bad_time`, with `aheadSeconds` when no other provider could be asked, since then either may be wrong.
 */
export async function compareClocks(
  ctx: WatchContext,
  { provider, head }: Heard,
  { askedAt, cursor }: Before,
): Promise<{ head: HeardHead; clockSkewSeconds: number | null }> {
  const asked = { from: askedAt, to: await databaseTime(ctx.db.sql) };
  const skewSeconds = clockSkewSeconds({
    ...{ known: cursor?.head ?? null, knownSkewSeconds: cursor?.clockSkewSeconds ?? null },
    ...{ heard: head, asked, toleranceMs: ctx.settings.clockToleranceMs },
  });
  if (skewSeconds !== null && skewSeconds > 0) {
    const others = await headOfAnother(ctx);
    if (!others) {
      const message = `${provider}: its newest block is from the future. ${clockSkewText(skewSeconds)}`;
      throw new RpcError("bad_time", message, { aheadSeconds: skewSeconds });
    }
    if (others.time.getTime() - asked.to.getTime() <= ctx.settings.clockToleranceMs) {
      throw new RpcError("bad_time", `${provider}: its newest block is dated ${skewSeconds} seconds in the future`);
    }
  }
  return { head: { ...head, at: askedAt }, clockSkewSeconds: skewSeconds };
}

/** Null: there is none, or it does not answer. */
async function headOfAnother({ providers }: WatchContext): Promise<Block | null> {
  try {
    const second = await providers.second((rpc) => rpc.ask([blockAt("latest")]));
    return second?.value[0] ?? null;
  } catch (error) {
    if (isRpcError(error)) return null;
    throw error;
  }
}
