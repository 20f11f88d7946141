import { randomUUID } from "node:crypto";
import http, { type IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";

export type Front = {
  server: http.Server;
  /** Refuses new connections and resolves when the requests in flight are answered, at the latest after `ms`. */
  close(ms: number): Promise<void>;
};

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** The HTTP server before everything else: it alone says who the client is, and it bounds every request in time. */
export function createFront(addressOf: (request: IncomingMessage) => string, handle: Handler): Front {
  // connections that have asked for nothing yet: browsers open some on the chance, and Node does not count them as idle
  const silent = new Set<Socket>();
  const server = http.createServer(
    { requestTimeout: 30_000, headersTimeout: 15_000, keepAliveTimeout: 65_000, connectionsCheckingInterval: 5_000 },
    (request, response) => {
      silent.delete(request.socket);
      const address = addressOf(request);
      request.headers["x-real-ip"] = address;
      request.headers["x-forwarded-for"] = address;
      handle(request, response);
    },
  );
  server.on("connection", (socket) => {
    silent.add(socket);
    socket.once("close", () => silent.delete(socket));
  });
  server.on("clientError", refuse);
  return { server, close: (ms) => close(server, silent, ms) };
}

const REFUSALS: Record<string, [number, string, string]> = {
  HPE_HEADER_OVERFLOW: [431, "invalid_request", "The request's headers are too large."],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "request_timeout", "The request did not arrive in time."],
};

/** What is not even HTTP is answered in the documented shape too. */
function refuse(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, code, message] = REFUSALS[error.code ?? ""] ?? [400, "invalid_request", "This is not valid HTTP."];
  const body = JSON.stringify({ error: message, code });
  socket.end(
    `HTTP/1.1 ${status} ${http.STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nX-Request-Id: ${randomUUID()}\r\nConnection: close\r\n\r\n${body}`,
  );
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
