import { excerptOf } from "@/lib/base/http/excerpt";
import { parseRetryAfter } from "@/lib/base/http/retry-after";
import { addStatus, hostAttributes, inSpan } from "@/lib/base/process/tracing";
import type { RpcCall } from "@/lib/chain/nodes/rpc-calls";
import {
  classifyCallError,
  classifyHttp,
  classifyInsteadOfBatch,
  parseBatchLimit,
} from "@/lib/chain/nodes/rpc-classify";
import { isRpcError, RpcError } from "@/lib/chain/nodes/rpc-error";
import { createPost, type Posted } from "@/lib/chain/nodes/rpc-post";
import { getSecrets, toHeaders, without, withoutCredentials } from "@/lib/chain/nodes/rpc-secrets";
import { RubbishError } from "@/lib/chain/nodes/rpc-values";

export type RpcAnswer<T> = { value: T; error?: undefined } | { value?: undefined; error: RpcError };

type Calls = readonly RpcCall<unknown>[];
type Value<C> = C extends RpcCall<infer T> ? T : never;
type Answers<C extends Calls> = { -readonly [K in keyof C]: RpcAnswer<Value<C[K]>> };
type Values<C extends Calls> = { -readonly [K in keyof C]: Value<C[K]> };

export type Rpc = {
  /** the node, as it may be shown */
  readonly host: string;
  /**
   * Asks all at once. An answer each, in the order asked; throws `RpcError` when the batch as a whole was not answered.
   */
  batch<const C extends Calls>(calls: C): Promise<Answers<C>>;
  /** Like `batch`, for calls that must all succeed: throws the error of the first call that failed. */
  ask<const C extends Calls>(calls: C): Promise<Values<C>>;
  /** How many calls one HTTP exchange holds, as far as is known: 1 once the node has refused batches. */
  batchSize(): number;
  close(): Promise<void>;
};

/** java-tron's limit since 4.8.2. */
const MAX_BATCH = 100;
const MAX_BYTES = 25 * 1024 * 1024;
const SHOWN_BYTES = 300;

/**
 * A client for the Ethereum-compatible JSON-RPC of a TRON node. Every call must be answered exactly once, by its id, or
 * none of the batch counts. Batches beyond `batchSize` are split, and then no longer answered by one node behind a
 * balancer; a node without batches is asked one by one, on one connection. `timeoutMs` and `maxBytes` hold for each
 * HTTP exchange. Errors carry neither the key nor the URL.
 */
export function createRpc(options: { url: string; apiKey?: string; timeoutMs?: number; maxBytes?: number }): Rpc {
  const { apiKey, timeoutMs = 10_000, maxBytes = MAX_BYTES } = options;
  const url = new URL(options.url);
  const { host } = url;
  const secrets = getSecrets(url, apiKey);
  const { post, close } = createPost({
    url: withoutCredentials(url),
    headers: toHeaders(url, apiKey),
    timeoutMs,
    maxBytes,
  });
  let takesBatches = true;
  /** smaller once a node has said so */
  let maxBatch = MAX_BATCH;
  let lastId = 0;

  async function batch<const C extends Calls>(calls: C): Promise<Answers<C>> {
    try {
      const answers = await inBatches(calls);
      for (const answer of answers) if (answer.error) answer.error = named(answer.error);
      return answers as Answers<C>;
    } catch (error) {
      throw isRpcError(error) ? named(error) : error;
    }
  }

  async function ask<const C extends Calls>(calls: C): Promise<Values<C>> {
    const answers = await batch(calls);
    return answers.map((answer) => {
      if (answer.error) throw answer.error;
      return answer.value;
    }) as Values<C>;
  }

  async function inBatches(calls: Calls): Promise<RpcAnswer<unknown>[]> {
    const answers: RpcAnswer<unknown>[] = [];
    while (answers.length < calls.length) {
      answers.push(...(await exchange(calls.slice(answers.length, answers.length + maxBatch))));
    }
    return answers;
  }

  async function exchange(calls: Calls): Promise<RpcAnswer<unknown>[]> {
    if (!takesBatches) return oneByOne(calls);
    try {
      return await together(calls);
    } catch (error) {
      if (!isRpcError(error) || error.kind !== "batch_unsupported") throw error;
      takesBatches = false;
      return oneByOne(calls);
    }
  }

  async function together(calls: Calls): Promise<RpcAnswer<unknown>[]> {
    const asked = calls.map((call) => ({ id: ++lastId, call }));
    const posted = await postInSpan(calls, JSON.stringify(asked.map(({ id, call }) => envelope(id, call))));
    if (isTooLong(posted, calls)) {
      maxBatch = Math.floor(calls.length / 2);
      return inBatches(calls);
    }
    const answer = parse(posted);
    if (Array.isArray(answer)) return match(asked, answer);
    const limit = parseBatchLimit(answer, calls.length);
    if (limit === null) throw classifyInsteadOfBatch(answer);
    maxBatch = limit;
    return inBatches(calls);
  }

  async function oneByOne(calls: Calls): Promise<RpcAnswer<unknown>[]> {
    const answers: RpcAnswer<unknown>[] = [];
    for (const call of calls) {
      const id = ++lastId;
      const answer = parse(await postInSpan([call], JSON.stringify(envelope(id, call)), { onOneConnection: true }));
      if (!isEnvelope(answer)) throw classifyInsteadOfBatch(answer);
      answers.push(...match([{ id, call }], [answer]));
    }
    return answers;
  }

  /** The parameters and the path, which may hold a key, aren't exported. */
  function postInSpan(calls: Calls, body: string, options?: { onOneConnection: boolean }): Promise<Posted> {
    const methods = [...new Set(calls.map(({ method }) => method))];
    const attributes = () => ({
      ...hostAttributes(url.origin),
      "rpc.system.name": "jsonrpc",
      "rpc.method": methods.join(" "),
      "till.rpc.calls": calls.length,
    });
    const name = methods.length === 1 ? String(methods[0]) : "JSON-RPC batch";
    return inSpan(name, { kind: "client", attributes }, async (span) => {
      const posted = await post(body, options);
      addStatus(span, posted.status, 400);
      return posted;
    });
  }

  /** Adds the node's name and takes out what must not be shown, in case the node repeated it. */
  function named(error: RpcError): RpcError {
    const said = excerptOf([Buffer.from(without(secrets, error.message))], undefined, SHOWN_BYTES);
    const kind = error.kind === "batch_unsupported" ? "refused" : error.kind;
    return new RpcError(kind, `${host}: ${said}`, error.details);
  }

  return { host, batch, ask, batchSize: () => (takesBatches ? maxBatch : 1), close };
}

/** The JSON of an answer, or why there is none. */
function parse({ status, text, retryAfter }: Posted): unknown {
  const error = classifyHttp(status, text, parseRetryAfter(retryAfter, new Date()));
  if (error) throw error;
  try {
    return JSON.parse(text);
  } catch {
    throw new RpcError("bad_answer", /^\s*</.test(text) ? "HTML instead of JSON" : "invalid or truncated JSON");
  }
}

/** The question was: many calls with a thousand addresses each, before a balancer that takes so many bytes. */
function isTooLong({ status }: Posted, calls: Calls): boolean {
  return status === 413 && calls.length > 1;
}

/** Matches answers to calls by id: each call has exactly one answer, and no other answers are accepted. */
function match(asked: { id: number; call: RpcCall<unknown> }[], answers: unknown[]): RpcAnswer<unknown>[] {
  const byId = new Map<number, Envelope>();
  for (const answer of answers) {
    if (!isEnvelope(answer)) throw new RpcError("bad_answer", "response without a JSON-RPC envelope");
    if (byId.has(answer.id)) throw new RpcError("bad_answer", "two responses to one call");
    byId.set(answer.id, answer);
  }
  if (byId.size > asked.length) throw new RpcError("bad_answer", "more responses than calls");
  return asked.map(({ id, call }) => {
    const answer = byId.get(id);
    if (!answer) throw new RpcError("bad_answer", `no response to ${call.method}`);
    return read(call, answer);
  });
}

function read(call: RpcCall<unknown>, answer: Envelope): RpcAnswer<unknown> {
  if (answer.error !== undefined && answer.error !== null) return { error: classifyCallError(call, answer.error) };
  try {
    return { value: call.read(answer.result) };
  } catch (error) {
    if (!(error instanceof RubbishError)) throw error;
    return { error: new RpcError("bad_answer", `${call.method}: ${error.message}`) };
  }
}

type Envelope = { id: number; result?: unknown; error?: unknown };

function isEnvelope(value: unknown): value is Envelope {
  if (typeof value !== "object" || value === null) return false;
  const { jsonrpc, id } = value as Record<string, unknown>;
  return jsonrpc === "2.0" && typeof id === "number" && ("result" in value || "error" in value);
}

function envelope(id: number, { method, params }: RpcCall<unknown>) {
  return { jsonrpc: "2.0", id, method, params };
}
