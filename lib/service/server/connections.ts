import type http from "node:http";
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";

/** The limit for answers under way on a connection that has sent something invalid after their requests. */
const FINISH_MS = 10_000;

export type Connections = {
  /** Follows an answer until it is sent, or its connection has closed. */
  add(response: ServerResponse): void;
  /**
   * Lets the answers to whole requests finish, then closes the connection. False if there are none, so that the caller
   * may write to the socket.
   */
  finish(socket: Duplex): boolean;
};

/**
 * Follows the answers under way on each connection. A client may close its side once its request is sent: it receives
 * the answer, and then the connection is closed. Only endless feeds end with the client's side, which is how a page
 * leaves one.
 */
export function followConnections(server: http.Server): Connections {
  const underWay = new WeakMap<Duplex, Set<ServerResponse>>();
  const finishing = new WeakSet<Duplex>();
  // Node's own property: without it, it drops the answer to a request whose client has closed its side
  (server as http.Server & { httpAllowHalfOpen: boolean }).httpAllowHalfOpen = true;
  server.on("connection", (socket) => {
    const answers = new Set<ServerResponse>();
    underWay.set(socket, answers);
    socket.on("end", () => {
      if ([...answers].some(isFeed)) socket.end();
    });
  });
  return {
    add(response) {
      const answers = underWay.get(response.req.socket);
      if (!answers) return;
      answers.add(response);
      response.once("close", () => answers.delete(response));
    },
    finish(socket) {
      if (finishing.has(socket)) return true;
      const last = [...(underWay.get(socket) ?? [])].findLast(({ req }) => req.complete);
      if (!last) return false;
      finishing.add(socket);
      if (isFeed(last)) socket.destroy();
      else closeAfter(last, socket as Socket);
      return true;
    },
  };
}

function closeAfter(response: ServerResponse, socket: Socket): void {
  if (!response.headersSent) response.shouldKeepAlive = false;
  const timer = setTimeout(() => socket.destroy(), FINISH_MS);
  response.once("close", () => {
    clearTimeout(timer);
    socket.destroySoon();
  });
}

/** Whether a response that has begun is an endless stream of events. */
function isFeed(response: ServerResponse): boolean {
  return response.headersSent && String(response.getHeader("content-type")).startsWith("text/event-stream");
}
