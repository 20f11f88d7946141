import type { MerchantContext } from "@/lib/context";
import { type Cell, columns, type Table } from "@/lib/exports/table";
import { type FundsRow, fetchFunds, listFundsIds, presentFunds } from "@/lib/funds/funds";
import { isoWithOffset } from "@/lib/time/iso-with-offset";

const CHUNK = 1_000;

const COLUMNS = columns([
  ["address", "text"],
  ["index", "count"],
  ["state", "text"],
  ["balance_usdt", "amount"],
  ["balance_at", "time"],
  ["received_usdt", "amount"],
  ["sent_usdt", "amount"],
  ["ledger_usdt", "amount"],
  ["agrees", "text"],
  ["last_used_at", "time"],
  ["opening_usdt", "amount"],
]);

/** The funds at the merchant's addresses for a file, largest first. */
export function exportFunds(ctx: MerchantContext, { zone }: { zone: string }): Table {
  return { title: "Funds", columns: COLUMNS, zone, pieces: readPieces(ctx, zone) };
}

async function* readPieces(ctx: MerchantContext, zone: string): AsyncGenerator<Cell[][]> {
  const ids = await listFundsIds(ctx);
  for (let start = 0; start < ids.length; start += CHUNK) {
    const rows = await fetchFunds(ctx, ids.slice(start, start + CHUNK));
    yield rows.map((row) => cells(presentFunds(row), zone));
  }
}

function cells(row: FundsRow, zone: string): Cell[] {
  const moment = (at: Date | null) => at && isoWithOffset(at, zone);
  return [
    row.address,
    row.index,
    row.state,
    row.balanceMicros,
    moment(row.balanceAt),
    row.receivedMicros,
    row.sentMicros,
    row.ledgerMicros,
    row.agrees === null ? null : row.agrees ? "yes" : "no",
    moment(row.lastLeasedAt),
    row.openingMicros,
  ];
}
