import type { Socket } from "node:net";
import { Client } from "undici";
import type { Dial } from "@/lib/base/http/dial";
import { InterimResponses } from "@/lib/base/http/interim-responses";

/** An HTTP/1.1 client with at most one socket, opened when a request needs it and reopened after a close. */
export type Connection = {
  readonly pool: Pool;
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
type Pool = { name: string; origin: string; open: number; idle: Connection[]; waiting: Set<Borrower> };
type Borrower = (connection: Connection) => void;

/**
 * Lends connections for one request each, at most `perPool` of a user and origin; further borrowers queue. Of all, at
 * most `maxIdle` stay open unused. Unlike undici's Pool, it can remove a borrower from the queue, abort a dial, and
 * tell whether a socket was used before.
 */
export function createConnections(options: { dial: Dial; perPool: number; maxIdle: number; idleMs: number }) {
  const pools = new Map<string, Pool>();
  /** of all pools, longest idle first */
  const idle = new Set<Connection>();

  function poolFor(user: string, origin: string): Pool {
    const name = `${user} ${origin}`;
    const known = pools.get(name);
    if (known !== undefined) return known;
    const pool: Pool = { name, origin, open: 0, idle: [], waiting: new Set() };
    pools.set(name, pool);
    return pool;
  }

  function open(pool: Pool): Connection {
    pool.open += 1;
    const connection: Connection = {
      pool,
      client: new Client(pool.origin, {
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
    const pool = poolFor(user, origin);
    const rested = pool.idle.pop();
    if (rested !== undefined) idle.delete(rested);
    const connection = rested ?? (pool.open < options.perPool ? open(pool) : undefined);
    if (connection === undefined) pool.waiting.add(borrower);
    else borrower(connection);
  }

  /** Removes a borrower from the queue. */
  function leave(user: string, origin: string, borrower: Borrower): void {
    poolFor(user, origin).waiting.delete(borrower);
  }

  /** Returns a connection whose last response was read completely. */
  function give(connection: Connection): void {
    const { pool } = connection;
    const borrower = nextInLine(pool);
    if (borrower !== undefined) {
      borrower(connection);
      return;
    }
    pool.idle.push(connection);
    idle.add(connection);
    const [oldest] = idle;
    if (oldest !== undefined && idle.size > options.maxIdle) dropIdle(oldest);
  }

  /** Closes a connection at once, even during a request. */
  function drop({ pool, socket, client }: Connection): void {
    client.destroy(() => {});
    socket?.destroy();
    pool.open -= 1;
    const borrower = nextInLine(pool);
    if (borrower !== undefined) borrower(open(pool));
    else if (pool.open === 0) pools.delete(pool.name);
  }

  function dropIdle(connection: Connection): void {
    idle.delete(connection);
    connection.pool.idle.splice(connection.pool.idle.indexOf(connection), 1);
    drop(connection);
  }

  /** Closes idle connections; lent ones close when they are returned or dropped. */
  function closeIdle(): void {
    for (const connection of idle) dropIdle(connection);
  }

  return { take, leave, give, drop, closeIdle };
}

export type Connections = ReturnType<typeof createConnections>;

function nextInLine(pool: Pool): Borrower | undefined {
  for (const borrower of pool.waiting) {
    pool.waiting.delete(borrower);
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
