import type { HexAddress } from "@/lib/settlement/address";
import { type Anchor, askAnchored, resultOf } from "@/lib/settlement/anchored";
import { halveReach } from "@/lib/settlement/reach";
import type { Rpc } from "@/lib/settlement/rpc";
import { MAX_TOPICS_PER_SLOT, type RpcCall, transfersIn } from "@/lib/settlement/rpc-calls";
import { isRpcError } from "@/lib/settlement/rpc-error";
import type { TransferLog } from "@/lib/settlement/rpc-values";
import type { WatchContext } from "@/lib/settlement/watch-context";

export type ScannedAddress = { address: HexAddress; since: number };
export type BlockRange = { fromBlock: number; toBlock: number };

/** The block behind which the books of the first of many addresses begin; infinity where there is none. */
export function firstSince(addresses: readonly { since: number }[]): number {
  return addresses.reduce((first, { since }) => Math.min(first, since), Number.POSITIVE_INFINITY);
}

/** A log of the token at addresses of ours, and in which direction it matters to our books. */
export type SeenLog = TransferLog & { arrives: boolean; leaves: boolean };

/** The questions for a range of blocks: what came to the addresses and what left them, a thousand addresses each. */
export function scanCalls(
  token: HexAddress,
  addresses: readonly ScannedAddress[],
  range: BlockRange,
  { outgoing = true } = {},
): RpcCall<TransferLog[]>[] {
  return chunks(addresses).flatMap((chunk) => {
    const list = chunk.map((one) => one.address);
    const arriving = transfersIn({ token, ...range, to: list });
    return outgoing ? [arriving, transfersIn({ token, ...range, from: list })] : [arriving];
  });
}

function chunks<T>(items: readonly T[]): T[][] {
  const count = Math.ceil(items.length / MAX_TOPICS_PER_SLOT);
  return Array.from({ length: count }, (_, n) => items.slice(n * MAX_TOPICS_PER_SLOT, (n + 1) * MAX_TOPICS_PER_SLOT));
}

/** Each log once, without transfers of nothing and without what happened before an address was first leased. */
export function sift(logs: readonly TransferLog[], addresses: readonly ScannedAddress[]): SeenLog[] {
  const since = new Map(addresses.map((one) => [one.address, one.since]));
  const isOurs = (address: HexAddress, block: number) => block > (since.get(address) ?? Number.POSITIVE_INFINITY);
  const once = new Map<string, SeenLog>();
  for (const log of logs) {
    const seen = { ...log, arrives: isOurs(log.to, log.blockNumber), leaves: isOurs(log.from, log.blockNumber) };
    if (log.amountMicros > 0n && (seen.arrives || seen.leaves)) once.set(`${log.txHash} ${log.logIndex}`, seen);
  }
  return [...once.values()];
}

/**
 * Reads a range of any length that ends at a block of the books, in as many questions as it takes. Errors as `askAnchored`.
 */
export async function scanRange(
  ctx: WatchContext,
  rpc: Rpc,
  scan: { addresses: readonly ScannedAddress[]; fromBlock: number; end: Required<Anchor>; outgoing?: boolean },
): Promise<SeenLog[]> {
  if (scan.addresses.length === 0) return [];
  for (;;) {
    const ranges = rangesOf(scan.fromBlock, scan.end.number, ctx.reach.blocks);
    const calls = ranges.flatMap((range) => scanCalls(ctx.network.token, scan.addresses, range, scan));
    try {
      const { answers } = await askAnchored(rpc, [scan.end], calls);
      return sift(
        answers.flatMap((answer) => resultOf<TransferLog[]>(answer)),
        scan.addresses,
      );
    } catch (error) {
      if (!isRpcError(error) || error.kind !== "limit" || !halveReach(ctx.reach)) throw error;
    }
  }
}

function rangesOf(fromBlock: number, toBlock: number, length: number): BlockRange[] {
  const ranges: BlockRange[] = [];
  for (let from = Math.max(0, fromBlock); from <= toBlock; from += length) {
    ranges.push({ fromBlock: from, toBlock: Math.min(toBlock, from + length - 1) });
  }
  return ranges;
}
