import type { HexAddress } from "@/lib/base/tron/address";
import type { Anchor } from "@/lib/chain/nodes/anchored";
import {
  askLogs,
  type FoundLogs,
  type LogQuestion,
  type RangeQuestion,
  type UnreadTransaction,
} from "@/lib/chain/nodes/ask-logs";
import { slowBlockRange } from "@/lib/chain/nodes/block-range";
import type { Rpc } from "@/lib/chain/nodes/rpc";
import { isRpcError, RpcError } from "@/lib/chain/nodes/rpc-error";
import type { TransferLog } from "@/lib/chain/nodes/rpc-values";
import type { WatchContext } from "@/lib/chain/nodes/watch-context";

export type ScannedAddress = { address: HexAddress; since: number };
export type BlockRange = { fromBlock: number; toBlock: number };

/** The lowest `since` of many addresses; infinity when there are none. */
export function firstSince(addresses: readonly { since: number }[]): number {
  return addresses.reduce((first, { since }) => Math.min(first, since), Number.POSITIVE_INFINITY);
}

/** A log of the token at our addresses, and whether it arrives, leaves, or both. */
export type SeenLog = TransferLog & { arrives: boolean; leaves: boolean };

/** The questions for a range of blocks: what came to the addresses and what left them, so many addresses each. */
export function scanQuestions<R extends Pick<LogQuestion, "fromBlock" | "toBlock">>(
  addresses: readonly ScannedAddress[],
  range: R,
  { atOnce, outgoing = true }: { atOnce: number; outgoing?: boolean },
): (LogQuestion & R)[] {
  const count = Math.ceil(addresses.length / atOnce);
  return Array.from({ length: count }, (_, n) => addresses.slice(n * atOnce, (n + 1) * atOnce)).flatMap((chunk) => {
    const asked = { addresses: chunk.map((one) => one.address), ...range };
    const arriving = { ...asked, side: "to" as const };
    return outgoing ? [arriving, { ...asked, side: "from" as const }] : [arriving];
  });
}

/** A transfer that is looked for, by both its ends. */
export type ScannedPair = { from: HexAddress; to: HexAddress };

/** The questions for transfers between two addresses each, so many senders and recipients at once. */
export function pairQuestions<R extends Pick<LogQuestion, "fromBlock" | "toBlock">>(
  pairs: readonly ScannedPair[],
  range: R,
  { atOnce }: { atOnce: number },
): (LogQuestion & R)[] {
  const senders = split([...new Set(pairs.map((pair) => pair.from))], atOnce);
  return senders.flatMap((addresses) => {
    const isAsked = new Set(addresses);
    const to = pairs.flatMap((pair) => (isAsked.has(pair.from) ? [pair.to] : []));
    return split([...new Set(to)], atOnce).map((recipients) => ({
      side: "from" as const,
      addresses,
      recipients,
      ...range,
    }));
  });
}

function split<T>(list: readonly T[], length: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / length) }, (_, n) => list.slice(n * length, (n + 1) * length));
}

/**
 * Each log once, without transfers of nothing and without what happened before an address was first leased. Those
 * between a pair leave.
 */
export function sift(
  logs: readonly TransferLog[],
  addresses: readonly ScannedAddress[],
  pairs: readonly ScannedPair[] = [],
): SeenLog[] {
  const isOurs = ownership(addresses);
  const sought = new Set(pairs.map(({ from, to }) => `${from} ${to}`));
  const once = new Map<string, SeenLog>();
  for (const log of logs) {
    const seen = {
      ...log,
      arrives: isOurs(log.to, log.blockNumber),
      leaves: isOurs(log.from, log.blockNumber) || sought.has(`${log.from} ${log.to}`),
    };
    if (log.amountMicros !== 0n && (seen.arrives || seen.leaves)) once.set(`${log.txHash} ${log.logIndex}`, seen);
  }
  return [...once.values()];
}

/** Like `sift`, for transactions of which only the block could be read. */
export function siftUnread(unread: readonly UnreadTransaction[], addresses: readonly ScannedAddress[]) {
  const isOurs = ownership(addresses);
  return unread.filter(({ address, blockNumber }) => isOurs(address, blockNumber));
}

function ownership(addresses: readonly ScannedAddress[]) {
  const since = new Map(addresses.map((one) => [one.address, one.since]));
  return (address: HexAddress, block: number) => block > (since.get(address) ?? Number.POSITIVE_INFINITY);
}

export type Scanned = { logs: SeenLog[]; unread: UnreadTransaction[] };

export type Scan = BlockRange & {
  addresses: readonly ScannedAddress[];
  pairs?: readonly ScannedPair[];
  /** a recorded block, not before the range's last one */
  end: Required<Anchor>;
  outgoing?: boolean;
};

/**
 * Reads a range of blocks, in as many questions as it takes. Errors as `askLogs`, and `limit` with `timedOut` when the
 * range was too much for the provider to answer in time: `rangeLimits.rescans` is smaller then.
 */
export async function scanRange(ctx: WatchContext, rpc: Rpc, scan: Scan): Promise<Scanned> {
  const { addresses, pairs = [], fromBlock, toBlock, outgoing } = scan;
  if (addresses.length + pairs.length === 0) return { logs: [], unread: [] };
  const { mostBlocks, addresses: atOnce } = ctx.rangeLimits;
  const questions = splitRange(fromBlock, toBlock, mostBlocks).flatMap((range) => [
    ...scanQuestions(addresses, range, { atOnce, outgoing }),
    ...pairQuestions(pairs, range, { atOnce }),
  ]);
  const found = await askInTime(ctx, rpc, scan, questions);
  return { logs: sift(found.logs, addresses, pairs), unread: siftUnread(found.unread, addresses) };
}

async function askInTime(
  ctx: WatchContext,
  rpc: Rpc,
  { fromBlock, toBlock, end }: Scan,
  questions: readonly RangeQuestion[],
): Promise<FoundLogs> {
  try {
    return await askLogs(ctx, rpc, [end], questions);
  } catch (error) {
    if (!isRpcError(error) || !error.details.timedOut) throw error;
    if (!slowBlockRange(ctx.rangeLimits.rescans, toBlock - fromBlock + 1)) throw error;
    throw new RpcError("limit", error.message, error.details);
  }
}

export function splitRange(fromBlock: number, toBlock: number, length: number): BlockRange[] {
  const ranges: BlockRange[] = [];
  for (let from = Math.max(0, fromBlock); from <= toBlock; from += length) {
    ranges.push({ fromBlock: from, toBlock: Math.min(toBlock, from + length - 1) });
  }
  return ranges;
}
