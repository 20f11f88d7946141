import type { RpcError } from "@/lib/chain/nodes/rpc-error";

/** How much one request may cover. Shared by all requests of one watcher. */
export type RangeLimits = {
  /** per pass: halved when a provider refuses, then grown again slowly */
  blocks: number;
  /** per question, as limited by a provider */
  mostBlocks: number;
  /** per question, as limited by a provider */
  addresses: number;
  /** per batch: halved after a timeout */
  receipts: number;
  /** per part of a re-scan: halved after a timeout, then grown again slowly */
  rescans: { blocks: number };
};

/** One less than java-tron allows: some providers count both ends. */
export const MAX_BLOCK_RANGE = 4_999;
/** java-tron's limit of one `eth_getLogs`. */
const MAX_ADDRESSES = 1_000;
const MAX_RECEIPTS = 100;
/** A slow provider does not answer faster for fewer blocks than this. */
const LEAST_AFTER_TIMEOUT = 64;

export function newRangeLimits(): RangeLimits {
  return {
    blocks: MAX_BLOCK_RANGE,
    mostBlocks: MAX_BLOCK_RANGE,
    addresses: MAX_ADDRESSES,
    receipts: MAX_RECEIPTS,
    rescans: { blocks: MAX_BLOCK_RANGE },
  };
}

/** Applies a limit named in a refusal of a question that was `asked`. False when the refusal names none that helps. */
export function heedLimits(
  limits: RangeLimits,
  { details: { maxBlocks, maxTopics } }: RpcError,
  asked: { blocks: number; addresses: number },
): boolean {
  if (maxTopics && asked.addresses > 1) {
    const fewer = maxTopics < asked.addresses ? maxTopics : Math.ceil(asked.addresses / 2);
    limits.addresses = Math.min(limits.addresses, fewer);
    return true;
  }
  if (!maxBlocks || maxBlocks >= asked.blocks) return false;
  limits.mostBlocks = Math.min(limits.mostBlocks, maxBlocks);
  limits.blocks = Math.min(limits.blocks, maxBlocks);
  return true;
}

/** Halves the range after `width` blocks were refused. False when it was one block already. */
export function halveBlockRange(limits: Pick<RangeLimits, "blocks">, width = limits.blocks): boolean {
  const refused = Math.min(limits.blocks, width);
  if (refused <= 1) return false;
  limits.blocks = Math.ceil(refused / 2);
  return true;
}

/** After `width` blocks timed out: halves the range. False when it was a few dozen blocks already. */
export function slowBlockRange(limits: Pick<RangeLimits, "blocks">, width = limits.blocks): boolean {
  return Math.min(limits.blocks, width) > LEAST_AFTER_TIMEOUT && halveBlockRange(limits, width);
}

/** After an answer: grows the range by an eighth, so that a refused size is not retried at every pass. */
export function growBlockRange(limits: Pick<RangeLimits, "blocks"> & Partial<RangeLimits>): void {
  const most = limits.mostBlocks ?? MAX_BLOCK_RANGE;
  limits.blocks = Math.max(1, Math.min(most, limits.blocks + Math.ceil(limits.blocks / 8)));
}

export function halveReceipts(limits: Pick<RangeLimits, "receipts">, asked: number): void {
  limits.receipts = Math.max(1, Math.floor(asked / 2));
}

export function growReceipts(limits: Pick<RangeLimits, "receipts">): void {
  limits.receipts = Math.min(MAX_RECEIPTS, limits.receipts + Math.ceil(limits.receipts / 8));
}
