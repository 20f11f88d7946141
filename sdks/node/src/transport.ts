import { ApiError, apiError, ConfigurationError, ConnectionError } from "./errors.js";
import { type Json, parseJson } from "./json.js";
import { Members, ShapeError } from "./members.js";
import { pauseBefore, readRetryAfter, sleep } from "./retry.js";
import { VERSION } from "./version.js";

export type Settings = {
  apiKey: string;
  /** ends in the version path, without a trailing slash */
  baseUrl: string;
  timeoutMs: number;
  maxRetries: number;
  fetch: typeof globalThis.fetch;
};

/** Options of every call. */
export type CallOptions = {
  /** Ends the call, which rejects with the signal's reason. */
  signal?: AbortSignal;
  /** Timeout per attempt in milliseconds. Default: the client's. */
  timeoutMs?: number;
  /** Attempts after the first. Default: the client's. */
  maxRetries?: number;
};

export type Call = {
  method: "GET" | "POST" | "PATCH" | "DELETE";
  path: string;
  query?: Record<string, string>;
  /** JSON text */
  body?: string;
  /** the key is sent only where it is required */
  withKey?: boolean;
  idempotencyKey?: string;
  /** false: retried only after a 429, because the call isn't idempotent */
  repeatable?: boolean;
};

/** A result and the service's time. */
export type Answered<T> = { value: T; serverTime: Date };

/** Far above any response of the service, and small enough to keep in memory. */
const MAX_BYTES = 8 * 1024 * 1024;

type Answer = { status: number; headers: Headers; text: string };

/** Makes calls and retries them. Its settings are private. */
export class Transport {
  readonly #settings: Settings;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  get timeoutMs(): number {
    return this.#settings.timeoutMs;
  }

  /** Returns the result of `read`. Errors: `ConnectionError`, `ApiError` and its classes, the signal's reason. */
  async call<T>(call: Call, read: (members: Members) => T, options: CallOptions = {}): Promise<Answered<T>> {
    const maxRetries = options.maxRetries ?? this.#settings.maxRetries;
    if (!Number.isSafeInteger(maxRetries) || maxRetries < 0) {
      throw new ConfigurationError("maxRetries must be 0 or more.");
    }
    for (let retry = 0; ; retry += 1) {
      try {
        return readAnswer(await this.#attempt(call, options), read);
      } catch (error) {
        const pause = retry < maxRetries ? this.#pauseAfter(error, call, retry) : null;
        if (pause === null) throw error;
        await sleep(pause, options.signal);
      }
    }
  }

  #pauseAfter(error: unknown, call: Call, retry: number): number | null {
    if (!isPassing(error)) return null;
    if (call.repeatable === false && !(error instanceof ApiError && error.status === 429)) return null;
    return pauseBefore(retry, error.retryAfterSeconds);
  }

  async #attempt(call: Call, { signal, timeoutMs = this.#settings.timeoutMs }: CallOptions): Promise<Answer> {
    if (!(timeoutMs > 0)) throw new ConfigurationError("timeoutMs must be above 0.");
    signal?.throwIfAborted();
    const controller = new AbortController();
    const onAbort = () => controller.abort();
    const timer = setTimeout(onAbort, Math.min(timeoutMs, 2 ** 31 - 1));
    signal?.addEventListener("abort", onAbort, { once: true });
    const query = new URLSearchParams(call.query).toString();
    try {
      const response = await this.#settings.fetch(`${this.#settings.baseUrl}${call.path}${query && `?${query}`}`, {
        method: call.method,
        headers: this.#headersOf(call),
        body: call.body ?? null,
        redirect: "manual",
        // frameworks that wrap fetch may cache responses otherwise, and a cached status would stay pending
        cache: "no-store",
        signal: controller.signal,
      });
      return { status: response.status, headers: response.headers, text: await textOf(response) };
    } catch (error) {
      signal?.throwIfAborted();
      throw controller.signal.aborted
        ? new ConnectionError(`The service did not respond within ${Math.round(timeoutMs)} ms.`)
        : new ConnectionError(`The service could not be reached: ${reasonOf(error)}.`, error);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
    }
  }

  #headersOf(call: Call): Record<string, string> {
    return {
      accept: "application/json",
      "user-agent": `till-node/${VERSION} node/${process.versions.node}`,
      ...(call.body === undefined ? {} : { "content-type": "application/json" }),
      ...(call.withKey ? { authorization: `Bearer ${this.#settings.apiKey}` } : {}),
      ...(call.idempotencyKey === undefined ? {} : { "idempotency-key": call.idempotencyKey }),
    };
  }
}

/** Errors after which a retry may succeed: no response, too many requests, an error in the service. */
export function isPassing(error: unknown): error is ConnectionError | ApiError {
  if (error instanceof ConnectionError) return true;
  return error instanceof ApiError && error.status !== null && (error.status === 429 || error.status >= 500);
}

/** The body, in UTF-8. A custom fetch may have a stream of another kind than the web's, or only `text`. */
async function textOf(response: Response): Promise<string> {
  if (!response.body) return response.text();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // ends the stream if it throws
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new Error("the response is too large");
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

function readAnswer<T>({ status, headers, text }: Answer, read: (members: Members) => T): Answered<T> {
  const serverTime = serverTimeOf(headers);
  const facts = {
    status,
    requestId: headers.get("x-request-id"),
    retryAfterSeconds: readRetryAfter(headers.get("retry-after"), serverTime),
  };
  const unexpected = (what: string, cause?: unknown) =>
    new ApiError(`${what} Is the service's URL right?`, { ...facts, code: "unexpected_answer", cause });
  if (status >= 300 && status < 400)
    throw unexpected(`The response was a redirect (${status}), which is not followed.`);
  const json = parsed(text);
  if (status < 200 || status >= 300) throw refusal(json, facts);
  try {
    return { value: read(new Members(json)), serverTime };
  } catch (error) {
    if (!(error instanceof ShapeError)) throw error;
    throw unexpected(`The response (${status}) has an unexpected shape: ${error.message}.`);
  }
}

/** The service's time of the response; this machine's, which may be wrong, if the response doesn't say. */
function serverTimeOf(headers: Headers): Date {
  const sent = Date.parse(headers.get("date") ?? "");
  return Number.isNaN(sent) ? new Date() : new Date(sent);
}

type Facts = { status: number; requestId: string | null; retryAfterSeconds: number | null };

/** A response without a code comes from a proxy, so only its HTTP status counts. */
function refusal(json: Json | undefined, facts: Facts): ApiError {
  const said = (name: string) => {
    const value = typeof json === "object" && json !== null ? (json as Record<string, unknown>)[name] : undefined;
    return typeof value === "string" && value !== "" ? value : null;
  };
  const { status } = facts;
  const message = said("error") ?? `The response had status ${status} and no error message.`;
  const code = said("code");
  if (code !== null) return apiError(message, { ...facts, code });
  if (status === 429) return apiError(message, { ...facts, code: "rate_limited" });
  if (status >= 500) return apiError(message, { ...facts, code: "api_error" });
  return new ApiError(message, { ...facts, code: "unexpected_answer" });
}

function parsed(text: string): Json | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** The cause of fetch's "fetch failed". */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const { code, message } = cause as { code?: unknown; message?: unknown };
  return typeof code === "string" ? code : String(message ?? cause);
}
