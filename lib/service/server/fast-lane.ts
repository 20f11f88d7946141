import type { IncomingMessage, ServerResponse } from "node:http";
import { log } from "@/lib/base/process/log";
import { addStatus, continueTrace, inSpan, isTracing, requestIdAttributes } from "@/lib/base/process/tracing";
import { DomainError } from "@/lib/base/values/errors";
import { pipeFeed } from "@/lib/payments/realtime/event-feed";
import type { Answer, Endpoint } from "@/lib/service/api/answer";
import type { ApiRequest } from "@/lib/service/api/request";
import { refusalOfPages } from "@/lib/service/server/admission";
import type { FastLane } from "@/lib/service/server/http-server";

export type FastRoutes = {
  exact: Record<string, Endpoint>;
  /** with names in braces for one part of the path each, such as `/api/v1/payment-intents/{id}` */
  templates: { template: string; endpoint: Endpoint }[];
  prefix: string;
  unknown: Endpoint;
};

/** How Next writes a path. It redirects other forms to this one, or reads them as this one. */
const PLAIN = /^(?:\/[\w~-][\w.~-]*)+$/;

/**
 * Answers API requests, and those that `other` has a route for, by calling the route files directly instead of going
 * through Next, which takes a tenth of the CPU time. Returns false for any other request, and for unusual forms of a
 * path, with a slash at its end for example, which only Next knows.
 */
export function fastLane(
  routes: FastRoutes,
  other: (path: string) => Endpoint | undefined = () => undefined,
): FastLane {
  const templates = routes.templates.map(({ template, endpoint }) => ({ endpoint, parts: template.split("/") }));
  const below = (path: string) => templates.find(({ parts }) => fits(path, parts))?.endpoint ?? routes.unknown;
  return (request, response) => {
    const url = request.url ?? "/";
    const mark = url.indexOf("?");
    const path = mark < 0 ? url : url.slice(0, mark);
    const found = routes.exact[path] ?? other(path) ?? (isUnder(routes.prefix, path) ? below(path) : undefined);
    if (!found) return false;
    void respond(found, request, response);
    return true;
  };
}

/** `parts`: of a template. */
function fits(path: string, parts: string[]): boolean {
  const given = path.split("/");
  return given.length === parts.length && parts.every((part, at) => part === given[at] || part.startsWith("{"));
}

function isUnder(prefix: string, path: string): boolean {
  return path === prefix || (path.startsWith(`${prefix}/`) && PLAIN.test(path));
}

/**
 * A lane that leaves to Next what Next passes to routes, and answers as they would what it doesn't: unusual methods.
 */
export function besideNext(lane: FastLane): FastLane {
  return (request, response) => refusalOfPages(request) !== null && lane(request, response);
}

async function respond(found: Endpoint, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    // unknown methods are refused like any unsupported one
    const method = request.method !== undefined && request.method in found ? request.method : null;
    const { answer, route } = found[(method ?? "PUT") as keyof Endpoint];
    const run = () => answer(new LightRequest(request, response));
    const traced = isTracing() && route !== null ? inRequestSpan(method, route, request, run) : run();
    write(await traced, response, request.method === "HEAD");
  } catch (error) {
    log().error({ err: error }, "the fast lane failed to answer a request");
    response.destroy();
  }
}

/** A feed's span ends when the feed begins. Neither the path nor the caller is exported: a path names a payment. */
function inRequestSpan(
  method: string | null,
  route: string,
  { headers }: IncomingMessage,
  run: () => Promise<Answer>,
): Promise<Answer> {
  const attributes = () => ({ "http.request.method": method ?? "_OTHER", "http.route": route });
  return continueTrace(headers, () =>
    inSpan(`${method ?? "HTTP"} ${route}`, { kind: "server", attributes }, async (span) => {
      const answered = await run();
      addStatus(span, answered.status, 500);
      span.setAttributes(requestIdAttributes(answered.headers));
      return answered;
    }),
  );
}

function write({ status, headers, body }: Answer, response: ServerResponse, isHead: boolean): void {
  if (typeof body !== "string" && !(body instanceof Uint8Array)) {
    // kept with the response, by which connections tell a feed from other answers
    response.setHeaders(new Map(Object.entries(headers))).writeHead(status);
    pipeFeed(body, response);
  } else if (isHead || status === 204 || status === 304) {
    // without a body, its length would be a wrong one
    response.writeHead(status, headers).end();
  } else {
    response.writeHead(status, { ...headers, "content-length": Buffer.byteLength(body) });
    response.end(body);
  }
}

/** The parts of a request that handlers use, read from the socket on demand. */
class LightRequest implements ApiRequest {
  readonly headers = { get: (name: string) => this.header(name) };

  constructor(
    private readonly incoming: IncomingMessage,
    private readonly response: ServerResponse,
  ) {}

  /**
   * Made on demand: few endpoints wait. Aborts once the connection is closed, or its client has closed its side: most
   * clients that do so are gone, and the others get an answer at once.
   */
  get signal(): AbortSignal {
    const leaving = new AbortController();
    const { socket } = this.incoming;
    const leave = () => leaving.abort();
    if (this.response.destroyed || socket.readableEnded) leave();
    socket.once("end", leave);
    this.response.once("close", () => {
      socket.off("end", leave);
      leave();
    });
    return leaving.signal;
  }

  get method() {
    return this.incoming.method ?? "GET";
  }

  get url() {
    return this.incoming.url ?? "/";
  }

  readBytes(limit: number): Promise<Uint8Array> {
    return readBytes(this.incoming, limit);
  }

  private header(name: string): string | null {
    const value = this.incoming.headers[name];
    return value === undefined ? null : String(value);
  }
}

/** Reads up to `limit` bytes of a body and then stops. */
function readBytes(incoming: IncomingMessage, limit: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const done = () => {
      incoming.off("data", take).off("end", done).off("close", cut).off("error", cut);
      resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks));
    };
    const take = (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size < limit) return;
      incoming.pause();
      done();
    };
    const cut = () =>
      reject(new DomainError("invalid_request", "The connection closed before the whole body arrived."));
    incoming.on("data", take).on("end", done).on("close", cut).on("error", cut);
  });
}
