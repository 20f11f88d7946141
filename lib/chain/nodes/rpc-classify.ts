import { RpcError, type RpcErrorKind } from "@/lib/chain/nodes/rpc-error";

type Asked = { method: string; params: readonly unknown[] };

const RATE = /frequency limit|rate|too many requests|computing resources|quota|requests? (?:limit|count)|suspended/i;
const SIZE = /exceed|more than|too (?:large|many|wide)|max(?:imum)? block|range|limited? to/i;
const ANSWER = /\b(?:response|results?)\b/i;
const LONG = /too (?:large|big|long)|exceed/i;
const MAX_TOPICS = /exceed max(?:imum)? topics: ?(\d{1,9})/i;
const MAX_BLOCKS = /exceed max(?:imum)? block range: ?(\d{1,9})/i;
const SLOW_CALL = /CPU timeout/i;
/** What balancers say of a node that didn't answer them in time; the second is Cloudflare's. */
const TIMEOUTS = new Set([504, 524]);
const SUSPENDED_FOR = /suspended for (\d{1,4}) ?s/i;

/**
 * The error an HTTP status stands for; null for 200, whose JSON may contain one. `text`: at least the body's first kB.
 */
export function classifyHttp(status: number, text: string, retryAfterSeconds: number | null): RpcError | null {
  if (status === 200) return null;
  const details = { code: status, retryAfterMs: parsePause(text, retryAfterSeconds) };
  if (status === 429 || status === 403 || status === 503) {
    return new RpcError("rate_limited", `HTTP ${status} ${parseMessage(text)}`.trim(), details);
  }
  if (status === 413) return new RpcError("limit", "HTTP 413", details);
  if (status >= 500) {
    return new RpcError(
      "unavailable",
      `HTTP ${status}`,
      TIMEOUTS.has(status) ? { ...details, timedOut: true } : details,
    );
  }
  if (status >= 300 && status < 400) return new RpcError("bad_answer", `HTTP ${status}: redirect`, details);
  if (status === 401) return new RpcError("unavailable", "HTTP 401: API key rejected", details);
  // some load balancers answer 400 to every batch
  const refused = parseEnvelope(text);
  if (refused && isAboutBatches(refused)) return new RpcError("batch_unsupported", `HTTP ${status}`, details);
  return new RpcError("bad_answer", `HTTP ${status}`, details);
}

/** The error of a whole batch, which was answered with something other than a list. */
export function classifyInsteadOfBatch(answer: unknown): RpcError {
  if (typeof answer !== "object" || answer === null) return new RpcError("bad_answer", "not a JSON-RPC response");
  const { Error: complaint, error } = answer as { Error?: unknown; error?: unknown };
  if (typeof complaint === "string") {
    return new RpcError("rate_limited", complaint, { retryAfterMs: parsePause(complaint, null) });
  }
  const said = readError(error);
  if (!said) return new RpcError("bad_answer", "not a JSON-RPC response");
  if (isAboutBatches(said)) return new RpcError("batch_unsupported", said.message, { code: said.code });
  return classifyError({ method: "batch", params: [] }, said);
}

/**
 * How many calls a batch may have, if the answer says that one of `length` calls was too long; null for any other
 * answer.
 */
export function parseBatchLimit(answer: unknown, length: number): number | null {
  const said = readError((answer as { error?: unknown } | null)?.error);
  // a response that would be too large says nothing about how many calls a batch may have
  if (length < 2 || !said || isLongAnswer(said.message)) return null;
  if (!/batch/i.test(said.message) || !SIZE.test(said.message)) return null;
  const named = Number(/limit(?:ed)?(?: of| to| is|:)? ?(\d{1,3})\b/i.exec(said.message)?.[1] ?? 0);
  return named > 0 && named < length ? named : Math.floor(length / 2);
}

/** The error of one call, from the `error` member of its answer. */
export function classifyCallError(asked: Asked, error: unknown): RpcError {
  const said = readError(error);
  return said ? classifyError(asked, said) : new RpcError("bad_answer", `${asked.method}: error without a code`);
}

function classifyError(asked: Asked, { code, message }: { code: number; message: string }): RpcError {
  const details = {
    code,
    retryAfterMs: parsePause(message, null),
    maxTopics: limitIn(message, MAX_TOPICS),
    maxBlocks: limitIn(message, MAX_BLOCKS),
  };
  return new RpcError(toErrorKind(asked, code, message), `${asked.method}: ${code} ${message}`, details);
}

function limitIn(message: string, limit: RegExp): number | undefined {
  return Number(limit.exec(message)?.[1] ?? 0) || undefined;
}

/**
 * The code alone isn't enough: java-tron sends -32602 for a block range that is too wide and for a tag it doesn't know.
 */
function toErrorKind(asked: Asked, code: number, message: string): RpcErrorKind {
  if (code === -32602 && asked.method === "eth_getBlockByNumber" && asked.params[0] === "finalized") {
    return "no_finalized_tag";
  }
  if (code === -32003 || isLongAnswer(message)) return "limit";
  if (SLOW_CALL.test(message)) return "unavailable";
  if (code === -32005) return RATE.test(message) ? "rate_limited" : "limit";
  if (code === -32602 && /exceed max|range/i.test(message)) return "limit";
  if (code === -32000 && asked.method === "eth_getLogs" && SIZE.test(message)) return "limit";
  if (code === 429 || code === -32029) return "rate_limited";
  if (code === -32603) return "unavailable";
  return "refused";
}

function isLongAnswer(message: string): boolean {
  return ANSWER.test(message) && LONG.test(message);
}

/** Whether the node refuses batches altogether. A batch that is only too long doesn't count: it can be split. */
function isAboutBatches({ code, message }: { code: number; message: string }): boolean {
  if (/batch/i.test(message)) return !SIZE.test(message) && !isLongAnswer(message);
  return code === -32600;
}

function readError(error: unknown): { code: number; message: string } | null {
  if (typeof error !== "object" || error === null) return null;
  const { code, message } = error as { code?: unknown; message?: unknown };
  return typeof code === "number" ? { code, message: typeof message === "string" ? message : "" } : null;
}

function parseEnvelope(text: string) {
  try {
    return readError((JSON.parse(text) as { error?: unknown }).error);
  } catch {
    return null;
  }
}

function parseMessage(text: string): string {
  try {
    const { Error: complaint } = JSON.parse(text) as { Error?: unknown };
    return typeof complaint === "string" ? complaint : "";
  } catch {
    return "";
  }
}

function parsePause(text: string, retryAfterSeconds: number | null): number | undefined {
  const suspended = SUSPENDED_FOR.exec(text)?.[1];
  const seconds = Math.max(retryAfterSeconds ?? 0, Number(suspended ?? 0));
  return seconds > 0 ? seconds * 1000 : undefined;
}
