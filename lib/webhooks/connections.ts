import type { Socket } from "node:net";
import { Client } from "undici";
import type { Dial } from "@/lib/webhooks/dial";

/** An HTTP/1.1 client with at most one socket, opened when a request needs it and reopened after a close. */
export type Connection = {
  readonly origin: string;
  readonly client: Client;
  /** Null without a socket; while connecting, the socket being dialled. */
  socket: Socket | null;
  /** Number of responses read completely on this socket. */
  answers: number;
  /** Whether a byte has arrived on this socket since the borrower last set it to false. */
  hasHeard: boolean;
  /** `socket.bytesRead` beyond which the socket is destroyed; set by the borrower. */
  readLimit: number;
};

type Borrower = (connection: Connection) => void;
type Lane = { open: number; idle: Connection[]; waiting: Set<Borrower> };

/**
 * Lends connections for one request each, at most `perOrigin` per origin; further borrowers queue. Unlike undici's Pool, it
 * can remove a borrower from the queue, abort a dial, and tell whether a socket was used before.
 */
export function createConnections(options: { dial: Dial; perOrigin: number; idleMs: number }) {
  const lanes = new Map<string, Lane>();

  function laneOf(origin: string): Lane {
    let lane = lanes.get(origin);
    if (lane === undefined) {
      lane = { open: 0, idle: [], waiting: new Set() };
      lanes.set(origin, lane);
    }
    return lane;
  }

  function open(lane: Lane, origin: string): Connection {
    lane.open += 1;
    const connection: Connection = {
      origin,
      client: new Client(origin, {
        connect: (target, callback) => {
          connection.answers = 0;
          connection.socket = options.dial(target, (...answer) => {
            if (answer[1] !== null) watch(connection, answer[1]);
            callback(...answer);
          });
        },
        headersTimeout: 0,
        bodyTimeout: 0,
        keepAliveTimeout: options.idleMs,
        keepAliveMaxTimeout: options.idleMs,
      }),
      socket: null,
      answers: 0,
      hasHeard: false,
      readLimit: Number.POSITIVE_INFINITY,
    };
    connection.client.on("disconnect", () => {
      connection.socket = null;
      const position = lane.idle.indexOf(connection);
      if (position === -1) return;
      lane.idle.splice(position, 1);
      drop(connection);
    });
    return connection;
  }

  /** Calls `borrower` with a connection, at once or as soon as one is free. */
  function take(origin: string, borrower: Borrower): void {
    const lane = laneOf(origin);
    const connection = lane.idle.pop() ?? (lane.open < options.perOrigin ? open(lane, origin) : undefined);
    if (connection === undefined) lane.waiting.add(borrower);
    else borrower(connection);
  }

  /** Removes a borrower from the queue. */
  function leave(origin: string, borrower: Borrower): void {
    lanes.get(origin)?.waiting.delete(borrower);
  }

  /** Returns a connection whose last response was read completely. */
  function give(connection: Connection): void {
    const lane = laneOf(connection.origin);
    const borrower = nextInLine(lane);
    if (borrower === undefined) lane.idle.push(connection);
    else borrower(connection);
  }

  /** Closes a connection at once, even during a request. */
  function drop(connection: Connection): void {
    const { origin, socket, client } = connection;
    const lane = laneOf(origin);
    client.destroy(() => {});
    socket?.destroy();
    lane.open -= 1;
    const borrower = nextInLine(lane);
    if (borrower !== undefined) borrower(open(lane, origin));
    else if (lane.open === 0) lanes.delete(origin);
  }

  /** Closes idle connections; lent ones close when they are returned or dropped. */
  function closeIdle(): void {
    for (const lane of lanes.values()) {
      for (const connection of lane.idle.splice(0)) drop(connection);
    }
  }

  return { take, leave, give, drop, closeIdle };
}

export type Connections = ReturnType<typeof createConnections>;

function nextInLine(lane: Lane): Borrower | undefined {
  for (const borrower of lane.waiting) {
    lane.waiting.delete(borrower);
    return borrower;
  }
}

/** Runs before the HTTP parser, so it also counts bytes that the parser never reports, such as chunk extensions. */
function watch(connection: Connection, socket: Socket): void {
  socket.on("readable", () => {
    if (socket.readableLength > 0) connection.hasHeard = true;
    if (socket.bytesRead > connection.readLimit) socket.destroy();
  });
}
