import type { RpcError } from "@/lib/chain/rpc-error";

/** How much is asked for at once; shared by everything that one watcher asks. */
export type Reach = {
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
export const MAX_REACH = 4_999;
/** java-tron's limit of one `eth_getLogs`. */
const MAX_ADDRESSES = 1_000;
const MAX_RECEIPTS = 100;
/** Fewer blocks do not make a provider quicker that is merely slow. */
const LEAST_AFTER_TIMEOUT = 64;

export function newReach(): Reach {
  return { blocks: MAX_REACH, mostBlocks: MAX_REACH, addresses: MAX_ADDRESSES, receipts: MAX_RECEIPTS };
}

/** Remembers a limit that a refusal names, of a question that was `asked`. False when it names none that helps. */
export function heedLimits(
  reach: Reach,
  { details: { maxBlocks, maxTopics } }: RpcError,
  asked: { blocks: number; addresses: number },
): boolean {
  if (maxTopics && asked.addresses > 1) {
    const fewer = maxTopics < asked.addresses ? maxTopics : Math.ceil(asked.addresses / 2);
    reach.addresses = Math.min(reach.addresses, fewer);
    return true;
  }
  if (!maxBlocks || maxBlocks >= asked.blocks) return false;
  reach.mostBlocks = Math.min(reach.mostBlocks, maxBlocks);
  reach.blocks = Math.min(reach.blocks, maxBlocks);
  return true;
}

/** Asks for half of the `width` blocks that were refused from now on. False when it was one already. */
export function halveReach(reach: Pick<Reach, "blocks">, width = reach.blocks): boolean {
  const refused = Math.min(reach.blocks, width);
  if (refused <= 1) return false;
  reach.blocks = Math.ceil(refused / 2);
  return true;
}

/** After no answer in time: half as many, but no less than a few dozen. */
export function slowReach(reach: Pick<Reach, "blocks">): void {
  if (reach.blocks > LEAST_AFTER_TIMEOUT) halveReach(reach);
}

/** After an answer: an eighth more, so that what was refused once is not tried at every pass. */
export function growReach(reach: Pick<Reach, "blocks"> & Partial<Reach>): void {
  const most = reach.mostBlocks ?? MAX_REACH;
  reach.blocks = Math.max(1, Math.min(most, reach.blocks + Math.ceil(reach.blocks / 8)));
}

export function halveReceipts(reach: Pick<Reach, "receipts">, asked: number): void {
  reach.receipts = Math.max(1, Math.floor(asked / 2));
}

export function growReceipts(reach: Pick<Reach, "receipts">): void {
  reach.receipts = Math.min(MAX_RECEIPTS, reach.receipts + Math.ceil(reach.receipts / 8));
}
