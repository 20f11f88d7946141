import { RpcError, type RpcErrorKind } from "@/lib/chain/rpc-error";

type Asked = { method: string; params: readonly unknown[] };

const RATE = /frequency limit|rate|too many requests|computing resources|quota|requests? (?:limit|count)|suspended/i;
const SIZE = /exceed|more than|too (?:large|many|wide)|max(?:imum)? block|range|limited? to/i;
const ANSWER = /\b(?:response|results?)\b/i;
const LONG = /too (?:large|big|long)|exceed/i;
const MAX_TOPICS = /exceed max(?:imum)? topics: ?(\d{1,9})/i;
const MAX_BLOCKS = /exceed max(?:imum)? block range: ?(\d{1,9})/i;
const SLOW_CALL = /CPU timeout/i;
const SUSPENDED_FOR = /suspended for (\d{1,4}) ?s/i;

/** Null: the HTTP answer may hold one in JSON. `text` is the body, its first kilobyte at least. */
export function classifyHttp(status: number, text: string, retryAfterSeconds: number | null): RpcError | null {
  if (status === 200) return null;
  const details = { code: status, retryAfterMs: parsePause(text, retryAfterSeconds) };
  if (status === 429 || status === 403 || status === 503) {
    return new RpcError("rate_limited", `HTTP ${status} ${parseMessage(text)}`.trim(), details);
  }
  if (status === 413) return new RpcError("limit", "HTTP 413", details);
  if (status >= 500) return new RpcError("unavailable", `HTTP ${status}`, details);
  if (status >= 300 && status < 400) return new RpcError("bad_answer", `HTTP ${status}: redirect`, details);
  if (status === 401) return new RpcError("unavailable", "HTTP 401: API key rejected", details);
  // some balancers answer a batch that they do not take with 400
  const refused = parseEnvelope(text);
  if (refused && isAboutBatches(refused)) return new RpcError("batch_unsupported", `HTTP ${status}`, details);
  return new RpcError("bad_answer", `HTTP ${status}`, details);
}

/** For an answer that is no list though a list was asked: the whole batch has failed. */
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

/** For an answer that says that the batch of `length` calls was too long: how many it may hold. Null for any other. */
export function parseBatchLimit(answer: unknown, length: number): number | null {
  const said = readError((answer as { error?: unknown } | null)?.error);
  // an answer that was too long says nothing about how many calls a batch may hold
  if (length < 2 || !said || isLongAnswer(said.message)) return null;
  if (!/batch/i.test(said.message) || !SIZE.test(said.message)) return null;
  const named = Number(/limit(?:ed)?(?: of| to| is|:)? ?(\d{1,3})\b/i.exec(said.message)?.[1] ?? 0);
  return named > 0 && named < length ? named : Math.floor(length / 2);
}

/** For the member `error` of one call's answer. */
export function classifyCallError(asked: Asked, error: unknown): RpcError {
  const said = readError(error);
  return said ? classifyError(asked, said) : new RpcError("bad_answer", `${asked.method}: error without a code`);
}

function classifyError(asked: Asked, { code, message }: { code: number; message: string }): RpcError {
  const details = {
    ...{ code, retryAfterMs: parsePause(message, null) },
    ...{ maxTopics: limitIn(message, MAX_TOPICS), maxBlocks: limitIn(message, MAX_BLOCKS) },
  };
  return new RpcError(toErrorKind(asked, code, message), `${asked.method}: ${code} ${message}`, details);
}

function limitIn(message: string, limit: RegExp): number | undefined {
  return Number(limit.exec(message)?.[1] ?? 0) || undefined;
}

/** Codes alone do not say it: java-tron gives -32602 both for a range that is too wide and for a tag that it does not know. */
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

/** A batch that is too long is another matter: it can be split. */
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
