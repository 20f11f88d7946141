import { type Anchor, answersApart, askAnchored, ForkError, getResult } from "@/lib/chain/nodes/anchored";
import { askLogs, type LogQuestion, logsCall, type RangeQuestion } from "@/lib/chain/nodes/ask-logs";
import { growBlockRange, halveBlockRange, heedLimits, slowBlockRange } from "@/lib/chain/nodes/block-range";
import { requireBlockTimes, toDatedBlock } from "@/lib/chain/nodes/block-times";
import { type Checked, checkLogs } from "@/lib/chain/nodes/check";
import type { ChainCursor } from "@/lib/chain/nodes/cursor";
import { finalNumber } from "@/lib/chain/nodes/finality";
import type { Rpc, RpcAnswer } from "@/lib/chain/nodes/rpc";
import { blockAt } from "@/lib/chain/nodes/rpc-calls";
import { isRpcError, RpcError } from "@/lib/chain/nodes/rpc-error";
import type { Block, TransferLog } from "@/lib/chain/nodes/rpc-values";
import {
  pairQuestions,
  type ScannedAddress,
  type ScannedPair,
  scanQuestions,
  sift,
  siftUnread,
} from "@/lib/chain/nodes/scan";
import type { WatchContext } from "@/lib/chain/nodes/watch-context";
import {
  getHeadScanStart,
  headScanQuestions,
  parseSightings,
  type Sighting,
  scanHead,
  toSightings,
} from "@/lib/settlement/watcher/head-scan";
import { planRead, type Way, wayAfterRefusal } from "@/lib/settlement/watcher/plan-read";

/** What one pass heard from one provider. */
export type Reading = Checked & {
  provider: string;
  /** the cursor may move here: every log up to it is among the transfers or was rejected */
  block: Block;
  finalized: Block;
  head: Block;
  /** in blocks after `block`, at addresses that wait; null when they could not be read this time */
  sightings: SeenAhead | null;
};

/** All transfers from a block on up to the newest one. */
export type SeenAhead = { fromBlock: number; logs: Sighting[] };

type Addresses = {
  watched: readonly ScannedAddress[];
  waiting: readonly ScannedAddress[];
  /** what is sought of refund wallets */
  pairs?: readonly ScannedPair[];
};

/** Where reading starts on a new chain: its last final block. */
export async function readStart(rpc: Rpc): Promise<Pick<Reading, "provider" | "finalized" | "head">> {
  const [finalAnswer, headAnswer] = await rpc.batch([blockAt("finalized"), blockAt("latest")]);
  const head = requireHead(rpc, headAnswer);
  const finalized = await finalBlock(rpc, finalAnswer, head.number);
  requireBlockTimes(rpc.host, [finalized, head]);
  return { provider: rpc.host, finalized, head };
}

/**
 * Reads from the cursor to the final block. The batch asks for the logs up to where the final block can be by now, and
 * what lies behind the final block of the same answer is left for the next pass. Where answers may come from different
 * backends, reads to a minute before the final block of the last pass. One batch for up to some 47,000 addresses, a
 * second one when something was found. A provider that refuses this gets half the blocks, and at one block parts of the
 * addresses. `sinceMs`: the time since the last pass.
 */
export async function readChain(
  ctx: WatchContext,
  rpc: Rpc,
  cursor: ChainCursor,
  { sinceMs, ...addresses }: Addresses & { sinceMs: number },
): Promise<Reading> {
  const limits = ctx.rangeLimits;
  for (let wanted: Way = "onward"; ; ) {
    const { way, toBlock } = planRead(wanted, cursor, { sinceMs, isApart: answersApart(rpc), limits });
    try {
      const reading = await readTo(ctx, rpc, cursor, toBlock, { ...addresses, way });
      growBlockRange(limits);
      return reading;
    } catch (error) {
      if (!isRpcError(error)) throw error;
      if (error.details.timedOut) slowBlockRange(limits);
      if (error.kind !== "limit" || way === "inParts") throw error;
      const last = way === "onward" && cursor.head ? cursor.head.number : toBlock;
      const blocks = last - cursor.block.number;
      const addressCount = Math.min(limits.addresses, addresses.watched.length);
      const isHeeded = heedLimits(limits, error, { blocks, addresses: addressCount });
      const isSmaller = isHeeded || (way === "apart" && halveBlockRange(limits, blocks));
      wanted = wayAfterRefusal(way, isSmaller);
    }
  }
}

async function readTo(
  ctx: WatchContext,
  rpc: Rpc,
  cursor: ChainCursor,
  toBlock: number,
  { watched, waiting, pairs = [], way }: Addresses & { way: Way },
): Promise<Reading> {
  const isApart = answersApart(rpc);
  const fromBlock = cursor.block.number + 1;
  const anchors: Anchor[] = [cursor.block, cursor.finalized, { number: toBlock }];
  const atOnce = ctx.rangeLimits.addresses;
  const range = { fromBlock, toBlock };
  const scan =
    fromBlock > toBlock
      ? []
      : [...scanQuestions(watched, range, { atOnce }), ...pairQuestions(pairs, range, { atOnce })];
  const aheadFrom = getHeadScanStart(cursor, toBlock);
  const ahead = way === "apart" ? headScanQuestions(ctx.rangeLimits, cursor, { waiting, fromBlock: aheadFrom }) : null;
  const questions = { onward: scan.map(toHead), apart: [...scan, ...(ahead ?? [])], inParts: [] }[way];
  const calls = questions.map((question) => logsCall(ctx.network.token, question));
  const heads = [blockAt("finalized"), blockAt("latest")];
  const { blocks, answers } = await askAnchored(rpc, anchors, [...heads, ...calls]);
  if (answersApart(rpc) !== isApart) throw new RpcError("lagging", `${rpc.host}: no longer supports batch requests`);
  const [finalAnswer, headAnswer, ...logs] = answers;
  const head = requireHead(rpc, headAnswer as RpcAnswer<Block | null>);
  const heard = await finalBlock(rpc, finalAnswer as RpcAnswer<Block | null>, head.number);
  const finalized = later(rpc, cursor.finalized, heard);
  const found =
    way === "inParts"
      ? await askLogs(ctx, rpc, anchors, scan)
      : { logs: toLogs(logs.slice(0, scan.length)), unread: [] };
  const block = finalized.number < toBlock ? finalized : (blocks.get(toBlock) as Block);
  const isRead = ({ blockNumber }: { blockNumber: number }) => blockNumber <= block.number;
  const sifted = {
    logs: sift(found.logs.filter(isRead), watched, pairs),
    unread: siftUnread(found.unread.filter(isRead), watched),
  };
  const checked = await checkLogs(ctx, rpc, sifted);
  requireBlockTimes(rpc.host, [...blocks.values(), heard, head, ...checked.transfers.map(toDatedBlock)]);
  const headNow = head.number;
  const seen =
    way === "onward"
      ? toSightings(found.logs)
      : ((ahead && parseSightings(logs.slice(scan.length))) ??
        (await scanHead(ctx, rpc, { cursor, waiting, fromBlock: aheadFrom, headNow })));
  return {
    ...checked,
    provider: rpc.host,
    block,
    finalized,
    head,
    sightings: seen && {
      fromBlock: way === "onward" ? fromBlock : aheadFrom,
      logs: seen.filter((sighting) => !isRead(sighting)),
    },
  };
}

/** What leaves is of no interest before it is final. */
function toHead(question: RangeQuestion): LogQuestion {
  return question.side === "to" ? { ...question, toBlock: "latest" } : question;
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
