import { type Anchor, askAnchored, ForkError, resultOf } from "@/lib/settlement/anchored";
import { blockOf, requireBlockTimes } from "@/lib/settlement/block-times";
import { type Checked, checkLogs } from "@/lib/settlement/check";
import type { ChainCursor } from "@/lib/settlement/cursor";
import { finalNumber } from "@/lib/settlement/finality";
import { growReach, halveReach } from "@/lib/settlement/reach";
import type { Rpc, RpcAnswer } from "@/lib/settlement/rpc";
import { blockAt, transfersIn } from "@/lib/settlement/rpc-calls";
import { isRpcError, RpcError } from "@/lib/settlement/rpc-error";
import type { Block, TransferLog } from "@/lib/settlement/rpc-values";
import { type ScannedAddress, scanCalls, sift } from "@/lib/settlement/scan";
import type { WatchContext } from "@/lib/settlement/watch-context";

/** What one pass heard from one provider. */
export type Reading = Checked & {
  provider: string;
  /** the cursor may move here: every log up to it is among the transfers or was rejected */
  block: Block;
  finalized: Block;
  head: Block;
  /** in blocks that are not final yet, at addresses that wait; null when they could not be read this time */
  sightings: TransferLog[] | null;
};

type Addresses = { watched: readonly ScannedAddress[]; waiting: readonly ScannedAddress[] };

/** Where to begin on a chain that was never read: its last final block. */
export async function readStart(rpc: Rpc): Promise<Pick<Reading, "provider" | "finalized" | "head">> {
  const [finalAnswer, headAnswer] = await rpc.batch([blockAt("finalized"), blockAt("latest")]);
  const head = headOf(rpc, headAnswer);
  const finalized = await finalBlock(rpc, finalAnswer, head.number);
  requireBlockTimes(rpc.host, [finalized, head]);
  return { provider: rpc.host, finalized, head };
}

/**
 * Reads from the cursor up to the block that was final one pass ago: by now every healthy node has it. One batch however
 * many addresses there are (up to some 47,000), a second one when something was found. A provider that finds this too much is
 * asked for half.
 */
export async function readChain(
  ctx: WatchContext,
  rpc: Rpc,
  cursor: ChainCursor,
  addresses: Addresses,
): Promise<Reading> {
  for (;;) {
    const toBlock = Math.min(cursor.finalized.number, cursor.block.number + ctx.reach.blocks);
    try {
      const reading = await readTo(ctx, rpc, cursor, toBlock, addresses);
      growReach(ctx.reach);
      return reading;
    } catch (error) {
      if (!isRpcError(error) || error.kind !== "limit" || !halveReach(ctx.reach)) throw error;
    }
  }
}

async function readTo(
  { network }: WatchContext,
  rpc: Rpc,
  cursor: ChainCursor,
  toBlock: number,
  { watched, waiting }: Addresses,
): Promise<Reading> {
  const { token } = network;
  const fromBlock = cursor.block.number + 1;
  const anchors: Anchor[] = [cursor.block, cursor.finalized, { number: toBlock }];
  const scan = fromBlock > toBlock ? [] : scanCalls(token, watched, { fromBlock, toBlock });
  const unfinal = { fromBlock: cursor.finalized.number + 1, toBlock: "latest" as const };
  const sighting = chunked(waiting).map((to) => transfersIn({ token, ...unfinal, to }));
  const heads = [blockAt("finalized"), blockAt("latest")];
  const { blocks, answers } = await askAnchored(rpc, anchors, [...heads, ...scan, ...sighting]);
  const head = headOf(rpc, answers[1] as RpcAnswer<Block | null>);
  const finalized = await finalBlock(rpc, answers[0] as RpcAnswer<Block | null>, head.number);
  const logs = answers.slice(2, 2 + scan.length).flatMap((answer) => resultOf<TransferLog[]>(answer));
  const checked = await checkLogs(rpc, network.id, sift(logs, watched));
  requireBlockTimes(rpc.host, [...blocks.values(), finalized, head, ...checked.transfers.map(blockOf)]);
  return {
    ...checked,
    provider: rpc.host,
    block: blocks.get(toBlock) as Block,
    finalized: later(rpc, cursor.finalized, finalized),
    head,
    sightings: sightingsOf(answers.slice(2 + scan.length)),
  };
}

function chunked(waiting: readonly ScannedAddress[]) {
  const addresses = waiting.map((one) => one.address);
  const count = Math.ceil(addresses.length / 1_000);
  return Array.from({ length: count }, (_, n) => addresses.slice(n * 1_000, (n + 1) * 1_000));
}

function headOf(rpc: Rpc, answer: RpcAnswer<Block | null>): Block {
  const head = resultOf<Block | null>(answer);
  if (!head) throw new RpcError("lagging", `${rpc.host}: it does not have its newest block`);
  return head;
}

async function finalBlock(rpc: Rpc, answer: RpcAnswer<Block | null>, head: number): Promise<Block> {
  const number = finalNumber(answer, head);
  const block = answer.value ?? (await rpc.ask([blockAt(number)]))[0];
  if (!block) throw new RpcError("lagging", `${rpc.host}: it does not have block ${number}`);
  return block;
}

/** A slower node than the last one is no step back; the same height with another hash is a fork. */
function later(rpc: Rpc, known: Block, heard: Block): Block {
  if (heard.number === known.number && heard.hash !== known.hash) {
    throw new ForkError(`${rpc.host}: block ${known.number} was final as ${known.hash} and is ${heard.hash} now`);
  }
  return heard.number > known.number ? heard : known;
}

/** After a long absence the unfinal range is too wide for a node: then there is no progress to show this time. */
function sightingsOf(answers: RpcAnswer<unknown>[]): TransferLog[] | null {
  if (answers.some((answer) => answer.error)) return null;
  return answers.flatMap((answer) => answer.value as TransferLog[]).filter((log) => log.amountMicros > 0n);
}
