import type { HexAddress } from "@/lib/base/tron/address";

/** What happens to one HTTP request as a whole. */
export type HttpFault =
  /** the node's own limiter: HTTP 200 without an envelope */
  | "busy"
  /** TronGrid: the key asks too often */
  | "forbidden"
  /** TronGrid: asked without a key */
  | "too_many"
  | "overloaded"
  | "bad_gateway"
  | "wrong_key"
  | "page"
  | "redirect"
  /** the connection ends without an answer */
  | "drop"
  /** the connection ends within the answer */
  | "cut"
  /** half of the JSON, as a whole answer */
  | "half"
  /** more bytes than anybody should read */
  | "huge"
  /** never answered */
  | "hang"
  /** a batch that is answered, but with two ids exchanged, one given twice, one left out, or as text */
  | "swapped_ids"
  | "duplicated_ids"
  | "missing_id"
  | "text_ids";

/** What an address has on TRON, of which the EVM node knows nothing. Bandwidth is in bytes. */
export type Account = { sun?: number; energy?: number; stakedBytes?: number; freeBytesUsed?: number };

/** What stays until it is set back. */
export type Faults = {
  /** answered by a backend that is so many blocks behind, and says nothing of it */
  lag: number;
  /** a balancer hands the HTTP requests to these backends in turn, each so many blocks behind; none: `lag` holds */
  backends: number[];
  /** blocks, both ends included, whose logs the index does not have */
  holes: [from: number, to: number][];
  /** so many `eth_getLogs` from now on are answered with nothing */
  emptyLogs: number;
  /** transactions that were rolled back, while the index kept their logs: status `0x0`, and no log in the receipt */
  failed: Set<string>;
  /** transactions without a receipt */
  noReceipt: Set<string>;
  /** transactions whose receipt does not have their logs */
  notInReceipt: Set<string>;
  /** members of a transaction's receipt that are told instead of its own */
  inReceipt: Map<string, Record<string, unknown>>;
  /** logs that stand in a transaction's receipt beside its own */
  besideInReceipt: Map<string, Record<string, unknown>[]>;
  /** logs that stand in no block, added where their block number is asked for */
  invented: Record<string, unknown>[];
  /** logs of these transactions are marked as removed */
  removed: Set<string>;
  /** block number → the hash that is told instead, in blocks, logs and receipts */
  rewritten: Map<number, string>;
  /** every block is dated so many seconds later */
  datedLater: number;
  /** block number → seconds by which that one is dated later */
  dated: Map<number, number>;
  /** answers for another chain */
  chainId: number | null;
  /** java-tron before 4.8.0 */
  noFinalizedTag: boolean;
  /** its port for solid blocks: `finalized` is so many blocks further behind the head */
  finalLag: number;
  /** its port for solid blocks, whose newest block is its last final one: it makes no transactions */
  isSolidityPort: boolean;
  noBatches: boolean;
  /** `vm.supportConstant` is off, as java-tron ships it */
  noConstantCalls: boolean;
  /** calls whose data begins so take the node too long */
  slowCalls: string[];
  /** a node that has just started: so many calls from now on take it too long */
  coldCalls: number;
  /** logs carry `blockTimestamp`, as some nodes' do */
  blockTimestamps: boolean;
  /** the HTTP API refuses every transaction with this code, at its place in java-tron's order of checks */
  refusesTransactions: string | null;
  /** `node.rpc.trxCacheEnable`: the node remembers every transaction that it was given, also those that it refused */
  remembersTransactions: boolean;
  /** every request to the HTTP API meets this fault */
  httpApi: HttpFault | null;
  /** the HTTP API takes transactions and ends the connection without an answer */
  swallowsAnswers: boolean;
  /** transactions that it takes run out of energy */
  lacksEnergy: boolean;
  /** what addresses have; null: an address that has no account */
  accounts: Map<HexAddress, Account | null>;
  /** what the network charges for a unit of energy */
  sunPerEnergy: number;
  /** the share of energy that the contract takes more because it is busy */
  dynamicEnergy: number;
  /** answers wait so long */
  slowMs: number;
  /** questions for the logs of so many blocks or more are never answered */
  silentFrom: number;
  limits: { blockRange: number; topics: number; results: number; batch: number; bytes: number };
};

export function noFaults(): Faults {
  return {
    lag: 0,
    backends: [],
    holes: [],
    emptyLogs: 0,
    failed: new Set(),
    noReceipt: new Set(),
    notInReceipt: new Set(),
    inReceipt: new Map(),
    besideInReceipt: new Map(),
    invented: [],
    removed: new Set(),
    rewritten: new Map(),
    datedLater: 0,
    dated: new Map(),
    chainId: null,
    noFinalizedTag: false,
    finalLag: 0,
    isSolidityPort: false,
    noBatches: false,
    noConstantCalls: false,
    slowCalls: [],
    coldCalls: 0,
    blockTimestamps: false,
    refusesTransactions: null,
    remembersTransactions: false,
    httpApi: null,
    lacksEnergy: false,
    swallowsAnswers: false,
    accounts: new Map(),
    sunPerEnergy: 100,
    dynamicEnergy: 0,
    slowMs: 0,
    silentFrom: Number.POSITIVE_INFINITY,
    limits: { blockRange: 5_000, topics: 1_000, results: 10_000, batch: 100, bytes: 25 * 1024 * 1024 },
  };
}
