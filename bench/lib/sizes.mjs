import { kilobytes, whole } from "./numbers.mjs";
import { row } from "./table.mjs";

/** For how long what a payment leaves behind is kept, as in docs/operations/run.md. */
const KEPT = {
  payment_intents: "forever",
  transfers: "forever",
  sales_sums: "forever",
  unpaid_sums: "forever",
  price_sums: "forever",
  events: "180 days",
  webhook_deliveries: "180 days",
  webhook_attempts: "30 days",
  api_requests: "30 days",
  idempotency_keys: "24 hours",
};

/** Bytes of every table with its indexes, by name. */
export async function sizes(sql) {
  const rows = await sql`
    select relname as name, pg_total_relation_size(oid)::float8 as bytes from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace`;
  return Object.fromEntries(rows.map(({ name, bytes }) => [name, bytes]));
}

/** What each of `count` payments added between two `sizes`: in all, and by how long it is kept. `wanted` in kB. */
export function bytesRows(before, after, count, wanted = null) {
  const tables = Object.keys(after)
    .map((name) => ({ name, bytes: (after[name] - before[name]) / count }))
    .filter(({ bytes }) => bytes >= 1);
  const sum = (rows) => rows.reduce((total, { bytes }) => total + bytes, 0);
  const ofPeriod = (kept) => tables.filter(({ name }) => (KEPT[name] ?? "by other rules") === kept);
  return [
    row({
      path: "bytes of a payment in PostgreSQL",
      measured: kilobytes(sum(tables)),
      baseline: `of ${whole(count)} payments`,
      value: sum(tables) / 1_000,
      wanted,
    }),
    ...[...new Set(tables.map(({ name }) => KEPT[name] ?? "by other rules"))].map((kept) =>
      row({
        path: `kept ${kept}`,
        measured: kilobytes(sum(ofPeriod(kept))),
        baseline: ofPeriod(kept)
          .map(({ name, bytes }) => `${name} ${whole(bytes)}`)
          .join(", "),
      }),
    ),
  ];
}
