import { processWide } from "@/lib/base/process/process-wide";
import { getResult } from "@/lib/chain/nodes/anchored";
import { FAILURES_TO_SWITCH } from "@/lib/chain/nodes/back-off";
import { growReceipts, halveReceipts } from "@/lib/chain/nodes/block-range";
import type { Rpc, RpcAnswer } from "@/lib/chain/nodes/rpc";
import { blockAt, receiptOf } from "@/lib/chain/nodes/rpc-calls";
import { isRpcError, RpcError } from "@/lib/chain/nodes/rpc-error";
import type { Block, Receipt } from "@/lib/chain/nodes/rpc-values";
import type { WatchContext } from "@/lib/chain/nodes/watch-context";

type Answers = { receipts: RpcAnswer<Receipt | null>[]; blocks: RpcAnswer<Block | null>[] };

type Asked = {
  hashes: readonly string[];
  /** blocks to read along with the receipts */
  numbers?: readonly number[];
  /** whether a receipt is the one that it must be */
  fits: (receipt: Receipt) => boolean;
};

/**
 * Receipts of transactions by hash, with the token's logs, and blocks by number, in one batch if possible. Null for a
 * receipt that can't be read: it is too long for a node's answer, or no provider returned a matching one within its
 * tries. Errors: `lagging` and others while retrying makes sense.
 */
export async function readReceipts(
  ctx: WatchContext,
  rpc: Rpc,
  { hashes, numbers = [], fits }: Asked,
): Promise<{ receipts: Map<string, Receipt | null>; blocks: Map<number, Block> }> {
  const receipts = new Map<string, Receipt | null>();
  const blocks = new Map<number, Block>();
  const failed: [txHash: string, RpcError][] = [];
  for (let start = 0; start < hashes.length; ) {
    const chunk = hashes.slice(start, start + ctx.rangeLimits.receipts);
    const answers = await askFor(ctx, rpc, chunk, start === 0 ? numbers : []);
    for (const answer of answers.blocks) {
      const block = getResult<Block | null>(answer);
      if (block) blocks.set(block.number, block);
    }
    for (const [index, { value, error }] of answers.receipts.entries()) {
      const txHash = chunk[index] as string;
      const isRead = value && fits(value);
      receipts.set(txHash, isRead ? value : null);
      if (isRead || error?.kind === "limit") tries().delete(txHash);
      else failed.push([txHash, error ?? lacking(rpc, txHash)]);
    }
    start += chunk.length;
  }
  growReceipts(ctx.rangeLimits);
  giveUpOn(ctx, failed);
  return { receipts, blocks };
}

function lacking(rpc: Rpc, txHash: string): RpcError {
  return new RpcError("lagging", `${rpc.host}: inconsistent data for transaction ${txHash}`);
}

/** In one batch, or in halves down to single receipts when that is too much. */
async function askFor(
  ctx: WatchContext,
  rpc: Rpc,
  hashes: readonly string[],
  numbers: readonly number[],
): Promise<Answers> {
  const blockCalls = numbers.map((number) => blockAt(number));
  try {
    const answers = await rpc.batch([...hashes.map((hash) => receiptOf(hash, ctx.network.token)), ...blockCalls]);
    return {
      receipts: answers.slice(0, hashes.length) as Answers["receipts"],
      blocks: answers.slice(hashes.length) as Answers["blocks"],
    };
  } catch (error) {
    if (!isRpcError(error)) throw error;
    if (error.details.timedOut) halveReceipts(ctx.rangeLimits, hashes.length);
    if (error.kind !== "limit" && !(error.details.timedOut && hashes.length === 1)) throw error;
    const blocks = numbers.length > 0 ? await rpc.batch(blockCalls) : [];
    if (hashes.length === 1) return { receipts: [{ error }], blocks };
    const middle = Math.ceil(hashes.length / 2);
    const first = await askFor(ctx, rpc, hashes.slice(0, middle), []);
    const rest = await askFor(ctx, rpc, hashes.slice(middle), []);
    return { receipts: [...first.receipts, ...rest.receipts], blocks };
  }
}

type Tries = { count: number; sinceMs: number };

const MOST_REMEMBERED = 1_000;

/** How often a transaction's receipt could not be read, and since when; a process that forgets it tries anew. */
const tries = () => processWide("receipts that could not be read", () => new Map<string, Tries>());

/** Throws the error of the first one that is worth asking for again. */
function giveUpOn({ network, watchSettings }: WatchContext, failed: readonly [string, RpcError][]): void {
  if (tries().size > MOST_REMEMBERED) tries().clear();
  const now = performance.now();
  let worthAnother: RpcError | null = null;
  for (const [txHash, error] of failed) {
    const { count, sinceMs } = tries().get(txHash) ?? { count: 0, sinceMs: now };
    const isBusy = error.kind === "rate_limited";
    if (!isBusy) tries().set(txHash, { count: count + 1, sinceMs });
    const hadItsTries = count + 1 >= FAILURES_TO_SWITCH * network.rpcUrls.length;
    if (isBusy || !hadItsTries || now - sinceMs < watchSettings.receiptPatienceMs) worthAnother ??= error;
  }
  if (worthAnother) throw worthAnother;
}
