import { FINAL_AFTER } from "@/tests/support/chain/actions";
import type { Faults } from "@/tests/support/chain/faults";
import type { EvmNode, Hex } from "@/tests/support/chain/node";

export type Asked = { id?: unknown; method: string; params?: unknown[] };
type Answer = { result: unknown } | { error: { code: number; message: string; data: string } };
type Log = Record<string, unknown> & { blockNumber: Hex; transactionHash: string };
type Receipt = Record<string, unknown> & { blockNumber: Hex; transactionHash: string; logs: Log[] };
type Filter = { fromBlock?: string; toBlock?: string; topics?: unknown[]; address?: unknown };

/** What a block of java-tron has none of, in the form in which it says so. */
const EMPTY_WORD = `0x${"0".repeat(64)}`;
const BLOCK_FIELDS = {
  nonce: "0x0000000000000000",
  sha3Uncles: EMPTY_WORD,
  receiptsRoot: EMPTY_WORD,
  mixHash: EMPTY_WORD,
  stateRoot: "0x",
  difficulty: "0x0",
  totalDifficulty: "0x0",
  extraData: "0x",
  baseFeePerGas: "0x0",
  uncles: [],
};

/**
 * One call's answer as java-tron gives it. `head` is the head of the backend that has the whole HTTP request.
 * Rules and messages are those of its `LogFilterWrapper`, `LogFilter`, `LogBlockQuery` and `JsonRpcApiUtil`.
 */
export async function answerCall(node: EvmNode, faults: Faults, head: number, asked: Asked): Promise<Answer> {
  const params = asked.params ?? [];
  switch (asked.method) {
    case "eth_chainId":
      return faults.chainId === null ? pass(node, asked) : { result: node.hex(faults.chainId) };
    case "eth_blockNumber":
      return { result: node.hex(head) };
    case "eth_getBlockByNumber":
      return blockByNumber(node, faults, head, params[0]);
    case "eth_getLogs":
      return logs(node, faults, head, params[0] as Filter);
    case "eth_getTransactionReceipt":
      return { result: await receipt(node, faults, head, String(params[0])) };
    case "eth_call":
      return call(node, faults, head, asked);
    case "buildTransaction":
      if (!faults.isSolidityPort) return failure(-32600, "JSON parse error");
      return failure(-32601, "the method buildTransaction does not exist/is not available in SOLIDITY");
    default:
      // it is read-only
      return failure(-32601, "method not found");
  }
}

const NO_TAG_OF_CALLS = /^(?:earliest|pending|finalized)$/;

/** By the state of the backend's own newest block, without a word of it. */
async function call(node: EvmNode, faults: Faults, head: number, asked: Asked): Promise<Answer> {
  const tag = String(asked.params?.[1] ?? "latest");
  if (NO_TAG_OF_CALLS.test(tag)) return failure(-32602, "TAG [earliest | pending | finalized] not supported");
  if (/^0x[0-9a-f]+$/i.test(tag)) return failure(-32602, "QUANTITY not supported, just support TAG as latest");
  if (tag !== "latest") return failure(-32602, "invalid block number");
  if (faults.noConstantCalls) return failure(-32600, "this node does not support constant");
  const data = (asked.params?.[0] as { data?: string } | undefined)?.data ?? "";
  if (faults.coldCalls-- > 0 || faults.slowCalls.some((start) => data.startsWith(start))) {
    return failure(-32000, "CPU timeout for 'RETURN' operation executing");
  }
  const answer = await pass(node, { ...asked, params: [asked.params?.[0], node.hex(head)] });
  if (!data.startsWith(BALANCE_OF) || "error" in answer || faults.failed.size === 0) return answer;
  const failed = await failedMicros(node, faults, head, data.slice(BALANCE_OF.length));
  return { result: `0x${(BigInt(answer.result as string) - failed).toString(16).padStart(64, "0")}` };
}

const BALANCE_OF = "0x70a08231";

/**
 * What transactions that are called failed have brought an address: the node has moved it. `word`: its address as 64
 * digits.
 */
export async function failedMicros(
  node: Pick<EvmNode, "call">,
  { failed }: Pick<Faults, "failed">,
  head: number,
  word: string,
): Promise<bigint> {
  const receipts = await Promise.all([...failed].map((hash) => node.call("eth_getTransactionReceipt", [hash])));
  const logs = (receipts as (Receipt | null)[]).flatMap((found) => found?.logs ?? []);
  const arrived = logs.filter(
    ({ topics, blockNumber }) => (topics as string[])[2]?.slice(2) === word && Number(blockNumber) <= head,
  );
  return arrived.reduce((sum, { data }) => sum + BigInt(data as string), 0n);
}

async function blockByNumber(node: EvmNode, faults: Faults, head: number, tag: unknown): Promise<Answer> {
  const number = blockNumberOf(tag, faults, head);
  if (typeof number !== "number") return number;
  if (number > head) return { result: null };
  const block = (await node.call("eth_getBlockByNumber", [node.hex(number), false])) as Record<string, unknown>;
  const seconds = Number(block.timestamp) + faults.datedLater + (faults.dated.get(number) ?? 0);
  const told = { timestamp: node.hex(seconds), hash: hashOf(faults, number, block.hash) };
  return { result: { ...block, ...BLOCK_FIELDS, ...told } };
}

async function logs(node: EvmNode, faults: Faults, head: number, filter: Filter): Promise<Answer> {
  const from = blockNumberOf(filter.fromBlock ?? "latest", faults, head);
  const to = filter.toBlock === "latest" ? Number.MAX_SAFE_INTEGER : blockNumberOf(filter.toBlock, faults, head);
  if (typeof from !== "number") return from;
  if (typeof to !== "number") return to;
  const { limits } = faults;
  if (from > to) return failure(-32602, "please verify: fromBlock <= toBlock");
  if (Math.min(to, head) - from > limits.blockRange) {
    return failure(-32602, `exceed max block range: ${limits.blockRange}`);
  }
  if ((filter.topics?.length ?? 0) > 4) return failure(-32602, "topics size should be <= 4");
  if (filter.topics?.some((slot) => Array.isArray(slot) && slot.length > limits.topics)) {
    return failure(-32602, `exceed max topics: ${limits.topics}`);
  }
  // silently: neither a range that it has not reached nor one that its index lacks is an error
  if (faults.emptyLogs > 0) {
    faults.emptyLogs -= 1;
    return { result: [] };
  }
  if (from > head) return { result: [] };
  const last = Math.min(to, head);
  const query = { ...filter, fromBlock: node.hex(from), toBlock: node.hex(last) };
  const found = (await node.call("eth_getLogs", [query])) as Log[];
  const invented = (faults.invented as Log[]).filter((log) => isWithin(Number(log.blockNumber), [from, last]));
  const answer = [...found, ...invented].filter(
    (log) => !faults.holes.some((hole) => isWithin(Number(log.blockNumber), hole)),
  );
  if (answer.length > limits.results) return failure(-32005, `query returned more than ${limits.results} results`);
  return { result: answer.map((log) => logAsTold(faults, log)) };
}

/** How many blocks the calls for logs go through, all together. */
export function countBlocks(calls: readonly Asked[], head: number): number {
  const filters = calls.flatMap(({ method, params }) => (method === "eth_getLogs" ? [params?.[0] as Filter] : []));
  const last = (to: string | undefined) => (to === "latest" ? head : Math.min(head, Number(to)));
  return filters.reduce((sum, one) => sum + Math.max(0, last(one.toBlock) - Number(one.fromBlock) + 1), 0);
}

async function receipt(node: EvmNode, faults: Faults, head: number, txHash: string): Promise<unknown> {
  const found = (await node.call("eth_getTransactionReceipt", [txHash])) as Receipt | null;
  if (!found || faults.noReceipt.has(txHash) || Number(found.blockNumber) > head) return null;
  const { blobGasPrice: _price, blockTimestamp: _time, root: _root, ...rest } = found;
  const hasFailed = faults.failed.has(txHash);
  const hasNoLogs = hasFailed || faults.notInReceipt.has(txHash);
  const told = {
    ...rest,
    status: hasFailed ? "0x0" : found.status,
    blockHash: hashOf(faults, Number(found.blockNumber), found.blockHash),
    logs: hasNoLogs ? [] : found.logs.map((log) => logAsTold(faults, log)),
  };
  const foreign = faults.besideInReceipt.get(txHash);
  return foreign ? { ...told, logs: [...told.logs, ...foreign] } : { ...told, ...faults.inReceipt.get(txHash) };
}

function logAsTold(faults: Faults, { blockTimestamp, ...log }: Log): Record<string, unknown> {
  return {
    ...log,
    blockHash: hashOf(faults, Number(log.blockNumber), log.blockHash),
    removed: faults.removed.has(log.transactionHash),
    ...(faults.blockTimestamps && blockTimestamp ? { blockTimestamp } : {}),
  };
}

function hashOf(faults: Faults, number: number, hash: unknown): unknown {
  return faults.rewritten.get(number) ?? hash;
}

/** A block's number, or the error that a tag gives. */
function blockNumberOf(tag: unknown, faults: Faults, head: number): number | Answer {
  if (tag === "latest" || tag === undefined) return head;
  if (tag === "earliest") return 0;
  if (tag === "pending") return failure(-32602, "TAG pending not supported");
  if (tag === "finalized" && !faults.noFinalizedTag) return Math.max(0, head - FINAL_AFTER - faults.finalLag);
  const number = /^0x[0-9a-f]+$/i.test(String(tag)) ? Number(tag) : Number.NaN;
  return Number.isSafeInteger(number) ? number : failure(-32602, "invalid block number");
}

async function pass(node: EvmNode, { method, params = [] }: Asked): Promise<Answer> {
  const { result, error } = await node.ask(method, params);
  return error ? failure(-32000, error.message) : { result };
}

function failure(code: number, message: string): Answer {
  return { error: { code, message, data: "{}" } };
}

function isWithin(number: number, [from, to]: [number, number]): boolean {
  return number >= from && number <= to;
}
