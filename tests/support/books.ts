import { systemContext } from "@/lib/base/context/context";
import { database } from "@/lib/base/db/client";
import { bookDue } from "@/lib/settlement/books/book";

/** Books all that waits, as an engine does; nothing may be left. */
export async function bookAll(): Promise<void> {
  const ctx = systemContext(database(), "test");
  while ((await bookDue(ctx)) > 0);
  const [left] = await ctx.db.sql`select count(*)::int as count from book_queue where not_before > now()`;
  if (left?.count !== 0) throw new Error(`${left?.count} facts could not be booked`);
}

export type StoredLine = {
  number: number;
  kind: string;
  micros: bigint;
  currency: string | null;
  value: bigint | null;
  rate: string | null;
  rateSource: string | null;
  reversedValue: bigint | null;
  reverses: number | null;
  at: Date;
  address: string | null;
  counterparty: string | null;
  txHash: string | null;
  intentId: string | null;
  refundId: string | null;
  sourceId: string;
};

/** The lines of a business by number. */
export function linesOf(merchantId: string, environment = "sandbox") {
  return database().sql<StoredLine[]>`
    select number::int, kind, micros, currency, value_minor as value, rate, rate_source as "rateSource",
           reversed_value_minor as "reversedValue", reverses::int, occurred_at as at, address, counterparty, tx_hash as "txHash",
           intent_id as "intentId", refund_id as "refundId", source_id as "sourceId"
      from book_lines where merchant_id = ${merchantId} and environment = ${environment} order by number`;
}

/** `sale 27.13 24.90`, with the number of the line that it reverses. */
export function brief({ kind, micros, value, reverses, reversedValue }: StoredLine): string {
  const words = [kind, Number(micros) / 1e6, ...(value === null ? [] : [Number(value) / 100])];
  if (reversedValue !== null) words.push(`of ${Number(reversedValue) / 100}`);
  if (reverses !== null) words.push(`reverses ${reverses}`);
  return words.join(" ");
}
