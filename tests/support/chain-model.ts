import type { HexAddress } from "@/lib/base/tron/address";

/**
 * The written rules of live settlement once more, from the chain's own transfers and knowing nothing of the service:
 * what the property test compares the books with.
 */

export type ModelTransfer = {
  to: HexAddress;
  micros: bigint;
  block: number;
  index: number;
  time: Date;
};

export type ModelIntent = {
  id: string;
  address: HexAddress;
  amountMicros: bigint;
  toleranceMicros: bigint;
  expiresAt: Date;
  /** the newest block that was known at its lease */
  headBlock: number;
  isCancelled: boolean;
  /** the last block read when it was cancelled: what came late until then is late */
  readAtCancel?: number;
};

export type Verdict = {
  status: "pending" | "paid" | "expired" | "cancelled";
  received: bigint;
  uncounted: bigint;
  items: string[];
};

const MINUTE_MS = 60_000;

/** Of each intent the transfers that are its own: the last lease that had begun before the block. */
export function sharesOf(intents: ModelIntent[], transfers: ModelTransfer[]): Map<string, ModelTransfer[]> {
  const shares = new Map<string, ModelTransfer[]>(intents.map(({ id }) => [id, []]));
  const inOrder = [...transfers].sort((a, b) => a.block - b.block || a.index - b.index);
  for (const transfer of inOrder) {
    const owner = intents
      .filter((one) => one.address === transfer.to && one.headBlock < transfer.block)
      .sort((a, b) => b.headBlock - a.headBlock)[0];
    if (owner) shares.get(owner.id)?.push(transfer);
  }
  return shares;
}

/** What the books must say of an intent once everything up to `chainTime` has been read in order. */
export function judgeIntent(intent: ModelIntent, transfers: ModelTransfer[], chainTime: Date): Verdict {
  const needed = intent.amountMicros - intent.toleranceMicros;
  const lastOnTime = intent.expiresAt.getTime() + MINUTE_MS;
  let [received, uncounted, isPaid] = [0n, 0n, false];
  const items: string[] = [];
  /** what came too late, and whether a part had come before it */
  const late: { micros: bigint; besidePart: boolean }[] = [];
  for (const { micros, time, block } of transfers) {
    const isAfterCancel = intent.isCancelled && block > (intent.readAtCancel ?? 0);
    const counts = !intent.isCancelled && !isPaid && time.getTime() <= lastOnTime;
    if (counts) received += micros;
    else {
      uncounted += micros;
      if (isAfterCancel || isPaid) items.push(`${isAfterCancel ? "after_cancel" : "after_paid"} ${micros}`);
      else late.push({ micros, besidePart: received > 0n });
    }
    if (counts && received >= needed) isPaid = true;
  }
  const isOver = chainTime.getTime() > lastOnTime;
  const status = intent.isCancelled ? "cancelled" : isPaid ? "paid" : isOver ? "expired" : "pending";
  if (status === "paid" && received > intent.amountMicros) items.push(`over ${received - intent.amountMicros}`);
  const isPartial = status === "expired" && received > 0n;
  const own = isPartial ? [] : late.filter(({ besidePart }) => status !== "pending" || !besidePart);
  items.push(...own.map(({ micros }) => `late ${micros}`));
  const rest = intent.amountMicros - received - uncounted;
  if (isPartial) items.push(`partial ${rest > intent.toleranceMicros ? rest : 0n}`);
  return { status, received, uncounted, items: items.sort() };
}
