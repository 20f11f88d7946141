import type { Sql, Transaction } from "@/lib/db/client";

/** A table and the columns that hold what was written; generated ones are not among them. */
export type StoredTable = { name: string; columns: string[] };

/** `definition` is that of the constraint behind which the index stands, a primary key for example, or of the index itself. */
export type Index = { table: string; name: string; definition: string; isConstraint: boolean };

export type ForeignKey = { table: string; name: string; definition: string };

/** The service's tables, which are all of the schema that it creates them in. */
export function storedTables(sql: Sql | Transaction): Promise<StoredTable[]> {
  return sql<StoredTable[]>`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
      from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     group by c.relname order by c.relname`;
}

/** Those of constraints first. */
export function indexes(sql: Sql | Transaction): Promise<Index[]> {
  return sql<Index[]>`
    select t.relname as table, i.relname as name, k.oid is not null as "isConstraint",
           coalesce(pg_get_constraintdef(k.oid), pg_get_indexdef(i.oid)) as definition
      from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
      left join pg_constraint k on k.conindid = i.oid and k.contype in ('p', 'u', 'x')
     where t.relnamespace = current_schema()::regnamespace and t.relkind = 'r' order by 3 desc, 1, 2`;
}

export function foreignKeys(sql: Sql | Transaction): Promise<ForeignKey[]> {
  return sql<ForeignKey[]>`
    select c.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
      from pg_constraint k join pg_class c on c.oid = k.conrelid
     where k.contype = 'f' and c.relnamespace = current_schema()::regnamespace order by 1, 2`;
}

/** Functions and procedures of that schema that no extension has brought. */
export function ownRoutines(sql: Sql | Transaction): Promise<{ signature: string }[]> {
  return sql<{ signature: string }[]>`
    select p.oid::regprocedure::text as signature from pg_proc p
     where p.pronamespace = current_schema()::regnamespace
       and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`;
}

/** True if there is nothing in a database that the service could have made, or that could be taken for it. */
export async function holdsNothing(sql: Sql): Promise<boolean> {
  const [found] = await sql<[{ relations: boolean; migrations: boolean }]>`
    select exists (select from pg_class where relnamespace = current_schema()::regnamespace) as relations,
           to_regnamespace('drizzle') is not null as migrations`;
  return !found.relations && !found.migrations && (await ownRoutines(sql)).length === 0;
}
