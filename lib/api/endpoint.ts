import { randomUUID } from "node:crypto";
import { answerError, type ErrorAnswer } from "@/lib/api/errors";
import { type ApiRequest, clientAddress } from "@/lib/api/request";
import { logRequest } from "@/lib/api/request-log";
import type { KeyContext } from "@/lib/context";
import { DomainError } from "@/lib/errors";
import { apiRequestSeconds } from "@/lib/metrics";
import { EVENT_HEADERS, type EventFeed, streamOf } from "@/lib/realtime/event-feed";

/** One call to an endpoint. A handler that authenticates calls `authenticated`, which adds the call to the request log. */
export type Call = {
  request: ApiRequest;
  requestId: string;
  address: string;
  authenticated(ctx: KeyContext): void;
};

/** A handler's response: JSON text, a value to serialize, or an endless event feed. The default status is 200. */
type Answer =
  | { json: string | object; status?: number; headers?: Record<string, string> }
  | { feed: EventFeed; headers?: Record<string, string> };
type Handler = (call: Call) => Promise<Answer>;

type Definition = {
  /** the path in the specification, for the log and the metrics */
  path: string;
  /** allows browsers from any origin */
  cors?: boolean;
  GET?: Handler;
  POST?: Handler;
};

type Exported = (request: ApiRequest) => Promise<Response>;
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;
export type Endpoint = Record<(typeof METHODS)[number], Exported>;

/** The source of a response, so that the fast lane doesn't have to read it back from a stream. */
export const RESPONSE_SOURCE = Symbol.for("till.responseSource");
export type ResponseSource = { headers: Record<string, string> } & ({ text: string } | { feed: EventFeed });

/**
 * Returns the exports of a route file. Every method answers with JSON in the documented shape and a request id, and is
 * never cached. Errors thrown by a handler are mapped by code; an unsupported method gets 405 with `Allow`.
 */
export function endpoint(definition: Definition): Endpoint {
  const allow = METHODS.filter((method) => method === "OPTIONS" || handlerOf(definition, method)).join(", ");
  const exported = METHODS.map((method) => {
    if (method === "OPTIONS") return [method, async () => preflight(definition, allow)];
    const handler =
      handlerOf(definition, method) ??
      (async ({ request }) => {
        throw new DomainError("method_not_allowed", `${request.method} isn't supported here. Use ${allow}.`, { allow });
      });
    return [method, (request: ApiRequest) => serve(definition, handler, request)];
  });
  return Object.fromEntries(exported) as Endpoint;
}

function handlerOf(definition: Definition, method: string): Handler | undefined {
  if (method === "GET" || method === "HEAD") return definition.GET;
  return method === "POST" ? definition.POST : undefined;
}

async function serve(definition: Definition, handler: Handler, request: ApiRequest): Promise<Response> {
  const started = performance.now();
  const requestId = randomUUID();
  const address = clientAddress(request);
  let ctx: KeyContext | null = null;
  const authenticated = (who: KeyContext) => {
    ctx = who;
  };
  let failure: ErrorAnswer | null = null;
  let body: string | EventFeed;
  let status = 200;
  let extra: Record<string, string> | undefined;
  try {
    const answer = await handler({ request, requestId, address, authenticated });
    if ("feed" in answer) body = answer.feed;
    else body = typeof answer.json === "string" ? answer.json : JSON.stringify(answer.json);
    if ("json" in answer) status = answer.status ?? 200;
    extra = answer.headers;
  } catch (error) {
    failure = answerError(error, requestId);
    ({ body, status, headers: extra } = failure);
  }
  const seconds = (performance.now() - started) / 1_000;
  apiRequestSeconds().observe({ route: definition.path, method: request.method, status: String(status) }, seconds);
  if (ctx) logRequest(entryOf(ctx, definition, { requestId, address, request, status, seconds, failure }));
  return respond(request, body, status, {
    ...(typeof body === "string" ? JSON_HEADERS : EVENT_HEADERS),
    "x-content-type-options": "nosniff",
    "x-request-id": requestId,
    ...(definition.cors ? CORS : undefined),
    ...extra,
  });
}

const JSON_HEADERS = { "content-type": "application/json; charset=utf-8", "cache-control": "no-store" };

const CORS = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "Date, X-Request-Id, RateLimit, RateLimit-Policy, Retry-After",
};

function preflight(definition: Definition, allow: string): Response {
  const cors = definition.cors
    ? {
        ...CORS,
        "access-control-allow-methods": allow,
        "access-control-allow-headers": "Content-Type",
        "access-control-max-age": "86400",
      }
    : {};
  return new Response(null, {
    status: 204,
    headers: { allow, "cache-control": "no-store", "x-request-id": randomUUID(), ...cors },
  });
}

type Body = string | EventFeed;

function respond(request: ApiRequest, body: Body, status: number, headers: Record<string, string>): Response {
  const sent = request.method === "HEAD" ? withoutBody(body) : body;
  const source: ResponseSource = typeof sent === "string" ? { text: sent, headers } : { feed: sent, headers };
  const stream = typeof sent === "string" ? sent || null : streamOf(sent, request.signal);
  return Object.assign(new Response(stream, { status, headers }), { [RESPONSE_SOURCE]: source });
}

function withoutBody(body: Body): "" {
  if (typeof body !== "string") body.leave();
  return "";
}

type Outcome = {
  requestId: string;
  address: string;
  request: ApiRequest;
  status: number;
  seconds: number;
  failure: ErrorAnswer | null;
};

function entryOf(ctx: KeyContext, definition: Definition, outcome: Outcome) {
  return {
    id: outcome.requestId,
    merchantId: ctx.merchantId,
    terminalId: ctx.actor.terminalId,
    keyId: ctx.actor.keyId,
    environment: ctx.actor.environment,
    method: outcome.request.method,
    path: definition.path,
    status: outcome.status,
    code: outcome.failure?.code ?? null,
    error: outcome.failure?.message ?? null,
    durationMicros: Math.round(outcome.seconds * 1e6),
    address: outcome.address,
    at: new Date(),
  };
}
