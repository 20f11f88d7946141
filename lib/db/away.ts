import { processWide } from "@/lib/process-wide";

/** Seconds after which a caller may ask again; a database that comes back is used again within a second. */
export const DATABASE_RETRY_SECONDS = 2;

/** The connection could not be made or has broken. */
const DRIVER = new Set(["CONNECT_TIMEOUT", "CONNECTION_CLOSED", "CONNECTION_DESTROYED", "CONNECTION_ENDED"]);
/** The server starts, stops, has crashed, has no connection to give, or dropped this one. */
const SERVER = /^(08...|57P0[1235]|53300|25P03)$/;
const SOCKET = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
]);

/**
 * True when a statement failed because the database cannot be reached or goes away just now. Whether a transaction whose
 * connection broke was committed is not known, so nobody may take it for undone.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (typeof error !== "object" || error === null) return false;
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  if (typeof code === "string") {
    // the driver ties the statement to the error of its socket: other sockets than the database's fail by these codes too
    if (DRIVER.has(code) || SERVER.test(code) || (SOCKET.has(code) && "query" in error)) return true;
  }
  return cause !== undefined && isDatabaseAway(cause);
}

const NOTED_MS = 5_000;
const noted = () => processWide("database.away", () => ({ atMs: Number.NEGATIVE_INFINITY }));

/** A page could not be made because the database is away. */
export function noteDatabaseAway(): void {
  noted().atMs = performance.now();
}

/** True when a page has failed for want of the database in the last seconds. */
export function wasDatabaseAway(): boolean {
  return performance.now() - noted().atMs < NOTED_MS;
}
