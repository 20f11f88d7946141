import type { Context } from "@/lib/base/context/context";
import { columnName, SEALED_COLUMNS } from "@/lib/base/encryption/sealed-columns";

export type SealedCount = { column: string; keyId: string; rows: number };

/** Counts the secrets of each column by the key that encrypted them. */
export async function countByKey(ctx: Context): Promise<SealedCount[]> {
  const { sql } = ctx.db;
  const counts: SealedCount[] = [];
  for (const sealed of SEALED_COLUMNS) {
    const [table, column] = [sql(sealed.table), sql(sealed.column)];
    const rows = await sql<{ keyId: string; rows: number }[]>`
      select encode(substring(${column} from 2 for 4), 'hex') as "keyId", count(*)::int as rows
        from ${table} where ${column} is not null group by 1 order by 1`;
    counts.push(...rows.map((row) => ({ column: columnName(sealed), ...row })));
  }
  return counts;
}
