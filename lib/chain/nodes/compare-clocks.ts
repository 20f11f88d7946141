import type { Sql } from "@/lib/base/db/client";
import { clockSkewSeconds, clockSkewText, type HeardHead, judgeClocks, looksBehind } from "@/lib/chain/nodes/clocks";
import type { ChainCursor } from "@/lib/chain/nodes/cursor";
import type { Rpc } from "@/lib/chain/nodes/rpc";
import { blockAt } from "@/lib/chain/nodes/rpc-calls";
import { isRpcError, RpcError } from "@/lib/chain/nodes/rpc-error";
import type { Block } from "@/lib/chain/nodes/rpc-values";
import type { WatchContext } from "@/lib/chain/nodes/watch-context";

export async function databaseTime(sql: Sql): Promise<Date> {
  const [row] = await sql<[{ now: Date }]>`select clock_timestamp() as now`;
  return row.now;
}

type Heard = { provider: string; head: Block };
type Before = { askedAt: Date; cursor: ChainCursor | null };

/** Healthy nodes are no more blocks apart, even if one of them serves only final blocks. */
const FAR_AHEAD = 20;

/**
 * Compares the chain's clock with the database's, by the newest block of the current provider. If they differ, a second
 * provider decides whether the block or the clock is wrong. A node that is only behind is neither. With a cursor, it is
 * refused if another provider has far newer blocks of the same chain. Errors: `behind` for such a node, `bad_time` for
 * a block from the future, with `aheadSeconds` if no second provider answered.
 */
export async function compareClocks(
  ctx: WatchContext,
  { provider, head }: Heard,
  { askedAt, cursor }: Before,
): Promise<{ head: HeardHead; clockSkewSeconds: number | null }> {
  const asked = { from: askedAt, to: await databaseTime(ctx.db.sql) };
  const { clockToleranceMs } = ctx.watchSettings;
  const found = clockSkewSeconds({
    known: cursor?.head ?? null,
    knownSkewSeconds: cursor?.clockSkewSeconds ?? null,
    heard: head,
    asked,
    toleranceMs: clockToleranceMs,
  });
  const agreed = { head: { ...head, at: askedAt }, clockSkewSeconds: null };
  const known = cursor && looksBehind({ heard: head, asked, toleranceMs: clockToleranceMs }) ? cursor.finalized : null;
  if (found === null && known === null) return agreed;
  const latest = asked.to.getTime() + clockToleranceMs;
  const isAhead = (other: Other) =>
    other.hasKnown && other.head.number > head.number + FAR_AHEAD && other.head.time.getTime() <= latest;
  const other = await askAnother(ctx, known, known ? isAhead : undefined);
  const second = other && {
    aheadMs: other.head.time.getTime() - asked.to.getTime(),
    isFarAhead: known !== null && isAhead(other),
  };
  const verdict = judgeClocks(found, second, clockToleranceMs);
  if (verdict === "agreed") return agreed;
  if (verdict === "skewed") return { ...agreed, clockSkewSeconds: found };
  throw refusal(verdict, { provider, head, other, aheadSeconds: found ?? 0 });
}

type Refused = Heard & { other: Other | null; aheadSeconds: number };

function refusal(
  verdict: "behind" | "badTime" | "unconfirmed",
  { provider, head, other, aheadSeconds }: Refused,
): RpcError {
  switch (verdict) {
    case "behind": {
      const blocks = `its newest block is ${head.number}, and that of ${other?.host} is ${other?.head.number}`;
      return new RpcError("behind", `${provider}: ${blocks}`);
    }
    case "badTime":
      return new RpcError("bad_time", `${provider}: its newest block is dated ${aheadSeconds} seconds in the future`);
    case "unconfirmed": {
      const message = `${provider}: its newest block is dated in the future. ${clockSkewText(aheadSeconds)}`;
      return new RpcError("bad_time", message, { aheadSeconds });
    }
  }
}

type Other = { host: string; head: Block /** asked about a known final block, and has it */; hasKnown: boolean };

/**
 * The newest block of a second provider; null if there is none or it doesn't answer. Of several, one that `isEnough` is
 * preferred.
 */
async function askAnother(
  { providers }: WatchContext,
  known: Block | null,
  isEnough: (other: Other) => boolean = () => true,
): Promise<Other | null> {
  const ask = async (rpc: Rpc): Promise<Other | null> => {
    const [head, same] = await rpc.ask([blockAt("latest"), ...(known ? [blockAt(known.number)] : [])]);
    return head ? { host: rpc.host, head, hasKnown: known !== null && same?.hash === known.hash } : null;
  };
  try {
    const second = await providers.second(ask, (other) => other !== null && isEnough(other));
    return second?.value ?? null;
  } catch (error) {
    if (isRpcError(error)) return null;
    throw error;
  }
}
