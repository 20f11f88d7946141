import type { Sql, Transaction } from "@/lib/base/db/client";

/** A table and the columns that hold what was written; generated ones are not among them. */
export type StoredTable = { name: string; columns: string[] };

/**
 * `definition` is that of the constraint behind which the index stands, a primary key for example, or of the index
 * itself.
 */
export type Index = { table: string; name: string; definition: string; isConstraint: boolean };

export type ForeignKey = { table: string; name: string; definition: string };

/** What an extension has brought, such as a view of statistics or a table of map projections, is not the service's. */
const isOwn = (sql: Sql | Transaction) => sql`
  not exists (select from pg_depend d where d.classid = c.tableoid and d.objid = c.oid and d.deptype = 'e')`;

/** The service's tables, which are all of the schema that it creates them in but for those of extensions. */
export function storedTables(sql: Sql | Transaction): Promise<StoredTable[]> {
  return sql<StoredTable[]>`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
      from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and ${isOwn(sql)}
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     group by c.relname order by c.relname`;
}

/** Those of constraints first. */
export function indexes(sql: Sql | Transaction): Promise<Index[]> {
  return sql<Index[]>`
    select c.relname as table, i.relname as name, k.oid is not null as "isConstraint",
           coalesce(pg_get_constraintdef(k.oid), pg_get_indexdef(i.oid)) as definition
      from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class c on c.oid = x.indrelid
      left join pg_constraint k on k.conindid = i.oid and k.contype in ('p', 'u', 'x')
     where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and ${isOwn(sql)}
     order by 3 desc, 1, 2`;
}

export function foreignKeys(sql: Sql | Transaction): Promise<ForeignKey[]> {
  return sql<ForeignKey[]>`
    select c.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
      from pg_constraint k join pg_class c on c.oid = k.conrelid
     where k.contype = 'f' and c.relnamespace = current_schema()::regnamespace and ${isOwn(sql)}
     order by 1, 2`;
}

/** Functions and procedures of that schema that no extension has brought. */
export function ownRoutines(sql: Sql | Transaction): Promise<{ signature: string }[]> {
  return sql<{ signature: string }[]>`
    select c.oid::regprocedure::text as signature from pg_proc c
     where c.pronamespace = current_schema()::regnamespace and ${isOwn(sql)}`;
}

const KINDS: Record<string, string> = {
  r: "table",
  p: "table",
  v: "view",
  m: "view",
  S: "sequence",
  f: "foreign table",
  c: "type",
};

/** What in a database the service could have made, or could be taken for it, each in words: `table orders`. */
export async function foundObjects(sql: Sql): Promise<string[]> {
  const relations = await sql<{ kind: string; name: string }[]>`
    select c.relkind as kind, c.relname as name from pg_class c
     where c.relnamespace = current_schema()::regnamespace and c.relkind not in ('i', 'I', 't')
       and ${isOwn(sql)} order by c.relkind = 'S', c.relname`;
  const [{ migrations }] = await sql<[{ migrations: boolean }]>`
    select to_regnamespace('drizzle') is not null as migrations`;
  return [
    ...relations.map(({ kind, name }) => `${KINDS[kind] ?? "relation"} ${name}`),
    ...(migrations ? ["schema drizzle"] : []),
    ...(await ownRoutines(sql)).map(({ signature }) => `function ${signature}`),
  ];
}

/** True if there is nothing of that in a database. */
export async function holdsNothing(sql: Sql): Promise<boolean> {
  return (await foundObjects(sql)).length === 0;
}
