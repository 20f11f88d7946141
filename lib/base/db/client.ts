import { DrizzleQueryError } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import { PgRemoteDatabase, PgRemoteSession } from "drizzle-orm/pg-proxy";
import type postgres from "postgres";
import { keepAfterCommit } from "@/lib/base/db/after-commit";
import { connect, type Sql } from "@/lib/base/db/connect";
import { traceTransactions } from "@/lib/base/db/trace-transactions";
import { readDatabaseUrl } from "@/lib/base/process/database-url";
import { env } from "@/lib/base/process/env";
import { processWide } from "@/lib/base/process/process-wide";
import { isTracing } from "@/lib/base/process/tracing";

export type { Sql };
export type Transaction = postgres.TransactionSql<{ bigint: bigint }>;
export type Orm = PgRemoteDatabase<Record<string, never>>;

export type Database = {
  /** plain SQL, and `sql.begin` for transactions of both kinds */
  sql: Sql;
  /** the query builder on the same connections; inside a transaction `orm(tx)` */
  orm: Orm;
  /** A connection of PostgreSQL itself, for what lasts longer than a transaction. The caller releases it. */
  reserve(): Promise<Reserved>;
  close(): Promise<void>;
};

type Reserved = postgres.ReservedSql<{ bigint: bigint }>;

type Options = {
  /** at most so many connections */
  pool: number;
  /** set if `url` is a pooler's in transaction mode: PostgreSQL's own URL */
  directUrl?: string;
};

/** Of the connections that outlast transactions: the watcher holds one during a pass. */
const DIRECT_POOL = 2;

/** Opens a pool. */
export function openDatabase(url: string, { pool, directUrl }: Options): Database {
  const sql = openPool(url, { pool, isPooler: directUrl !== undefined });
  const direct = directUrl === undefined ? sql : openPool(directUrl, { pool: DIRECT_POOL, isPooler: false });
  keepAfterCommit(sql);
  if (isTracing()) traceTransactions(sql);
  const close = async () => {
    await Promise.all([sql.end({ timeout: 5 }), direct !== sql && direct.end({ timeout: 5 })]);
  };
  const reserve = async () => {
    const held = await direct.reserve();
    try {
      await noticeLostClient(held);
    } catch (error) {
      held.release();
      throw error;
    }
    return held;
  };
  return { sql, orm: orm(sql), reserve, close };
}

/**
 * PostgreSQL ends this session, and with it its locks, 75 seconds after the machine of its client vanished; by most
 * systems' settings after two hours. No setting of the connection, since poolers refuse those that they don't know.
 * Without effect on a Unix socket.
 */
export async function noticeLostClient(session: Sql | Transaction): Promise<void> {
  await session`select
    set_config('tcp_keepalives_idle', '30', false),
    set_config('tcp_keepalives_interval', '15', false),
    set_config('tcp_keepalives_count', '3', false)`;
}

function openPool(url: string, { pool, isPooler }: { pool: number; isPooler: boolean }): Sql {
  return connect(url, {
    max: pool,
    isPooler,
    idleSeconds: 60,
    // a lost connection is made again after 50 ms, and after a second at most while the database is away; the driver
    // counts the losses of all connections together, so a pool that is cut once has failed once
    backoff: (losses) => Math.min(0.05 * 2 ** (losses / pool), 1),
  });
}

/** Returns the process's database, opened on first use from `DATABASE_URL`. */
export function database(): Database {
  return processWide("database", () => {
    const { DATABASE_URL, DATABASE_DIRECT_URL, DATABASE_POOL } = env();
    if (!DATABASE_URL) throw new Error("DATABASE_URL is not set and the embedded PostgreSQL is not running.");
    return openDatabase(DATABASE_URL, { pool: DATABASE_POOL, directUrl: DATABASE_DIRECT_URL });
  });
}

/** PostgreSQL's own URL, without a pooler between: for `LISTEN` and migrations. */
export function directUrl(): string {
  const { DATABASE_URL, DATABASE_DIRECT_URL } = env();
  return DATABASE_DIRECT_URL ?? (DATABASE_URL as string);
}

/** The variable that names PostgreSQL itself, for sentences. */
export function directVariable(): string {
  return env().DATABASE_DIRECT_URL ? "DATABASE_DIRECT_URL" : "DATABASE_URL";
}

/** Of each URL that has some, the parameters without effect. */
export function ignoredParameters(): { variable: string; ignored: string[] }[] {
  const { DATABASE_URL, DATABASE_DIRECT_URL } = env();
  return Object.entries({ DATABASE_URL, DATABASE_DIRECT_URL })
    .map(([variable, url]) => ({ variable, ignored: url ? readDatabaseUrl(url).ignored : [] }))
    .filter(({ ignored }) => ignored.length > 0);
}

const dialect = new PgDialect();
const made = new WeakMap<Sql | Transaction, Orm>();

/**
 * Drizzle's query builder on a pool, or inside a transaction that `sql.begin` has opened: `orm(tx).update(…)`. Values
 * are read as plain SQL reads them (`Date`, `bigint`). Errors are PostgreSQL's own, with their `code`.
 */
export function orm(connection: Sql | Transaction): Orm {
  const known = made.get(connection);
  if (known) return known;
  const session = new Session(
    async (query, parameters, method) => {
      const statement = connection.unsafe(query, parameters as never[], { prepare: true });
      return { rows: method === "execute" ? await statement : await statement.values() };
    },
    dialect,
    undefined,
  );
  const built: Orm = new PgRemoteDatabase(dialect, session, undefined);
  made.set(connection, built);
  return built;
}

class Session extends PgRemoteSession<Record<string, never>, Record<string, never>> {
  override prepareQuery(...parameters: Parameters<PgRemoteSession<never, never>["prepareQuery"]>): never {
    const prepared = super.prepareQuery(...parameters);
    const execute = prepared.execute.bind(prepared);
    prepared.execute = (values) => execute(values).catch(throwCause);
    return prepared as never;
  }
}

/**
 * Drizzle's own error has the parameters in its message, secrets among them, and hides the code that callers look at.
 */
function throwCause(error: unknown): never {
  throw error instanceof DrizzleQueryError ? (error.cause ?? error) : error;
}
