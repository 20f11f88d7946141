import type { HexAddress } from "@/lib/base/tron/address";
import {
  type Block,
  parseTransfer,
  type Receipt,
  RubbishError,
  readBlock,
  readLogs,
  readNumber,
  readQuantity,
  readReceipt,
  readUint,
  readWord,
  TRANSFER_TOPIC,
  type TransferLog,
  wordOfAddress,
} from "@/lib/chain/nodes/rpc-values";

/** One question to a node. `read` converts the result, or throws `RubbishError`. */
export type RpcCall<T> = { method: string; params: readonly unknown[]; read: (result: unknown) => T };

export type TransferFilter = {
  token: HexAddress;
  fromBlock: number;
  /** inclusive */
  toBlock: number | "latest";
  /** at most a thousand; without it, transfers to anybody */
  to?: readonly HexAddress[];
  /** at most a thousand; without it, transfers from anybody */
  from?: readonly HexAddress[];
};

/** The unfinalized head. */
export const headNumber: RpcCall<number> = {
  method: "eth_blockNumber",
  params: [],
  read: (value) => readNumber(value),
};

export const chainId: RpcCall<number> = { method: "eth_chainId", params: [], read: (value) => readNumber(value) };

/** Null: the node does not have it (yet). */
export function blockAt(which: number | "finalized" | "latest"): RpcCall<Block | null> {
  return {
    method: "eth_getBlockByNumber",
    params: [typeof which === "number" ? toHex(which) : which, false],
    read(value) {
      const block = readBlock(value);
      if (block && typeof which === "number" && block.number !== which)
        throw new RubbishError("the response is for another block");
      return block;
    },
  };
}

/** The hashes of a block's transactions; null: the node does not have it (yet). */
export function transactionsOf(number: number): RpcCall<string[] | null> {
  return {
    ...blockAt(number),
    read(value) {
      if (value === null) return null;
      const { transactions } = value as { transactions?: unknown };
      if (!Array.isArray(transactions)) throw new RubbishError("block without transactions");
      return transactions.map((hash) => readWord(hash, "transaction"));
    },
  };
}

/**
 * With the logs of one contract alone when it is named: others may hold whatever they like. Null: the node does not
 * have it (yet).
 */
export function receiptOf(txHash: string, contract?: HexAddress): RpcCall<Receipt | null> {
  return {
    method: "eth_getTransactionReceipt",
    params: [txHash],
    read(value) {
      const receipt = readReceipt(value, contract);
      if (receipt && receipt.txHash !== txHash.toLowerCase())
        throw new RubbishError("the response is for another receipt");
      return receipt;
    },
  };
}

/**
 * The token's transfers in a range of blocks. A node whose index has a hole, or that lags behind, silently returns
 * fewer. Logs that don't match the question are dropped; logs that match it pass, however odd.
 */
export function transfersIn(filter: TransferFilter): RpcCall<TransferLog[]> {
  const { token, fromBlock, toBlock } = filter;
  const [from, to] = [filter.from?.map(wordOfAddress), filter.to?.map(wordOfAddress)];
  const [senders, receivers] = [from && new Set(from), to && new Set(to)];
  return {
    method: "eth_getLogs",
    params: [
      {
        address: token,
        fromBlock: toHex(fromBlock),
        toBlock: toBlock === "latest" ? toBlock : toHex(toBlock),
        topics: [TRANSFER_TOPIC, from ?? null, to ?? null],
      },
    ],
    read(value) {
      return readLogs(value).map((log) => {
        const transfer = parseTransfer(log);
        const wasAsked =
          transfer !== null &&
          log.address === token &&
          log.blockNumber >= fromBlock &&
          (toBlock === "latest" || log.blockNumber <= toBlock) &&
          (!senders || senders.has(log.topics[1] ?? "")) &&
          (!receivers || receivers.has(log.topics[2] ?? ""));
        if (!wasAsked) throw new RubbishError("the response has a log that was not requested");
        return transfer;
      });
    },
  };
}

/** First four bytes of keccak-256 of what the token's contract can be asked. */
const SELECTORS = {
  decimals: "0x313ce567",
  paused: "0x5c975abb",
  deprecated: "0x0e136b19",
  basisPointsRate: "0xdd644f72",
  maximumFee: "0x35390714",
  balanceOf: "0x70a08231",
  isBlackListed: "0xe47d6060",
} as const;

type AboutToken = "decimals" | "paused" | "deprecated" | "basisPointsRate" | "maximumFee";
type AboutAddress = "balanceOf" | "isBlackListed";

/** What the token's contract says at the head; a truth value is 0 or 1. java-tron answers for `latest` alone. */
export function askToken(token: HexAddress, what: AboutToken): RpcCall<bigint>;
export function askToken(token: HexAddress, what: AboutAddress, address: HexAddress): RpcCall<bigint>;
export function askToken(token: HexAddress, what: AboutToken | AboutAddress, address?: HexAddress): RpcCall<bigint> {
  const data = SELECTORS[what] + (address ? wordOfAddress(address).slice(2) : "");
  return { method: "eth_call", params: [{ to: token, data }, "latest"], read: readUint };
}

/** The TRX of an address at the head, in sun; java-tron answers for `latest` alone. */
export function balanceOf(address: HexAddress): RpcCall<bigint> {
  return { method: "eth_getBalance", params: [address, "latest"], read: readQuantity };
}

function toHex(number: number): string {
  return `0x${number.toString(16)}`;
}
