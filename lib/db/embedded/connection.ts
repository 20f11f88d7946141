import path from "node:path";
import postgres from "postgres";
import { DATABASE_USER, readPassword } from "./cluster";

/** The database that the app works in. */
const DATABASE_NAME = "till";

/** What a server says while it starts, stops or has no room, and what a connection says when nobody listens. */
const NOT_YET = [
  ...["57P01", "57P02", "57P03", "53300"],
  ...["ECONNREFUSED", "ECONNRESET", "EPIPE", "CONNECTION_CLOSED", "CONNECT_TIMEOUT"],
];
const NO_SUCH_DATABASE = "3D000";
const EXISTS_ALREADY = ["42P04", "23505"];

/** The connection URL of a database of the cluster. */
export function databaseUrl(cluster: string, port: number, name = DATABASE_NAME): string {
  return `postgres://${DATABASE_USER}:${readPassword(cluster)}@127.0.0.1:${port}/${name}`;
}

/**
 * True once the server on this port is the cluster's and lets us into the database, which is created when it is missing.
 * False while it does not take connections yet.
 * @throws when it is another server, or refuses us for good
 */
export async function openForUs(cluster: string, port: number): Promise<boolean> {
  try {
    const folder = await query(databaseUrl(cluster, port), "select current_setting('data_directory') as value");
    if (path.relative(String(folder), cluster) === "") return true;
    throw new Error(`Port ${port} is answered by another PostgreSQL, of ${folder}.`);
  } catch (error) {
    const { code = "" } = error as { code?: string };
    if (NOT_YET.includes(code)) return false;
    if (code !== NO_SUCH_DATABASE) throw error;
  }
  await createDatabase(databaseUrl(cluster, port, "postgres"));
  return openForUs(cluster, port);
}

async function createDatabase(url: string): Promise<void> {
  try {
    await query(url, `create database ${DATABASE_NAME} template template0`); // the one that nobody can be using
  } catch (error) {
    if (!EXISTS_ALREADY.includes((error as { code?: string }).code ?? "")) throw error; // another process was faster
  }
}

async function query(url: string, statement: string): Promise<unknown> {
  const sql = postgres(url, { max: 1, connect_timeout: 5, fetch_types: false, max_lifetime: null, onnotice: () => {} });
  try {
    const [row] = await sql.unsafe(statement);
    return row?.value;
  } finally {
    await sql.end({ timeout: 1 });
  }
}
