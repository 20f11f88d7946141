import { processWide } from "@/lib/process-wide";
import { FAILURES_TO_SWITCH } from "@/lib/settlement/back-off";
import { growReceipts, halveReceipts } from "@/lib/settlement/reach";
import type { Rpc, RpcAnswer } from "@/lib/settlement/rpc";
import { receiptOf } from "@/lib/settlement/rpc-calls";
import { isRpcError, RpcError } from "@/lib/settlement/rpc-error";
import type { Receipt } from "@/lib/settlement/rpc-values";
import type { WatchContext } from "@/lib/settlement/watch-context";

type Answer = RpcAnswer<Receipt | null>;

/**
 * The receipts of transactions, by hash, with the token's logs in them. Null for one that cannot be read: it is longer than a
 * node's answer may be, or every provider had its tries and none gave a receipt that fits. `fits` says whether one does.
 * Errors: `lagging` and others while it is worth asking again.
 */
export async function readReceipts(
  ctx: WatchContext,
  rpc: Rpc,
  hashes: readonly string[],
  fits: (receipt: Receipt) => boolean = () => true,
): Promise<Map<string, Receipt | null>> {
  const receipts = new Map<string, Receipt | null>();
  const failed: [txHash: string, RpcError][] = [];
  for (let start = 0; start < hashes.length; ) {
    const chunk = hashes.slice(start, start + ctx.reach.receipts);
    for (const [index, { value, error }] of (await askFor(ctx, rpc, chunk)).entries()) {
      const txHash = chunk[index] as string;
      const isRead = value && fits(value);
      receipts.set(txHash, isRead ? value : null);
      if (isRead || error?.kind === "limit") tries().delete(txHash);
      else failed.push([txHash, error ?? lacking(rpc, txHash)]);
    }
    start += chunk.length;
  }
  growReceipts(ctx.reach);
  giveUpOn(ctx, failed);
  return receipts;
}

function lacking(rpc: Rpc, txHash: string): RpcError {
  return new RpcError("lagging", `${rpc.host}: what it says of transaction ${txHash} does not fit together`);
}

/** All at once, or in halves down to one where that is too much. */
async function askFor(ctx: WatchContext, rpc: Rpc, hashes: readonly string[]): Promise<Answer[]> {
  try {
    return await rpc.batch(hashes.map((hash) => receiptOf(hash, ctx.network.token)));
  } catch (error) {
    if (!isRpcError(error)) throw error;
    if (error.details.timedOut) halveReceipts(ctx.reach, hashes.length);
    const isOne = hashes.length === 1;
    if (isOne && (error.kind === "limit" || error.details.timedOut)) return [{ error }];
    if (error.kind !== "limit") throw error;
    const middle = Math.ceil(hashes.length / 2);
    return [...(await askFor(ctx, rpc, hashes.slice(0, middle))), ...(await askFor(ctx, rpc, hashes.slice(middle)))];
  }
}

type Tries = { count: number; sinceMs: number };

const MOST_REMEMBERED = 1_000;

/** How often a transaction's receipt could not be read, and since when; a process that forgets it tries anew. */
const tries = () => processWide("receipts that could not be read", () => new Map<string, Tries>());

/** Throws the error of the first one that is worth asking for again. */
function giveUpOn({ network, settings }: WatchContext, failed: readonly [string, RpcError][]): void {
  if (tries().size > MOST_REMEMBERED) tries().clear();
  const now = performance.now();
  let worthAnother: RpcError | null = null;
  for (const [txHash, error] of failed) {
    const { count, sinceMs } = tries().get(txHash) ?? { count: 0, sinceMs: now };
    const isBusy = error.kind === "rate_limited";
    if (!isBusy) tries().set(txHash, { count: count + 1, sinceMs });
    const hadItsTries = count + 1 >= FAILURES_TO_SWITCH * network.rpcUrls.length;
    if (isBusy || !hadItsTries || now - sinceMs < settings.receiptPatienceMs) worthAnother ??= error;
  }
  if (worthAnother) throw worthAnother;
}
