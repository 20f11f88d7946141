import type { HexAddress } from "@/lib/tron/address";

/** A transfer of the token in a finalized block, checked against its receipt. */
export type ChainTransfer = {
  network: string;
  /** `0x` and sixty-four small hexadecimal digits */
  txHash: string;
  /** place of the log in its block */
  logIndex: number;
  from: HexAddress;
  to: HexAddress;
  amountMicros: bigint;
  blockNumber: number;
  blockHash: string;
  /** the block's time */
  occurredAt: Date;
};
