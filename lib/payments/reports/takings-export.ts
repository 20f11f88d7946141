import { type Cell, columns, type Table } from "@/lib/base/exports/table";
import { isoWithOffset } from "@/lib/base/time/iso-with-offset";
import { decimalFromMinor, decimalsOf } from "@/lib/base/values/currencies";
import type { TakingsRow } from "@/lib/payments/reports/takings";

const COLUMNS = columns([
  ["day", "day"],
  ["terminal", "text"],
  ["payments", "count"],
  ["takings_usdt", "amount"],
  ["starts_at", "time"],
  ["ends_at", "time"],
  ["zone", "text"],
  ["terminal_id", "text"],
  ["refunds", "count"],
  ["refunded_usdt", "amount"],
  ["net_usdt", "amount"],
  ["price_amount", "decimal"],
  ["price_currency", "text"],
]);

type Pieces = AsyncIterable<readonly TakingsRow[]> | Iterable<readonly TakingsRow[]>;

/**
 * Takings for a file, a row per business day and terminal, and what was refunded on that day; times have the terminal's
 * offset. Refunds of money without a payment are only in the file of refunds.
 */
export function exportTakings(pieces: Pieces): Table {
  return { title: "Takings", columns: COLUMNS, zone: null, pieces: toCells(pieces) };
}

async function* toCells(pieces: Pieces): AsyncGenerator<Cell[][]> {
  for await (const rows of pieces) yield rows.map(cells);
}

function cells(row: TakingsRow): Cell[] {
  return [
    row.day,
    row.terminalName,
    Number(row.sales),
    row.micros,
    isoWithOffset(row.starts, row.zone),
    isoWithOffset(row.ends, row.zone),
    row.zone,
    row.terminalId,
    Number(row.refunds),
    row.refundedMicros,
    row.micros - row.refundedMicros,
    ...priceCells(row),
  ];
}

/** What payments were priced at in the business's currency of the day; both empty without any. */
function priceCells({ prices, currency }: TakingsRow): Cell[] {
  const price = prices.find((one) => one.currency === currency);
  if (!price) return [null, null];
  return [decimalFromMinor(price.minor, decimalsOf(price.currency) ?? 0), price.currency];
}
