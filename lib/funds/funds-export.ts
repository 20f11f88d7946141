import { stringify } from "csv-stringify/sync";
import type { MerchantContext } from "@/lib/context";
import { type FundsRow, fetchFunds, listFundsIds, presentFunds } from "@/lib/funds/funds";
import { decimalFromMicros } from "@/lib/money";
import { isoWithOffset } from "@/lib/time/iso-with-offset";

const CHUNK = 1_000;

/** The file's first line. Names stay; new columns come last. */
const COLUMNS = [
  "address",
  "index",
  "state",
  "balance_usdt",
  "balance_at",
  "received_usdt",
  "sent_usdt",
  "ledger_usdt",
  "agrees",
  "last_used_at",
  "opening_usdt",
];

/**
 * The funds at the merchant's addresses as CSV (RFC 4180, UTF-8 with a byte order mark), in chunks, largest first; `signal` aborts between chunks.
 * Values that a spreadsheet would take for a formula are neutralised.
 */
export async function* exportFunds(
  ctx: MerchantContext,
  { zone, signal }: { zone: string; signal?: AbortSignal },
): AsyncGenerator<string> {
  yield csv([COLUMNS], { bom: true });
  const ids = await listFundsIds(ctx);
  for (let start = 0; start < ids.length && !signal?.aborted; start += CHUNK) {
    const rows = await fetchFunds(ctx, ids.slice(start, start + CHUNK));
    yield csv(rows.map((row) => cells(presentFunds(row), zone)));
  }
}

function cells(row: FundsRow, zone: string): string[] {
  const moment = (at: Date | null) => (at ? isoWithOffset(at, zone) : "");
  return [
    row.address,
    row.index === null ? "" : String(row.index),
    row.state,
    row.balanceMicros === null ? "" : decimalFromMicros(row.balanceMicros),
    moment(row.balanceAt),
    decimalFromMicros(row.receivedMicros),
    decimalFromMicros(row.sentMicros),
    decimalFromMicros(row.ledgerMicros),
    row.agrees === null ? "" : row.agrees ? "yes" : "no",
    moment(row.lastLeasedAt),
    row.openingMicros === null ? "" : decimalFromMicros(row.openingMicros),
  ];
}

function csv(rows: string[][], options: { bom?: boolean } = {}): string {
  return stringify(rows, { escape_formulas: true, record_delimiter: "\r\n", ...options });
}
