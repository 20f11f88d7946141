import type { Socket } from "node:net";
import { Client } from "undici";
import type { Dial } from "@/lib/base/http/dial";
import { InterimResponses } from "@/lib/delivery/sending/interim-responses";

/** An HTTP/1.1 client with at most one socket, opened when a request needs it and reopened after a close. */
export type Connection = {
  readonly lane: Lane;
  readonly client: Client;
  /** Null without a socket; while connecting, the socket being dialled. */
  socket: Socket | null;
  /** Number of responses read completely on this socket. */
  answers: number;
  /** Whether a byte has arrived on this socket since the borrower last set it to false. */
  hasHeard: boolean;
  /** Restarted by the borrower before a request. */
  readonly interimResponses: InterimResponses;
  /** `socket.bytesRead` beyond which the socket is destroyed; set by the borrower. */
  readLimit: number;
};

/** Connections to one origin for one user of it, whose requests wait for no one else's. */
type Lane = { name: string; origin: string; open: number; idle: Connection[]; waiting: Set<Borrower> };
type Borrower = (connection: Connection) => void;

/**
 * Lends connections for one request each, at most `perLane` of a user and origin; further borrowers queue. Of all, at most
 * `maxIdle` stay open unused. Unlike undici's Pool, it can remove a borrower from the queue, abort a dial, and tell whether
 * a socket was used before.
 */
export function createConnections(options: { dial: Dial; perLane: number; maxIdle: number; idleMs: number }) {
  const lanes = new Map<string, Lane>();
  /** of all lanes, longest idle first */
  const idle = new Set<Connection>();

  function laneFor(user: string, origin: string): Lane {
    const name = `${user} ${origin}`;
    const known = lanes.get(name);
    if (known !== undefined) return known;
    const lane: Lane = { name, origin, open: 0, idle: [], waiting: new Set() };
    lanes.set(name, lane);
    return lane;
  }

  function open(lane: Lane): Connection {
    lane.open += 1;
    const connection: Connection = {
      lane,
      client: new Client(lane.origin, {
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
      interimResponses: new InterimResponses(),
      readLimit: Number.POSITIVE_INFINITY,
    };
    connection.client.on("disconnect", () => {
      connection.socket = null;
      if (idle.has(connection)) dropIdle(connection);
    });
    return connection;
  }

  /** Calls `borrower` with a connection, at once or as soon as one is free. */
  function take(user: string, origin: string, borrower: Borrower): void {
    const lane = laneFor(user, origin);
    const rested = lane.idle.pop();
    if (rested !== undefined) idle.delete(rested);
    const connection = rested ?? (lane.open < options.perLane ? open(lane) : undefined);
    if (connection === undefined) lane.waiting.add(borrower);
    else borrower(connection);
  }

  /** Removes a borrower from the queue. */
  function leave(user: string, origin: string, borrower: Borrower): void {
    laneFor(user, origin).waiting.delete(borrower);
  }

  /** Returns a connection whose last response was read completely. */
  function give(connection: Connection): void {
    const { lane } = connection;
    const borrower = nextInLine(lane);
    if (borrower !== undefined) {
      borrower(connection);
      return;
    }
    lane.idle.push(connection);
    idle.add(connection);
    const [oldest] = idle;
    if (oldest !== undefined && idle.size > options.maxIdle) dropIdle(oldest);
  }

  /** Closes a connection at once, even during a request. */
  function drop({ lane, socket, client }: Connection): void {
    client.destroy(() => {});
    socket?.destroy();
    lane.open -= 1;
    const borrower = nextInLine(lane);
    if (borrower !== undefined) borrower(open(lane));
    else if (lane.open === 0) lanes.delete(lane.name);
  }

  function dropIdle(connection: Connection): void {
    idle.delete(connection);
    connection.lane.idle.splice(connection.lane.idle.indexOf(connection), 1);
    drop(connection);
  }

  /** Closes idle connections; lent ones close when they are returned or dropped. */
  function closeIdle(): void {
    for (const connection of idle) dropIdle(connection);
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

/** Sits before the HTTP parser, so it also counts bytes that the parser never reports, such as chunk extensions. */
function watch(connection: Connection, socket: Socket): void {
  socket.on("readable", () => {
    if (socket.readableLength > 0) connection.hasHeard = true;
    if (socket.bytesRead > connection.readLimit) socket.destroy();
  });
  const read = socket.read.bind(socket);
  socket.read = (size) => {
    const chunk: Buffer | null = read(size);
    return chunk && connection.interimResponses.remove(chunk);
  };
}
