import postgres from "postgres";
import { beginWithSettings, sessionSettings } from "@/lib/base/db/session-settings";
import { readDatabaseUrl } from "@/lib/base/process/database-url";

/** Plain SQL with `Date` for timestamps and `bigint` for int8 and whole numerics, such as sums of int8. */
export type Sql = postgres.Sql<{ bigint: bigint }>;

type Options = {
  /** at most so many connections */
  max: number;
  /** gives each transaction another connection, as a pooler in transaction mode does */
  isPooler?: boolean;
  /** false: for statements that need no settings, such as those that only see whether a server is there */
  hasSettings?: boolean;
  idleSeconds?: number;
  connectSeconds?: number;
  backoff?: (losses: number) => number;
};

/** The name of this process's connections in `pg_stat_activity`. */
export function applicationName(): string {
  return `till:${process.pid}`;
}

/**
 * A connection is given up 20 seconds after PostgreSQL's machine vanished, whether it waits for an answer or for
 * nothing.
 */
const KEEP_ALIVE_SECONDS = 10;

/**
 * A pooler gives each transaction another connection: statements can't stay prepared, and one that is sent before the
 * last one's answer would be answered to another client.
 */
const POOLER = { prepare: false, max_pipeline: 0, begin: beginWithSettings };
const SESSION = { prepare: true, max_pipeline: 100 };

const NUMERIC_OID = 1_700;
/**
 * Sums of int8 are numerics, since they may exceed int8: cast to it, a large sum would fail. Those with decimal places
 * stay text.
 */
const NUMERIC = {
  to: NUMERIC_OID,
  from: [NUMERIC_OID],
  serialize: String,
  parse: (text: string) => (/^-?\d+$/.test(text) ? BigInt(text) : text) as bigint,
};

/**
 * Opens connections as `url` says, with the settings that Till relies on. They are statements, since poolers refuse
 * those that they don't know as parameters of the start: at the beginning of each session, or of each transaction
 * behind a pooler. What the driver would otherwise read from the environment is given. Error: `DatabaseUrlError`.
 */
export function connect(url: string, options: Options): Sql {
  const { max, isPooler = false, hasSettings = true, idleSeconds, connectSeconds = 5, backoff } = options;
  const address = readDatabaseUrl(url);
  const start = sessionSettings(address);
  const connection = { application_name: applicationName(), ...(address.options ? { options: address.options } : {}) };
  const given = {
    host: address.hosts.map(({ host }) => host),
    port: address.hosts.map(({ port }) => port),
    ...(address.socket ? { path: address.socket } : {}),
    user: address.user,
    pass: address.password,
    database: address.database,
    ssl: address.tls,
    sslnegotiation: address.isDirectTls ? "direct" : null,
    ...(address.targetSessionAttrs ? { target_session_attrs: address.targetSessionAttrs } : {}),
    max,
    max_lifetime: null,
    idle_timeout: idleSeconds ?? null,
    connect_timeout: connectSeconds,
    keep_alive: KEEP_ALIVE_SECONDS,
    fetch_types: hasSettings,
    debug: false,
    onnotice: () => {},
    backoff: backoff ?? ((losses: number) => Math.min(0.05 * 2 ** losses, 1)),
    ...(isPooler ? POOLER : { ...SESSION, ...(hasSettings ? { start } : {}) }),
    connection,
    types: { bigint: postgres.BigInt, numeric: NUMERIC },
  };
  return postgres(given as unknown as postgres.Options<Record<string, never>>) as unknown as Sql;
}
