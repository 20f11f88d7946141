import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import * as schema from "@/drizzle/schema";
import { env } from "@/lib/env";
import { processWide } from "@/lib/process-wide";

/** Plain SQL with `Date` for timestamps and `bigint` for int8. */
export type Sql = postgres.Sql<{ bigint: bigint }>;
export type Transaction = postgres.TransactionSql<{ bigint: bigint }>;
type Orm = PostgresJsDatabase<typeof schema>;

export type Database = {
  /** hot paths and everything that moves money or writes events */
  sql: Sql;
  /** pages, settings and other reads that want the query builder */
  orm: Orm;
  close(): Promise<void>;
};

/** How this process's connections show in `pg_stat_activity`. */
export function applicationName(): string {
  return `till:${process.pid}`;
}

/** Opens the two pools. Drizzle takes the date parsers off its client, so plain SQL has a client of its own. */
export function openDatabase(url: string, { pool }: { pool: number }): Database {
  const shared = {
    connect_timeout: 5,
    idle_timeout: 60,
    max_lifetime: null,
    onnotice: () => {},
    connection: {
      application_name: applicationName(),
      statement_timeout: 30_000,
      idle_in_transaction_session_timeout: 30_000,
    },
  };
  const sql = postgres(url, { ...shared, ...sized(pool), types: { bigint: postgres.BigInt } });
  const ormClient = postgres(url, { ...shared, ...sized(Math.max(2, Math.ceil(pool / 2))) });
  return {
    sql,
    orm: drizzle(ormClient, { schema }),
    close: async () => {
      await Promise.all([sql.end({ timeout: 5 }), ormClient.end({ timeout: 5 })]);
    },
  };
}

/**
 * So many connections, of which a lost one is made again after 50 ms, and after a second at most while the database is away.
 * The driver counts the losses of all of them together: a pool that is cut once has failed once.
 */
function sized(max: number) {
  return { max, backoff: (losses: number) => Math.min(0.05 * 2 ** (losses / max), 1) };
}

/** The process's database, opened on first use from `DATABASE_URL`. */
export function database(): Database {
  return processWide("database", () => {
    const { DATABASE_URL, DATABASE_POOL } = env();
    if (!DATABASE_URL) throw new Error("DATABASE_URL is not set and no embedded PostgreSQL was started.");
    return openDatabase(DATABASE_URL, { pool: DATABASE_POOL });
  });
}
