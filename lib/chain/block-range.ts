import type { RpcError } from "@/lib/chain/rpc-error";

/** How much one request may cover. Shared by all requests of one watcher. */
export type RangeLimits = {
  /** of one pass: halved when a provider refuses so many, and grown again slowly */
  blocks: number;
  /** of one question, by what a provider has said of its limit */
  mostBlocks: number;
  /** of one question, by what a provider has said of its limit */
  addresses: number;
  /** of one batch: halved when they did not come in time */
  receipts: number;
};

/** One less than java-tron allows: some providers count both ends. */
export const MAX_BLOCK_RANGE = 4_999;
/** java-tron's limit of one `eth_getLogs`. */
const MAX_ADDRESSES = 1_000;
const MAX_RECEIPTS = 100;
/** Fewer blocks do not make a provider quicker that is merely slow. */
const LEAST_AFTER_TIMEOUT = 64;

export function newRangeLimits(): RangeLimits {
  return { blocks: MAX_BLOCK_RANGE, mostBlocks: MAX_BLOCK_RANGE, addresses: MAX_ADDRESSES, receipts: MAX_RECEIPTS };
}

/** Remembers a limit that a refusal names, of a question that was `asked`. False when it names none that helps. */
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

/** Asks for half of the `width` blocks that were refused from now on. False when it was one already. */
export function halveBlockRange(limits: Pick<RangeLimits, "blocks">, width = limits.blocks): boolean {
  const refused = Math.min(limits.blocks, width);
  if (refused <= 1) return false;
  limits.blocks = Math.ceil(refused / 2);
  return true;
}

/** After no answer in time: half as many, but no less than a few dozen. */
export function slowBlockRange(limits: Pick<RangeLimits, "blocks">): void {
  if (limits.blocks > LEAST_AFTER_TIMEOUT) halveBlockRange(limits);
}

/** After an answer: an eighth more, so that what was refused once is not tried at every pass. */
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
