import { adminCommand } from "@/lib/base/process/admin-command";
import type { Rpc, RpcAnswer } from "@/lib/chain/nodes/rpc";
import { blockAt, type RpcCall } from "@/lib/chain/nodes/rpc-calls";
import { RpcError } from "@/lib/chain/nodes/rpc-error";
import type { Block } from "@/lib/chain/nodes/rpc-values";

/** A pass has three anchors, and a question must fit beside them. */
const LEAST_BATCH = 4;

/** A block that was final now has another hash. No pass runs until an operator has reviewed it. */
export class ForkError extends Error {}

/** A block that the answering node must have; with a hash, exactly that one. */
export type Anchor = { number: number; hash?: string };

/** A provider that takes no batches, or only tiny ones: anchors and logs may come from different backends. */
export function answersApart(rpc: Rpc): boolean {
  return rpc.batchSize() < LEAST_BATCH;
}

/**
 * Sends batches that each contain the anchors, so an empty list of logs can't come from a node that lags behind.
 * Without batches the last anchor is checked again at the end; callers that rely on the logs must avoid that node's
 * newest blocks. Errors: `lagging` when a node lacks an anchor, `ForkError` when an anchor has changed.
 */
export async function askAnchored(
  rpc: Rpc,
  anchors: readonly Anchor[],
  calls: readonly RpcCall<unknown>[],
): Promise<{ blocks: Map<number, Block>; answers: RpcAnswer<unknown>[] }> {
  const numbers = [...new Set(anchors.map((anchor) => anchor.number))];
  const blocks = new Map<number, Block>();
  const answers: RpcAnswer<unknown>[] = [];
  let start = 0;
  do {
    const isApart = answersApart(rpc);
    const chunk = calls.slice(start, isApart ? calls.length : start + rpc.batchSize() - numbers.length);
    const again = isApart ? [Math.max(...numbers)] : [];
    const asked = [...numbers.map(blockAt), ...chunk, ...again.map(blockAt)];
    const got = await rpc.batch(asked);
    // the batch was too long and was split: the node that answered the later parts did not see the anchors
    if (!isApart && asked.length > rpc.batchSize()) continue;
    const read = new Set(anchors.flatMap(({ number, hash }) => (hash ? [number] : [])));
    const take = (number: number, answer: RpcAnswer<unknown> | undefined) =>
      keep(blocks, rpc, { number, wasRead: read.has(number) }, answer as RpcAnswer<Block | null>);
    for (const [index, number] of numbers.entries()) take(number, got[index]);
    for (const number of again) take(number, got.at(-1));
    for (const answer of got.slice(numbers.length, numbers.length + chunk.length)) answers.push(answer);
    start += chunk.length;
  } while (start < calls.length);
  for (const { number, hash } of anchors) {
    const found = blocks.get(number)?.hash;
    if (hash && found !== hash) {
      throw new ForkError(`${rpc.host}: final block ${number} changed from ${hash} to ${found}`);
    }
  }
  return { blocks, answers };
}

/** `wasRead`: it was final when Till read it, from this node or another. */
function keep(
  blocks: Map<number, Block>,
  rpc: Rpc,
  { number, wasRead }: { number: number; wasRead: boolean },
  answer: RpcAnswer<Block | null>,
): void {
  if (answer.error) throw answer.error;
  const known = blocks.get(number);
  if (!answer.value) throw new RpcError("lagging", missingText(rpc.host, number, wasRead));
  if (known && known.hash !== answer.value.hash) {
    throw new RpcError("lagging", `${rpc.host}: its nodes disagree about block ${number}`);
  }
  blocks.set(number, answer.value);
}

function missingText(host: string, number: number, wasRead: boolean): string {
  if (!wasRead) return `${host}: block ${number} is missing, so the node is behind`;
  const restart = adminCommand("restart-watching --new-chain");
  return (
    `${host}: final block ${number}, which Till has read, is missing. The node is behind, or its chain was set back. ` +
    `Wait until it has the block, or use another node. Only if the chain itself was made anew, run ${restart}`
  );
}

/** The value of an answer, or its error thrown. */
export function getResult<T>(answer: RpcAnswer<unknown> | undefined): T {
  if (!answer) throw new Error("a response is missing");
  if (answer.error) throw answer.error;
  return answer.value as T;
}
