import type { HexAddress } from "@/lib/base/tron/address";

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

/** A checked transfer. A direction that is left out is recorded when the address is one of ours. */
export type WatchedTransfer = ChainTransfer & { arrives?: boolean; leaves?: boolean };

/**
 * A transfer at one of our addresses that could not be read, so it is not recorded. Fields are null where they could
 * not be read.
 */
export type Unreadable = {
  txHash: string;
  logIndex: number | null;
  from: HexAddress | null;
  to: HexAddress | null;
  amountMicros: bigint | null;
  blockNumber: number;
  blockHash: string;
  occurredAt: Date;
  /** to an address of ours; else it leaves one */
  arrives: boolean;
};
