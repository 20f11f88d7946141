import http, { type IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { database } from "@/lib/base/db/client";
import { DATABASE_RETRY_SECONDS, wasDatabaseUnavailable } from "@/lib/base/db/unavailable";
import { addressMatcher } from "@/lib/base/http/address-ranges";
import { env } from "@/lib/base/process/env";
import { waitingReaders } from "@/lib/delivery/feed/waiting-readers";
import { customersHub, dashboardHub } from "@/lib/payments/realtime/hubs";
import { flushRequestLog } from "@/lib/payments/requests/record";
import { clientAddressFinder, peerOf, type Refusal, refusalOf, refusalOfPages } from "@/lib/service/server/admission";
import { type Connections, followConnections } from "@/lib/service/server/connections";
import { listen } from "@/lib/service/server/port";
import { refuseOn, sendRefusal } from "@/lib/service/server/refuse";
import { refusedInsteadOfFailed } from "@/lib/service/server/refused-actions";
import { isDoctor, type SeenRequest } from "@/lib/service/server/seen-request";
import { dropStalledReaders } from "@/lib/service/server/stalled-readers";

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

export type Pages = {
  handle: Handler;
  /** null: upgrade requests are answered as ordinary ones */
  upgrade: ((request: IncomingMessage, socket: Duplex, head: Buffer) => void) | null;
};

export type Web = {
  /** the actual port */
  port: number;
  /** Finishes requests in flight, for ten seconds at most, then writes the rest of the request log. */
  close(): Promise<void>;
};

export type FastLane = (request: IncomingMessage, response: ServerResponse) => boolean;

const CLOSE_MS = 10_000;

/**
 * Listens immediately, so that a taken port is reported before anything else starts, and holds requests until `open` is
 * called with their handlers. Error: `EnvError` if the port is taken or not permitted.
 */
export async function listenForWeb(): Promise<{ port: number; open(fast: FastLane | null, pages: Pages): Web }> {
  let admit: (answer: Handler) => void = () => {};
  const opened = new Promise<Handler>((resolve) => {
    admit = resolve;
  });
  let answer: Handler = (request, response) => {
    void opened.then((open) => open(request, response));
  };
  const httpServer = createHttpServer(clientAddressFinder(env().TRUSTED_PROXIES), (request, response) =>
    answer(request, response),
  );
  const port = await listen(httpServer.server);
  return {
    port,
    open(fast, pages) {
      const own = new URL(env().APP_URL);
      answer = (request, response) => {
        if (fast?.(request, response)) return;
        const refusal = refusalOfPages(request);
        if (refusal) return sendRefusal(response, refusal);
        restoreHost(request, own);
        pages.handle(request, refusedInsteadOfFailed(request, unavailableInsteadOfFailed(response)));
      };
      if (pages.upgrade) httpServer.server.on("upgrade", pages.upgrade);
      admit(answer);
      return { port, close: () => closeWeb(httpServer) };
    },
  };
}

/**
 * Undoes what a proxy did to the Host header of a form sent from the public URL: many replace it or drop its port, and
 * Next refuses forms whose Origin has another host.
 */
function restoreHost({ headers }: IncomingMessage, own: URL): void {
  if (headers.origin !== own.origin) return;
  headers.host = own.host;
  delete headers["x-forwarded-host"];
}

/** Turns Next's 500 into 503 with `Retry-After` while the database is unavailable. */
function unavailableInsteadOfFailed(response: ServerResponse): ServerResponse {
  const writeHead = response.writeHead;
  response.writeHead = ((...args: Parameters<typeof writeHead>) => {
    if (args[0] === 500 && wasDatabaseUnavailable()) {
      args[0] = 503;
      response.setHeader("Retry-After", DATABASE_RETRY_SECONDS);
    }
    return writeHead.apply(response, args);
  }) as typeof writeHead;
  return response;
}

/** Closes the endless event feeds and answers the requests that wait for events first. */
async function closeWeb(httpServer: HttpServer): Promise<void> {
  dashboardHub().end();
  waitingReaders(database()).end();
  await Promise.all([customersHub().end(), httpServer.close(CLOSE_MS)]);
  await flushRequestLog();
}

type HttpServer = {
  server: http.Server;
  /** Refuses new connections and resolves once all requests in flight are answered, after `ms` at the latest. */
  close(ms: number): Promise<void>;
};

/**
 * Creates the HTTP server in front of everything else. It determines the client's address, limits how long a request
 * can take, and refuses invalid requests.
 */
function createHttpServer(addressOf: (request: IncomingMessage) => string, handle: Handler): HttpServer {
  // connections without a request yet: browsers open them speculatively, and Node does not count them as idle
  const silent = new Set<Socket>();
  const server = http.createServer(
    {
      requestTimeout: 30_000,
      headersTimeout: 15_000,
      keepAliveTimeout: 65_000,
      connectionsCheckingInterval: 5_000,
      requireHostHeader: false,
    },
    (request, response) => {
      silent.delete(request.socket);
      connections.add(response);
      // upgrades aren't supported: the request is answered as an ordinary one and the connection is closed
      if (/\bupgrade\b/i.test(request.headers.connection ?? "")) response.shouldKeepAlive = false;
      const refusal = refusalOf(request);
      if (refusal) return sendRefusal(response, refusal);
      const address = addressOf(request);
      if (isDoctor(request)) return sendSeen(request, response, address);
      request.headers["x-real-ip"] = address;
      request.headers["x-forwarded-for"] = address;
      handle(request, response);
    },
  );
  const connections = followConnections(server);
  dropStalledReaders(server);
  server.on("connection", (socket) => {
    silent.add(socket);
    socket.once("close", () => silent.delete(socket));
  });
  server.on("checkExpectation", (_, response) => sendRefusal(response, EXPECTATION));
  server.on("connect", (_, socket) => refuseOn(socket, CONNECT));
  server.on("clientError", (error, socket) => refuse(error, socket, connections));
  return { server, close: (ms) => close(server, silent, ms) };
}

const NO_HTTP: Refusal = { status: 400, code: "invalid_request", message: "The request isn't valid HTTP." };
const EXPECTATION: Refusal = {
  status: 417,
  code: "invalid_request",
  message: "The only supported Expect header is 100-continue.",
};
const CONNECT: Refusal = {
  status: 405,
  code: "method_not_allowed",
  message: "CONNECT isn't supported here. Use GET, HEAD, POST.",
  allow: "GET, HEAD, POST",
};
const REFUSALS: Record<string, Refusal> = {
  HPE_HEADER_OVERFLOW: { status: 431, code: "invalid_request", message: "The request headers are too large." },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, code: "request_timeout", message: "The request didn't arrive in time." },
};

/** Tells the operator's doctor how its request arrived. */
function sendSeen(request: IncomingMessage, response: ServerResponse, client: string): void {
  const peer = peerOf(request);
  const forwarded = request.headers["x-forwarded-for"];
  const seen: SeenRequest = {
    peer,
    peerPort: request.socket.remotePort,
    isTrusted: addressMatcher(env().TRUSTED_PROXIES)(peer),
    forwardedFor: forwarded === undefined ? null : String(forwarded),
    client,
  };
  response.writeHead(200, { "content-type": "application/json", "cache-control": "no-store" });
  response.end(JSON.stringify(seen));
}

/** Answers requests that aren't valid HTTP in the documented shape too, but for those that come after one under way. */
function refuse(error: NodeJS.ErrnoException, socket: Duplex, connections: Connections): void {
  if (error.code === "ECONNRESET" || !socket.writable) socket.destroy();
  else if (!connections.finish(socket)) refuseOn(socket, REFUSALS[error.code ?? ""] ?? NO_HTTP);
}

function close(server: http.Server, silent: Set<Socket>, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const closeIdle = () => {
      server.closeIdleConnections();
      for (const socket of silent) socket.destroy();
    };
    const idle = setInterval(closeIdle, 50);
    const force = setTimeout(() => server.closeAllConnections(), ms);
    server.close(() => {
      clearInterval(idle);
      clearTimeout(force);
      resolve();
    });
  });
}
