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

/** What stays until it is set back. */
export type Faults = {
  /** answered by a backend that is so many blocks behind, and says nothing of it */
  lag: number;
  /** blocks, both ends included, whose logs the index does not have */
  holes: [from: number, to: number][];
  /** so many `eth_getLogs` from now on are answered with nothing */
  emptyLogs: number;
  /** transactions that were rolled back and kept their logs: status `0x0` */
  failed: Set<string>;
  /** transactions without a receipt */
  noReceipt: Set<string>;
  /** transactions whose receipt does not have their logs */
  notInReceipt: Set<string>;
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
  noBatches: boolean;
  /** logs carry `blockTimestamp`, as since 4.8.0 */
  blockTimestamps: boolean;
  /** answers wait so long */
  slowMs: number;
  limits: { blockRange: number; topics: number; results: number; batch: number };
};

export function noFaults(): Faults {
  return {
    lag: 0,
    holes: [],
    emptyLogs: 0,
    failed: new Set(),
    noReceipt: new Set(),
    notInReceipt: new Set(),
    invented: [],
    removed: new Set(),
    rewritten: new Map(),
    datedLater: 0,
    dated: new Map(),
    chainId: null,
    noFinalizedTag: false,
    noBatches: false,
    blockTimestamps: true,
    slowMs: 0,
    limits: { blockRange: 5_000, topics: 1_000, results: 10_000, batch: 100 },
  };
}
