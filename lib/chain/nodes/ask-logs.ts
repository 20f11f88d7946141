import type { HexAddress } from "@/lib/base/tron/address";
import { type Anchor, askAnchored } from "@/lib/chain/nodes/anchored";
import { heedLimits } from "@/lib/chain/nodes/block-range";
import { readReceipts } from "@/lib/chain/nodes/receipts";
import type { Rpc, RpcAnswer } from "@/lib/chain/nodes/rpc";
import { blockAt, type RpcCall, transactionsOf, transfersIn } from "@/lib/chain/nodes/rpc-calls";
import { isRpcError, RpcError } from "@/lib/chain/nodes/rpc-error";
import { parseTransfer, type TransferLog } from "@/lib/chain/nodes/rpc-values";
import type { WatchContext } from "@/lib/chain/nodes/watch-context";

/** Transfers to or from some addresses in a range of blocks. */
export type LogQuestion = {
  side: "to" | "from";
  addresses: readonly HexAddress[];
  /** of `from`: only transfers to these; left out: to anybody */
  recipients?: readonly HexAddress[];
  fromBlock: number;
  /** inclusive */
  toBlock: number | "latest";
};

/** A question with a known last block, so that it can be split. */
export type RangeQuestion = LogQuestion & { toBlock: number };

/** A transaction in the block of a question. Whether it holds a log that matches the question is unknown. */
export type UnreadTransaction = {
  txHash: string;
  side: LogQuestion["side"];
  address: HexAddress;
  blockNumber: number;
  blockHash: string;
  occurredAt: Date;
};

export type FoundLogs = {
  logs: TransferLog[];
  /** in a block whose logs could only be had from receipts: what could not be read there either */
  unread: UnreadTransaction[];
};

export function logsCall(
  token: HexAddress,
  { side, addresses, recipients, ...range }: LogQuestion,
): RpcCall<TransferLog[]> {
  return transfersIn({ token, ...range, ...(recipients && { to: recipients }), [side]: addresses });
}

/**
 * Answers all questions whatever the node's limits: a refused question is split into fewer blocks, then fewer
 * addresses, and for one address in one block into the receipts of its transactions. A flood of logs in one block
 * therefore never hides other logs. Errors as `askAnchored`.
 */
export async function askLogs(
  ctx: WatchContext,
  rpc: Rpc,
  anchors: readonly Anchor[],
  questions: readonly RangeQuestion[],
): Promise<FoundLogs> {
  if (questions.length === 0) return { logs: [], unread: [] };
  const found: FoundLogs = { logs: [], unread: [] };
  const rest: RangeQuestion[] = [];
  for (const [index, answer] of (await getAnswers(ctx, rpc, anchors, questions)).entries()) {
    const question = questions[index] as RangeQuestion;
    if (!answer.error) for (const log of answer.value) found.logs.push(log);
    else if (answer.error.kind !== "limit") throw answer.error;
    else {
      heedLimits(ctx.rangeLimits, answer.error, getQuestionSize(question));
      const parts = splitQuestion(question, answer.error);
      if (parts) rest.push(...parts);
      else add(found, await logsOfBlock(ctx, rpc, question));
    }
  }
  add(found, await askLogs(ctx, rpc, anchors, rest));
  return found;
}

function add(found: FoundLogs, more: FoundLogs): void {
  for (const log of more.logs) found.logs.push(log);
  for (const one of more.unread) found.unread.push(one);
}

/** One answer per question. A batch that is too large is split in halves. */
async function getAnswers(
  ctx: WatchContext,
  rpc: Rpc,
  anchors: readonly Anchor[],
  questions: readonly LogQuestion[],
): Promise<RpcAnswer<TransferLog[]>[]> {
  try {
    const calls = questions.map((question) => logsCall(ctx.network.token, question));
    return (await askAnchored(rpc, anchors, calls)).answers as RpcAnswer<TransferLog[]>[];
  } catch (error) {
    if (!isRpcError(error) || error.kind !== "limit") throw error;
    if (questions.length === 1) return [{ error }];
    const middle = Math.ceil(questions.length / 2);
    return [
      ...(await getAnswers(ctx, rpc, anchors, questions.slice(0, middle))),
      ...(await getAnswers(ctx, rpc, anchors, questions.slice(middle))),
    ];
  }
}

/** Null when it covers only one address, and one recipient, in one block. */
function splitQuestion(
  question: RangeQuestion,
  { details: { maxBlocks, maxTopics } }: RpcError,
): RangeQuestion[] | null {
  const { addresses, recipients = [] } = question;
  if (maxTopics && maxTopics < addresses.length) return byAddresses(question, maxTopics);
  if (maxTopics && maxTopics < recipients.length) return byRecipients(question, maxTopics);
  const { blocks } = getQuestionSize(question);
  if (!maxTopics && blocks > 1) return byBlocks(question, Math.min(maxBlocks ?? blocks, Math.ceil(blocks / 2)));
  if (addresses.length > 1) return byAddresses(question, Math.ceil(addresses.length / 2));
  return recipients.length > 1 ? byRecipients(question, Math.ceil(recipients.length / 2)) : null;
}

function getQuestionSize({ addresses, fromBlock, toBlock }: RangeQuestion) {
  return { addresses: addresses.length, blocks: toBlock - fromBlock + 1 };
}

function byAddresses(question: RangeQuestion, length: number): RangeQuestion[] {
  const { addresses } = question;
  return Array.from({ length: Math.ceil(addresses.length / length) }, (_, n) => ({
    ...question,
    addresses: addresses.slice(n * length, (n + 1) * length),
  }));
}

function byRecipients(question: RangeQuestion, length: number): RangeQuestion[] {
  const { recipients = [] } = question;
  return Array.from({ length: Math.ceil(recipients.length / length) }, (_, n) => ({
    ...question,
    recipients: recipients.slice(n * length, (n + 1) * length),
  }));
}

function byBlocks(question: RangeQuestion, length: number): RangeQuestion[] {
  const { fromBlock, toBlock } = question;
  return Array.from({ length: Math.ceil((toBlock - fromBlock + 1) / length) }, (_, n) => {
    const from = fromBlock + n * length;
    return { ...question, fromBlock: from, toBlock: Math.min(toBlock, from + length - 1) };
  });
}

/** The logs of one address in one block, read from the receipts of all its transactions. */
async function logsOfBlock(
  ctx: WatchContext,
  rpc: Rpc,
  { side, addresses, recipients, fromBlock }: LogQuestion,
): Promise<FoundLogs> {
  const [address] = addresses as [HexAddress];
  const [block, hashes] = await rpc.ask([blockAt(fromBlock), transactionsOf(fromBlock)]);
  if (!block || !hashes) throw new RpcError("lagging", `${rpc.host}: block ${fromBlock} is missing`);
  const { receipts } = await readReceipts(ctx, rpc, { hashes, fits: ({ blockHash }) => blockHash === block.hash });
  const found: FoundLogs = { logs: [], unread: [] };
  for (const [txHash, receipt] of receipts) {
    if (!receipt) {
      found.unread.push({
        txHash,
        address,
        side,
        blockNumber: fromBlock,
        blockHash: block.hash,
        occurredAt: block.time,
      });
      continue;
    }
    for (const log of receipt.logs) {
      const transfer = parseTransfer(log);
      if (transfer?.[side] === address && (recipients?.includes(transfer.to) ?? true)) found.logs.push(transfer);
    }
  }
  return found;
}
