import { RpcError } from "@/lib/chain/nodes/rpc-error";

type Dated = { number: number; time: Date };

/** The block that a transfer says it stands in. */
export function toDatedBlock({ blockNumber, occurredAt }: { blockNumber: number; occurredAt: Date }): Dated {
  return { number: blockNumber, time: occurredAt };
}

/**
 * Refuses blocks of one provider that cannot follow each other: each is dated after its parent, in whole seconds, so
 * two blocks lie at least as many seconds apart as there are blocks between them. Error: `bad_time`.
 */
export function requireBlockTimes(host: string, blocks: readonly Dated[]): void {
  const inOrder = [...blocks].sort((a, b) => a.number - b.number);
  for (const [index, block] of inOrder.entries()) {
    const before = inOrder[index - 1];
    if (!before) continue;
    const seconds = (block.time.getTime() - before.time.getTime()) / 1_000;
    const count = block.number - before.number;
    if (count === 0 ? seconds === 0 : seconds >= count) continue;
    throw new RpcError(
      "bad_time",
      `${host}: block ${block.number} has an impossible time after block ${before.number}`,
    );
  }
}
