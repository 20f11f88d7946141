import type { Sql } from "@/lib/base/db/client";
import { connect } from "@/lib/base/db/connect";
import { requireRow } from "@/lib/base/db/require-row";
import { EnvError } from "@/lib/base/process/env";

const OLDEST = 140_000;

type Rights = {
  role: string;
  database: string;
  hasPublic: boolean;
  mayUse: boolean;
  mayCreate: boolean;
  mayCreateSchema: boolean;
  mayReadVersion: boolean;
};

/** Error: `EnvError` unless it is a PostgreSQL that Till knows, with a database that can store any text. */
export async function requireKnownServer(sql: Sql): Promise<void> {
  const [facts] = await sql<[{ version: string; number: number; encoding: string; database: string }]>`
    select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
           current_setting('server_encoding') as encoding, current_database() as database`;
  if (facts.number < OLDEST) {
    throw new EnvError(`The database server is PostgreSQL ${facts.version}. Till needs version 14 or later.`);
  }
  if (facts.encoding === "UTF8") return;
  throw new EnvError(
    `The database ${facts.database} has the encoding ${facts.encoding}, which can't store all names. Till needs UTF8. Create ` +
      "another one, for example: create database till encoding 'UTF8' template template0;",
  );
}

/**
 * Error: `EnvError` with the statements that grant what the role lacks. `isMissing`: migrations are to be applied,
 * which needs more rights.
 */
export async function requireRights(sql: Sql, isMissing: (sql: Sql) => Promise<boolean>): Promise<void> {
  const rights = requireRow(
    await sql<Rights[]>`
    select quote_ident(current_user) as role, quote_ident(current_database()) as database,
           to_regnamespace('public') is not null as "hasPublic",
           coalesce(has_schema_privilege(to_regnamespace('public'), 'usage'), false) as "mayUse",
           coalesce(has_schema_privilege(to_regnamespace('public'), 'create'), false) as "mayCreate",
           coalesce(has_schema_privilege(to_regnamespace('drizzle'), 'create'),
                    has_database_privilege(current_database(), 'create')) as "mayCreateSchema",
           coalesce(has_schema_privilege(to_regnamespace('drizzle'), 'usage'), true) as "mayReadVersion"`,
  );
  const isIncomplete = rights.mayReadVersion && (await isMissing(sql));
  const grants = missingGrants(rights, isIncomplete);
  if (grants.length === 0) return isIncomplete ? undefined : requireTables(sql, rights.role);
  throw new EnvError(
    `The role ${rights.role} lacks rights in the database ${rights.database}. As its owner or an administrator, run there: ` +
      grants.join(" "),
  );
}

function missingGrants(rights: Rights, isMissing: boolean): string[] {
  const { role, database, hasPublic, mayUse, mayCreate, mayCreateSchema, mayReadVersion } = rights;
  return [
    ...(hasPublic ? [] : ["create schema public;"]),
    ...(isMissing && !mayCreateSchema ? [`grant create on database ${database} to ${role};`] : []),
    ...(isMissing && !mayCreate ? [`grant usage, create on schema public to ${role};`] : []),
    ...(mayReadVersion
      ? []
      : [`grant usage on schema drizzle to ${role};`, `grant select on all tables in schema drizzle to ${role};`]),
    ...(!isMissing && !mayUse ? [`grant usage on schema public to ${role};`] : []),
  ];
}

/** Tables that another role has made, by a restore for example. */
async function requireTables(sql: Sql, role: string): Promise<void> {
  const [refused] = await sql<{ table: string }[]>`
    select relname as table from pg_class c
     where relnamespace = to_regnamespace('public') and relkind = 'r'
       and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e')
       and not (has_table_privilege(oid, 'select') and has_table_privilege(oid, 'insert')
                and has_table_privilege(oid, 'update') and has_table_privilege(oid, 'delete'))
     order by relname limit 1`;
  if (!refused) return;
  throw new EnvError(
    `The role ${role} may not use the table ${refused.table}. As the owner of the tables, run: grant select, insert, update, ` +
      `delete on all tables in schema public to ${role}; Migrations need their owner itself.`,
  );
}

const ROUNDS = 3;

/**
 * Error: `EnvError` if sessions change their process, or share one, as behind a pooler in transaction mode: locks,
 * `LISTEN` and prepared statements would be others'. Both are held throughout, so one such case is proof.
 */
export async function requireSessions(url: string, variable: string): Promise<void> {
  const sql = connect(url, { max: 2 });
  try {
    const held = await Promise.all([sql.reserve(), sql.reserve()]);
    const seen = held.map(() => new Set<number>());
    for (let round = 0; round < ROUNDS; round++) {
      for (const [index, session] of held.entries()) {
        seen[index]?.add(requireRow(await session<[{ pid: number }]>`select pg_backend_pid() as pid`).pid);
      }
    }
    for (const session of held) session.release();
    if (seen.every(({ size }) => size === 1) && new Set(seen.flatMap((pids) => [...pids])).size === held.length) return;
  } finally {
    await sql.end({ timeout: 5 });
  }
  const what = `${variable} is the URL of a pooler in transaction mode.`;
  const own = "PostgreSQL's own URL, or the pooler's in session mode";
  throw new EnvError(
    variable === "DATABASE_URL" ? `${what} Set DATABASE_DIRECT_URL to ${own}.` : `${what} Set it to ${own}.`,
  );
}
