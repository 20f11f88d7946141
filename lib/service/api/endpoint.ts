import { randomUUID } from "node:crypto";
import type { Context, KeyContext } from "@/lib/base/context/context";
import { type IdempotentRequest, toIdempotentRequest } from "@/lib/base/idempotency/request";
import { apiRequestSeconds } from "@/lib/base/process/metrics";
import { methodNotAllowed } from "@/lib/base/values/errors";
import type { Scope } from "@/lib/base/values/scopes";
import { EVENT_HEADERS, type EventFeed } from "@/lib/payments/realtime/event-feed";
import { logRequest } from "@/lib/payments/requests/record";
import { type Answer, type Endpoint, exported, JSON_HEADERS, METHODS, type Method } from "@/lib/service/api/answer";
import { anonymous } from "@/lib/service/api/context";
import { answerError, type ErrorAnswer, type ErrorReader } from "@/lib/service/api/errors";
import { addressKey } from "@/lib/service/api/limits/address-key";
import { limitCall } from "@/lib/service/api/limits/limit";
import type { LimitName } from "@/lib/service/api/limits/rules";
import { type ApiRequest, authenticate, clientAddress, readPath, requireAllowed } from "@/lib/service/api/request";
import { type Wake, wakeJobs } from "@/lib/service/api/wake";

/** `path`: the values at the names in braces of the route's path. */
export type ReadInput<I> = (request: ApiRequest, path: Record<string, string>) => I | Promise<I>;

/** The methods that an operation can have, besides HEAD, which is GET without the body. */
export const OPERATION_METHODS = ["GET", "POST", "PATCH", "DELETE"] as const;
export type OperationMethod = (typeof OPERATION_METHODS)[number];

/** What every route has. */
type Route<I> = {
  /** the whole path with its parameters, for the request log, the metrics and traces */
  path: string;
  /** allows browsers from any origin */
  cors?: true;
  /** counted per API key, or per address without one; null: unlimited */
  limit: LimitName | null;
  /** the supported methods, and how each reads the input; GET answers HEAD too */
  input: Partial<Record<OperationMethod, ReadInput<I>>>;
};

/** For a verb that waits. */
type Caller = {
  /** a signal that aborts when the client disconnects */
  leaving(): AbortSignal | undefined;
  /** throws once the caller is no longer admitted */
  recheck(): Promise<unknown>;
  /** what it has waited for is no time that the request took */
  noteWait(ms: number): void;
};

export type Verb<C, I, R, O = object> = {
  verb(ctx: C, input: I, caller: Caller): Promise<R>;
  /** JSON text, or a value to serialize */
  present(result: R, ctx: C): string | NoInfer<O>;
  /** the change to notify the engines of */
  wake?(result: R): Wake;
};

/**
 * `scope`: what the key must be allowed to do. `orScope`: what a restricted key may be allowed to do instead, which
 * doesn't admit a terminal's key.
 */
export type Keyed = { scope: Scope; orScope?: Scope };

/**
 * The exports of a route file that needs an API key. The key is checked first, and its calls are in the request log.
 */
export function keyEndpoint<I, R>(declared: Route<I> & Keyed & Verb<KeyContext, I, R>): Endpoint {
  const identify = (request: ApiRequest) => authenticate(request);
  const admit = admitWith(declared);
  const carried: CarryOut<KeyContext, I> = (ctx, input, call) =>
    carryOut(declared, ctx, input, call, async () => admit(await identify(call.request), call));
  return endpoint(declared, identify, carried, { admit });
}

const admitWith =
  ({ scope, orScope }: Keyed) =>
  (ctx: KeyContext, { address }: Call) =>
    requireAllowed(ctx, (ctx.isRestricted && !ctx.scopes.includes(scope) && orScope) || scope, address);

/** The exports of a route file that anyone may call. */
export function publicEndpoint<I, R>(declared: Route<I> & Verb<Context, I, R>): Endpoint {
  return endpoint(declared, anonymous, (ctx, input, call) => carryOut(declared, ctx, input, call, async () => {}));
}

async function carryOut<C, I, R>(
  { verb, present, wake }: Verb<C, I, R>,
  ctx: C,
  input: I,
  call: Call,
  recheck: Caller["recheck"],
): Promise<Reply> {
  const noteWait = (ms: number) => {
    call.waitedMs += ms;
  };
  const result = await verb(ctx, input, { leaving: () => call.request.signal, recheck, noteWait });
  if (wake) wakeJobs(wake(result));
  const json = present(result, ctx);
  return { body: typeof json === "string" ? json : JSON.stringify(json) };
}

/** A verb's result with its JSON text. `replayed`: it is the text of an earlier request, and nothing changed now. */
export type Once = { answer: string; replayed: boolean };

export type Idempotent<I, R extends Once> = Keyed & {
  /** the verb checks the key again in the statements that write or read, so it may come from a five-second cache */
  isRechecked?: true;
  verb(ctx: KeyContext, input: I, idempotency: IdempotentRequest | null): Promise<R>;
  /** the change to notify the engines of */
  wake(result: Exclude<R, { replayed: true }>, input: I): Wake;
};

/** Like `keyEndpoint`, for a verb that callers can safely repeat with an `Idempotency-Key`. */
export function idempotentEndpoint<I extends object, R extends Once>(declared: Route<I> & Idempotent<I, R>): Endpoint {
  const identify = (request: ApiRequest) => authenticate(request, declared);
  const carryOut: CarryOut<KeyContext, I> = async (ctx, input, { request }) => {
    const idempotency = toIdempotentRequest(request.headers.get("idempotency-key"), declared.path, input);
    const result = await declared.verb(ctx, input, idempotency);
    if (!isNew(result)) return { body: result.answer, headers: { "idempotent-replayed": "true" } };
    wakeJobs(declared.wake(result, input));
    return { body: result.answer };
  };
  const admit = admitWith(declared);
  const beforeRefusal = declared.isRechecked && authenticate;
  return endpoint(declared, identify, carryOut, { admit, beforeRefusal, reader: "idempotentApi" });
}

function isNew<R extends Once>(result: R): result is Exclude<R, { replayed: true }> {
  return !result.replayed;
}

type WithFeed<I> = Route<I> & { open(input: I, addressKey: string): Promise<EventFeed> };

/** The exports of a route file that answers with endless server-sent events. */
export function feedEndpoint<I>(declared: WithFeed<I>): Endpoint {
  return endpoint(declared, anonymous, async (_, input, { address }) => ({
    body: await declared.open(input, addressKey(address)),
  }));
}

type Call = { request: ApiRequest; address: string; ctx: Context | null; waitedMs: number };
type Reply = { body: string | EventFeed; headers?: Answer["headers"] };
type CarryOut<C, I> = (ctx: C, input: I, call: Call) => Promise<Reply>;

type Refusals<C> = {
  /** throws for a caller who may not do this; before the input is read, so that it learns nothing about the schema */
  admit?: (ctx: C, call: Call) => void;
  /** throws its own error instead, if the caller has lost access since a cache had it */
  beforeRefusal?: (request: ApiRequest) => Promise<unknown>;
  reader?: ErrorReader;
};

/** Runs every endpoint's steps in the same order. Methods that have no reader answer 405. */
function endpoint<C extends Context, I>(
  declared: Route<I>,
  identify: (request: ApiRequest) => C | Promise<C>,
  carryOut: CarryOut<C, I>,
  { admit, beforeRefusal, reader = "api" }: Refusals<C> = {},
): Endpoint {
  const readers: Partial<Record<string, ReadInput<I>>> = { ...declared.input, HEAD: declared.input.GET };
  const allow = METHODS.filter((method) => method === "OPTIONS" || readers[method]).join(", ");
  const stepsWith = (read: ReadInput<I>) => async (call: Call) => {
    const ctx = await identify(call.request);
    call.ctx = ctx; // even if a later step fails, the request log has this call
    const limited = declared.limit ? await limitCall(declared.limit, limitKey(call)) : undefined;
    admit?.(ctx, call);
    try {
      const input = await read(call.request, readPath(call.request, declared.path));
      const { body, headers } = await carryOut(ctx, input, call);
      return { body, headers: { ...limited, ...headers } };
    } catch (error) {
      await beforeRefusal?.(call.request);
      throw error;
    }
  };
  const unsupported = async ({ request }: Call) => {
    throw methodNotAllowed(request.method, allow);
  };
  const methods = METHODS.map((method): [string, Method] => {
    if (method === "OPTIONS") return [method, exported(async () => preflight(declared, allow), declared.path)];
    const run = readers[method] ? stepsWith(readers[method]) : unsupported;
    return [method, exported((request) => serve(declared, request, run, reader), declared.path)];
  });
  return Object.fromEntries(methods) as Endpoint;
}

type Part = { handlers: Endpoint; methods: OperationMethod[] };

/** One path with the methods of several endpoints. All others answer 405 and allow these. */
export function joinEndpoints(path: string, parts: Part[]): Endpoint {
  const methods = parts.flatMap((part) => part.methods);
  const input = Object.fromEntries(methods.map((method) => [method, () => undefined]));
  const others = endpoint({ path, limit: null, input }, anonymous, () => Promise.reject(new Error("not an operation")));
  const own = parts.flatMap((part) =>
    part.methods.flatMap((method) => [
      [method, part.handlers[method]],
      ...(method === "GET" ? [["HEAD", part.handlers.HEAD]] : []),
    ]),
  );
  return { ...others, ...Object.fromEntries(own) };
}

function limitKey({ ctx, address }: Call): string {
  return ctx?.actor.type === "api_key" ? ctx.actor.keyId : addressKey(address);
}

/** Never rejects. Adds the call to the metrics, and to the request log if an API key was accepted. */
async function serve(
  { path, cors }: Route<unknown>,
  request: ApiRequest,
  run: (call: Call) => Promise<Reply>,
  reader: ErrorReader,
): Promise<Answer> {
  const started = performance.now();
  const requestId = randomUUID();
  const call: Call = { request, address: clientAddress(request), ctx: null, waitedMs: 0 };
  let failure: ErrorAnswer | null = null;
  let reply: Reply;
  try {
    reply = await run(call);
  } catch (error) {
    failure = answerError(error, requestId, reader);
    reply = failure;
  }
  const status = failure?.status ?? 200;
  const seconds = (performance.now() - started) / 1_000;
  const workedSeconds = seconds - call.waitedMs / 1_000;
  apiRequestSeconds().observe({ route: path, method: request.method, status: String(status) }, workedSeconds);
  log(call, { id: requestId, path, status, failure, seconds });
  const headers = {
    ...(typeof reply.body === "string" ? JSON_HEADERS : EVENT_HEADERS),
    "x-content-type-options": "nosniff",
    "x-request-id": requestId,
    ...(cors ? CORS : undefined),
    ...reply.headers,
  };
  return { status, headers, body: request.method === "HEAD" ? withoutBody(reply.body) : reply.body };
}

type Outcome = { id: string; path: string; status: number; failure: ErrorAnswer | null; seconds: number };

function log({ request, address, ctx }: Call, { id, path, status, failure, seconds }: Outcome): void {
  if (!ctx || !isKey(ctx)) return;
  const { merchantId, environment, terminal, actor } = ctx;
  logRequest({
    id,
    path,
    status,
    address,
    merchantId,
    environment,
    terminalId: terminal?.id ?? null,
    keyId: actor.keyId,
    method: request.method,
    code: failure?.code ?? null,
    error: failure?.message ?? null,
    durationMicros: Math.round(seconds * 1e6),
    at: new Date(),
  });
}

function isKey(ctx: Context): ctx is KeyContext {
  return ctx.actor.type === "api_key";
}

function withoutBody(body: Reply["body"]): "" {
  if (typeof body !== "string") body.leave();
  return "";
}

const CORS = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "Date, X-Request-Id, RateLimit, RateLimit-Policy, Retry-After",
};

function preflight({ cors }: Route<unknown>, allow: string): Answer {
  const allowed = cors && {
    "access-control-allow-headers": "Content-Type",
    "access-control-allow-methods": allow,
    ...CORS,
    "access-control-max-age": "86400",
  };
  const headers = { ...allowed, allow, "cache-control": "no-store", "x-request-id": randomUUID() };
  return { status: 204, headers, body: "" };
}
