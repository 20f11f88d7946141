import type { MemberContext } from "@/lib/base/context/context";
import { type Cell, columns, type Table } from "@/lib/base/exports/table";
import { inTurn } from "@/lib/base/pacing/turns";
import { isoWithOffset } from "@/lib/base/time/iso-with-offset";
import { type FundsRow, fetchFunds, listFundsIds, presentFunds } from "@/lib/settlement/funds/funds";

/** Addresses that one query reads. */
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

type Input = { zone: string; signal?: AbortSignal };

/** The funds at the merchant's addresses for a file, largest first; `signal` ends the reading between two queries. */
export function exportFunds(ctx: MemberContext, input: Input): Table {
  return { title: "Funds", columns: COLUMNS, zone: input.zone, pieces: readPieces(ctx, input) };
}

async function* readPieces(ctx: MemberContext, { zone, signal }: Input): AsyncGenerator<Cell[][]> {
  const who = ctx.actor.userId;
  const ids = await inTurn(who, () => listFundsIds(ctx));
  for (let start = 0; start < ids.length && !signal?.aborted; start += CHUNK) {
    const rows = await inTurn(who, () => fetchFunds(ctx, ids.slice(start, start + CHUNK)));
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
