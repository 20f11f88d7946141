/**
 * What went wrong with a node.
 * - `rate_limited`: it is busy or we ask too often; `retryAfterMs` when it said for how long
 * - `unavailable`: no connection, no answer in time, a server error, a contract call that took the node too long
 * - `limit`: the request covered too much; ask for fewer blocks or addresses
 * - `bad_answer`: the answer doesn't match the question
 * - `no_finalized_tag`: java-tron before 4.8.0; use the head's number − 27
 * - `batch_unsupported`: the client sends single calls from then on; callers never see it
 * - `refused`: a JSON-RPC error of any other kind
 * - `lagging`: it lacks a block that it must have; thrown by the caller that knows this
 * - `behind`: another node has far newer blocks; thrown by the caller that knows this
 * - `bad_time`: its block times are impossible; thrown by the caller that knows this
 * - `wrong_chain`: another chain, or a token that is not USDT's
 */
export type RpcErrorKind =
  | "rate_limited"
  | "unavailable"
  | "limit"
  | "bad_answer"
  | "no_finalized_tag"
  | "batch_unsupported"
  | "refused"
  | "lagging"
  | "behind"
  | "bad_time"
  | "wrong_chain";

export type RpcErrorDetails = {
  code?: number;
  retryAfterMs?: number;
  /** how many addresses a slot of `eth_getLogs` may hold, when a `limit` says so */
  maxTopics?: number;
  /** how many blocks an `eth_getLogs` may span, when a `limit` says so */
  maxBlocks?: number;
  /** the answer did not come in time, which a smaller question may mend */
  timedOut?: true;
  /** no byte of the request has left: there was no connection */
  unsent?: true;
  /** seconds by which the database's clock is behind, unless the node is wrong: no second provider could tell */
  aheadSeconds?: number;
};

const BRAND = Symbol.for("till.RpcError");

/**
 * The message is safe to store and to show: it names the node by its host alone and holds no key. Recognise it with
 * `isRpcError`: the server and Next each load their own copy of this class, and share the providers that throw it.
 */
export class RpcError extends Error {
  readonly [BRAND] = true;

  constructor(
    readonly kind: RpcErrorKind,
    message: string,
    readonly details: RpcErrorDetails = {},
  ) {
    super(message);
    this.name = "RpcError";
  }
}

export function isRpcError(error: unknown): error is RpcError {
  return typeof error === "object" && error !== null && BRAND in error;
}
