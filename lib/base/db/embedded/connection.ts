import path from "node:path";
import { connect } from "@/lib/base/db/connect";
import { DATABASE_USER, readPassword } from "./cluster";

/** The name of the app's database. */
const DATABASE_NAME = "till";

/** Errors of a server that is starting, stopping or full, and of connections without a listening server. */
const NOT_YET = [
  "57P01",
  "57P02",
  "57P03",
  "53300",
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOENT",
  "EPIPE",
  "CONNECTION_CLOSED",
  "CONNECT_TIMEOUT",
];
const NO_SUCH_DATABASE = "3D000";
const EXISTS_ALREADY = ["42P04", "23505"];

/** The connection URL of a database of the cluster. */
export function databaseUrl(cluster: string, port: number, name = DATABASE_NAME): string {
  return `postgres://${DATABASE_USER}:${readPassword(cluster)}@127.0.0.1:${port}/${name}`;
}

/** The same through the server's Unix socket in `folder`. */
export function socketUrl(cluster: string, port: number, folder: string, name = DATABASE_NAME): string {
  return `${databaseUrl(cluster, port, name)}?host=${encodeURIComponent(folder)}`;
}

type Address = { port: number; socketFolder: string | null };

/**
 * Returns true once the cluster's server accepts our connection; creates the database if it is missing.
 * Returns false while the server isn't accepting connections yet.
 * @throws if another server answers, or if the server refuses us permanently
 */
export async function openForUs(cluster: string, { port, socketFolder }: Address): Promise<boolean> {
  // a server in another container can be reached through its socket only
  const urlOf = (name?: string) =>
    socketFolder ? socketUrl(cluster, port, socketFolder, name) : databaseUrl(cluster, port, name);
  try {
    const folder = await query(urlOf(), "select current_setting('data_directory') as value");
    if (path.relative(String(folder), cluster) === "") return true;
    throw new Error(`Another PostgreSQL, with data in ${folder}, is listening on port ${port}.`);
  } catch (error) {
    const { code = "" } = error as { code?: string };
    if (NOT_YET.includes(code)) return false;
    if (code !== NO_SUCH_DATABASE) throw error;
  }
  await createDatabase(urlOf("postgres"));
  return openForUs(cluster, { port, socketFolder });
}

async function createDatabase(url: string): Promise<void> {
  try {
    // template0 accepts no connections, so it is never in use
    await query(url, `create database ${DATABASE_NAME} template template0`);
  } catch (error) {
    if (!EXISTS_ALREADY.includes((error as { code?: string }).code ?? "")) throw error; // another process was faster
  }
}

async function query(to: string, statement: string): Promise<unknown> {
  const sql = connect(to, { max: 1, hasSettings: false });
  try {
    const [row] = await sql.unsafe(statement);
    return row?.value;
  } finally {
    await sql.end({ timeout: 1 });
  }
}
