import { processWide } from "@/lib/base/process/process-wide";

/** Retry delay for callers, in seconds. Connections are restored within a second of the database's return. */
export const DATABASE_RETRY_SECONDS = 2;

/** The connection failed or broke. */
const DRIVER = new Set(["CONNECT_TIMEOUT", "CONNECTION_CLOSED", "CONNECTION_DESTROYED", "CONNECTION_ENDED"]);
/**
 * The server is starting, stopping or crashed, has no free connection, disk or memory, closed this connection, or is a
 * standby.
 */
const SERVER = /^(08...|57P0[1235]|53[0123]00|25P03|25006)$/;
const SOCKET = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  // a Unix socket, while a server that starts replaces the file of the one before
  "ENOENT",
]);

/**
 * True if a statement failed because the database is or became unreachable, or has no room left. If the connection
 * broke during a commit, the transaction may have been committed: never treat it as rolled back.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (typeof error !== "object" || error === null) return false;
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  if (typeof code === "string") {
    // the driver adds `query` to errors of its own socket; other sockets fail with the same codes
    if (DRIVER.has(code) || SERVER.test(code) || (SOCKET.has(code) && "query" in error)) return true;
  }
  return cause !== undefined && isDatabaseUnavailable(cause);
}

const RECENT_MS = 5_000;
const latest = () => processWide("database.unavailable", () => ({ atMs: Number.NEGATIVE_INFINITY }));

/** Records that a page failed because the database is unreachable. */
export function markDatabaseUnavailable(): void {
  latest().atMs = performance.now();
}

/** True if a page failed in the last seconds because the database was unreachable. */
export function wasDatabaseUnavailable(): boolean {
  return performance.now() - latest().atMs < RECENT_MS;
}
