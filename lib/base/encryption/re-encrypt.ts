import type { Context } from "@/lib/base/context/context";
import { countByKey } from "@/lib/base/encryption/count-by-key";
import { columnName, SEALED_COLUMNS, type SealedColumn } from "@/lib/base/encryption/sealed-columns";
import { log } from "@/lib/base/process/log";
import { currentKeyId, openSecret, sealSecret } from "@/lib/base/process/secrets";

const STEP = 100;

type Row = { id: string; sealed: Buffer };

export type ReEncrypted = {
  /** rows re-encrypted with the current key, by column */
  reEncrypted: Record<string, number>;
  /** rows that no available key can decrypt, by column */
  left: Record<string, number>;
};

/**
 * Re-encrypts all secrets of older keys with the current key, in small steps. After an interruption, call it again to
 * continue. A secret that is replaced at the same time keeps its new value.
 */
export async function reEncrypt(ctx: Context, step = STEP): Promise<ReEncrypted> {
  const reEncrypted: Record<string, number> = {};
  for (const sealed of SEALED_COLUMNS) reEncrypted[columnName(sealed)] = await reEncryptColumn(ctx, sealed, step);
  const others = (await countByKey(ctx)).filter(({ keyId }) => keyId !== currentKeyId());
  const left: Record<string, number> = {};
  for (const { column, rows } of others) left[column] = (left[column] ?? 0) + rows;
  return { reEncrypted, left };
}

async function reEncryptColumn(ctx: Context, sealed: SealedColumn, step: number): Promise<number> {
  let done = 0;
  let rows = await nextRows(ctx, sealed, null, step);
  while (rows.length > 0) {
    for (const row of rows) done += await reEncryptRow(ctx, sealed, row);
    rows = await nextRows(ctx, sealed, rows.at(-1)?.id ?? null, step);
  }
  return done;
}

function nextRows({ db: { sql } }: Context, sealed: SealedColumn, after: string | null, limit: number) {
  const [table, column] = [sql(sealed.table), sql(sealed.column)];
  return sql<Row[]>`
    select id, ${column} as sealed from ${table}
     where ${column} is not null and encode(substring(${column} from 2 for 4), 'hex') <> ${currentKeyId()}
       and (${after}::uuid is null or id > ${after})
     order by id limit ${limit}`;
}

async function reEncryptRow({ db: { sql } }: Context, sealed: SealedColumn, { id, sealed: was }: Row): Promise<number> {
  const [table, column] = [sql(sealed.table), sql(sealed.column)];
  const name = sealed.rowName(id);
  let secret: string;
  try {
    secret = openSecret(was, name);
  } catch (error) {
    log().error({ row: name, err: error }, "a secret could not be decrypted and was left unchanged");
    return 0;
  }
  const written = await sql`
    update ${table} set ${column} = ${sealSecret(secret, name)} where id = ${id} and ${column} = ${was}`;
  return written.count;
}
