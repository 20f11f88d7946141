import { type Anchor, answersApart, askAnchored, ForkError, getResult } from "@/lib/chain/anchored";
import { askLogs, logsCall } from "@/lib/chain/ask-logs";
import { growBlockRange, halveBlockRange, heedLimits, slowBlockRange } from "@/lib/chain/block-range";
import { requireBlockTimes, toDatedBlock } from "@/lib/chain/block-times";
import { type Checked, checkLogs } from "@/lib/chain/check";
import type { ChainCursor } from "@/lib/chain/cursor";
import { finalNumber } from "@/lib/chain/finality";
import type { Rpc, RpcAnswer } from "@/lib/chain/rpc";
import { blockAt } from "@/lib/chain/rpc-calls";
import { isRpcError, RpcError } from "@/lib/chain/rpc-error";
import type { Block, TransferLog } from "@/lib/chain/rpc-values";
import { type ScannedAddress, scanQuestions, sift, siftUnread } from "@/lib/chain/scan";
import type { WatchContext } from "@/lib/chain/watch-context";
import { aheadQuestions, lookAhead, parseSightings, type Sighting } from "@/lib/watcher/look-ahead";

/** What one pass heard from one provider. */
export type Reading = Checked & {
  provider: string;
  /** the cursor may move here: every log up to it is among the transfers or was rejected */
  block: Block;
  finalized: Block;
  head: Block;
  /** in blocks that are not final yet, at addresses that wait; null when they could not be read this time */
  sightings: Sighting[] | null;
};

/** Beyond what backends of one balancer are behind each other while they are well: a minute. */
const LAG_OF_BACKENDS = 20;

type Addresses = { watched: readonly ScannedAddress[]; waiting: readonly ScannedAddress[] };

/** Where reading starts on a new chain: its last final block. */
export async function readStart(rpc: Rpc): Promise<Pick<Reading, "provider" | "finalized" | "head">> {
  const [finalAnswer, headAnswer] = await rpc.batch([blockAt("finalized"), blockAt("latest")]);
  const head = requireHead(rpc, headAnswer);
  const finalized = await finalBlock(rpc, finalAnswer, head.number);
  requireBlockTimes(rpc.host, [finalized, head]);
  return { provider: rpc.host, finalized, head };
}

/**
 * Reads from the cursor to the block that was final one pass ago, which every healthy node has by now; up to a minute before it
 * where answers may come from different backends. One batch for up to some 47,000 addresses, a second one when something was
 * found. A provider that refuses this gets half the blocks, and at one block parts of the addresses.
 */
export async function readChain(
  ctx: WatchContext,
  rpc: Rpc,
  cursor: ChainCursor,
  addresses: Addresses,
): Promise<Reading> {
  for (let inParts = false; ; ) {
    const upTo = cursor.finalized.number - (answersApart(rpc) ? LAG_OF_BACKENDS : 0);
    const toBlock = Math.max(cursor.block.number, Math.min(upTo, cursor.block.number + ctx.rangeLimits.blocks));
    try {
      const reading = await readTo(ctx, rpc, cursor, toBlock, { ...addresses, inParts });
      growBlockRange(ctx.rangeLimits);
      return reading;
    } catch (error) {
      if (!isRpcError(error)) throw error;
      if (error.details.timedOut) slowBlockRange(ctx.rangeLimits);
      if (error.kind !== "limit" || inParts) throw error;
      const blocks = toBlock - cursor.block.number;
      const asked = { blocks, addresses: Math.min(ctx.rangeLimits.addresses, addresses.watched.length) };
      inParts = !heedLimits(ctx.rangeLimits, error, asked) && !halveBlockRange(ctx.rangeLimits, blocks);
    }
  }
}

async function readTo(
  ctx: WatchContext,
  rpc: Rpc,
  cursor: ChainCursor,
  toBlock: number,
  { watched, waiting, inParts }: Addresses & { inParts: boolean },
): Promise<Reading> {
  const isApart = answersApart(rpc);
  const fromBlock = cursor.block.number + 1;
  const anchors: Anchor[] = [cursor.block, cursor.finalized, { number: toBlock }];
  const atOnce = ctx.rangeLimits.addresses;
  const scan = fromBlock > toBlock ? [] : scanQuestions(watched, { fromBlock, toBlock }, { atOnce });
  const ahead = inParts ? null : aheadQuestions(ctx.rangeLimits, cursor, waiting);
  const calls = [...(inParts ? [] : scan), ...(ahead ?? [])].map((question) => logsCall(ctx.network.token, question));
  const heads = [blockAt("finalized"), blockAt("latest")];
  const { blocks, answers } = await askAnchored(rpc, anchors, [...heads, ...calls]);
  if (answersApart(rpc) !== isApart) throw new RpcError("lagging", `${rpc.host}: no longer supports batch requests`);
  const [finalAnswer, headAnswer, ...logs] = answers;
  const head = requireHead(rpc, headAnswer as RpcAnswer<Block | null>);
  const finalized = await finalBlock(rpc, finalAnswer as RpcAnswer<Block | null>, head.number);
  const found = inParts
    ? await askLogs(ctx, rpc, anchors, scan)
    : { logs: toLogs(logs.slice(0, scan.length)), unread: [] };
  const sifted = { logs: sift(found.logs, watched), unread: siftUnread(found.unread, watched) };
  const checked = await checkLogs(ctx, rpc, sifted);
  requireBlockTimes(rpc.host, [...blocks.values(), finalized, head, ...checked.transfers.map(toDatedBlock)]);
  const headNow = head.number;
  return {
    ...checked,
    provider: rpc.host,
    block: blocks.get(toBlock) as Block,
    finalized: later(rpc, cursor.finalized, finalized),
    head,
    sightings:
      (ahead && parseSightings(logs.slice(scan.length))) ?? (await lookAhead(ctx, rpc, { cursor, waiting, headNow })),
  };
}

function toLogs(answers: RpcAnswer<unknown>[]): TransferLog[] {
  return answers.flatMap((answer) => getResult<TransferLog[]>(answer));
}

function requireHead(rpc: Rpc, answer: RpcAnswer<Block | null>): Block {
  const head = getResult<Block | null>(answer);
  if (!head) throw new RpcError("lagging", `${rpc.host}: its newest block is missing`);
  return head;
}

async function finalBlock(rpc: Rpc, answer: RpcAnswer<Block | null>, head: number): Promise<Block> {
  const number = finalNumber(answer, head);
  const block = answer.value ?? (await rpc.ask([blockAt(number)]))[0];
  if (!block) throw new RpcError("lagging", `${rpc.host}: block ${number} is missing`);
  return block;
}

/** A slower node than the last one is no step back; the same height with another hash is a fork. */
function later(rpc: Rpc, known: Block, heard: Block): Block {
  if (heard.number === known.number && heard.hash !== known.hash) {
    throw new ForkError(`${rpc.host}: final block ${known.number} changed from ${known.hash} to ${heard.hash}`);
  }
  return heard.number > known.number ? heard : known;
}
