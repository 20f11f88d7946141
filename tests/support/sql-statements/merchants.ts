import type { Node } from "typescript/unstable/ast";
import type { Sql } from "@/lib/base/db/client";
import { readBuilder } from "@/tests/support/sql-statements/builder";
import { findUnfiltered, type Ownership } from "@/tests/support/sql-statements/merchant-filter";
import { functionOf, placeOf, type Source, withPlace } from "@/tests/support/sql-statements/project";
import type { ReadStatements } from "@/tests/support/sql-statements/statements";
import { UNFILTERED } from "@/tests/support/sql-statements/unfiltered";

export type MerchantReport = {
  /** statements that were read, of plain SQL and of the query builder */
  plain: number;
  built: number;
  /** tables in statements without the merchant, `lib/business/keys/find.ts:42 selectKeys: api_keys …` */
  unfiltered: string[];
  /** exceptions that no statement needs, `lib/business/keys/find.ts selectKeys: api_keys` */
  unneeded: string[];
};

/** Looks for the merchant in every statement of the service on a table that has a `merchant_id`. */
export function checkMerchants(ownership: Ownership, source: Source, read: ReadStatements): MerchantReport {
  const plain = read.statements.map(({ template, texts }) => ({
    node: template,
    texts: texts.map(({ text }) => text),
  }));
  const built = readBuilder(source).map(({ node, text }) => ({ node, texts: [text] }));
  const statements = [...plain, ...built].map((one) => ({ ...one, place: functionOf(one.node) }));
  const find = ({ node, texts }: (typeof statements)[number], excepted: ReadonlySet<string>) =>
    withPlace(node, () => texts.flatMap((text) => findUnfiltered(text, ownership, excepted)));
  const unfiltered = statements.flatMap((one) =>
    find(one, exceptedTables(one.place)).map((found) => lineOf(one.node, found)),
  );
  const isNeeded = (place: string, table: string) => {
    const others = new Set([...exceptedTables(place)].filter((one) => one !== table));
    return statements.some((one) => one.place === place && find(one, others).some((found) => found.table === table));
  };
  const unneeded = UNFILTERED.flatMap(({ tables, places }) =>
    places.flatMap((place) => tables.filter((table) => !isNeeded(place, table)).map((table) => `${place}: ${table}`)),
  );
  return { plain: plain.length, built: built.length, unfiltered: [...new Set(unfiltered)], unneeded };
}

/** What a function may read without the merchant. */
function exceptedTables(place: string): ReadonlySet<string> {
  return new Set(UNFILTERED.flatMap(({ tables, places }) => (places.includes(place) ? tables : [])));
}

function lineOf(node: Node, { table, problem }: { table: string; problem: string }): string {
  return `${placeOf(node)} ${functionOf(node).split(" ")[1]}: ${table} ${problem}`;
}

/** The tables of the migrated database and the foreign keys that include the merchant. */
export async function readOwnership(sql: Sql): Promise<Ownership> {
  const tables = await sql<{ table: string; columns: string[] }[]>`
    select table_name as table, array_agg(column_name::text) as columns
      from information_schema.columns where table_schema = 'public' group by table_name`;
  const keys = await sql<{ link: string }[]>`
    select c.conrelid::regclass || '.' || a.attname || ' ' || c.confrelid::regclass || '.' || b.attname as link
      from pg_constraint c
     cross join unnest(c.conkey, c.confkey) as k(own, other)
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.own
      join pg_attribute b on b.attrelid = c.confrelid and b.attnum = k.other
     where c.contype = 'f' and a.attname <> 'merchant_id' and exists (
       select from pg_attribute m
        where m.attrelid = c.conrelid and m.attnum = any(c.conkey) and m.attname = 'merchant_id')`;
  return {
    columns: new Map(tables.map(({ table, columns }) => [table, new Set(columns)])),
    links: new Set(keys.map(({ link }) => link)),
  };
}
