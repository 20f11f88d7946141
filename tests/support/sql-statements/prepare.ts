import type { Sql } from "@/lib/base/db/client";
import type { Column } from "@/tests/support/sql-statements/rows";

/** What PostgreSQL says of a statement without running it. */
export type Description = { columns: Column[]; parameters: string[] };

/** Prepares texts in the database as the driver does for these parameters. Rejects with PostgreSQL's error. */
export async function createPreparer(sql: Sql): Promise<(text: string, values: unknown[]) => Promise<Description>> {
  const types = await sql<{ oid: number; name: string }[]>`select oid::int as oid, typname as name from pg_type`;
  const attributes = await sql<{ place: string; name: string }[]>`
    select attrelid || '.' || attnum as place, attname as name from pg_attribute
     where not attnotnull and attnum > 0`;
  const names = new Map(types.map(({ oid, name }) => [oid, name]));
  const nullable = new Map(attributes.map(({ place, name }) => [place, name]));
  const nameOf = (oid: number) => names.get(oid) ?? String(oid);

  return async (text, values) => {
    const statement = await sql.unsafe(text, values as never[]).describe();
    return {
      columns: statement.columns.map(({ name, type, table, number }) => {
        const source = nullable.get(`${table}.${number}`);
        return {
          name,
          type: nameOf(type),
          isNullable: source !== undefined && !text.replaceAll(`"`, "").includes(`${source} is not null`),
        };
      }),
      parameters: statement.types.map(nameOf),
    };
  };
}
