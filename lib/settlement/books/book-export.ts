import type { MemberContext } from "@/lib/base/context/context";
import { type Cell, columns, type Table } from "@/lib/base/exports/table";
import { inTurn } from "@/lib/base/pacing/turns";
import { isoWithOffset } from "@/lib/base/time/iso-with-offset";
import { tronFromHex } from "@/lib/base/tron/address";
import { decimalFromMicros } from "@/lib/base/values/money";
import type { Span } from "@/lib/payments/reports/report-spans";
import { requirePeriod } from "@/lib/payments/reports/takings";
import { type PresentedLine, presentLine } from "@/lib/settlement/books/present-line";
import { type LineCursor, readLines } from "@/lib/settlement/books/read-lines";
import { reconcile } from "@/lib/settlement/books/reconcile";
import type { Reconciliation } from "@/lib/settlement/books/reconciliation";

/** Lines that one query reads. */
const CHUNK = 1_000;

const COLUMNS = columns([
  ["number", "count"],
  ["date", "day"],
  ["time", "time"],
  ["kind", "text"],
  ["payment_id", "text"],
  ["reference", "text"],
  ["terminal", "text"],
  ["asset", "text"],
  ["quantity", "decimal"],
  ["currency", "text"],
  ["value", "decimal"],
  ["rate", "decimal"],
  ["rate_source", "text"],
  ["reversed_value", "decimal"],
  ["address", "text"],
  ["counterparty", "text"],
  ["transaction", "text"],
  ["reverses", "count"],
  ["booked_at", "time"],
] as const satisfies readonly (readonly [keyof PresentedLine, string])[]);

export type BookInput = Span & { zone: string; now: Date; signal?: AbortSignal; chunk?: number };

/**
 * The lines of a span for a file, oldest first, and then its reconciliation as rows of the kinds `check_…`. Throws at
 * once, before anything is read: `invalid_period` if the span ends before it begins or is over 366 days.
 */
export function exportBooks(ctx: MemberContext, input: BookInput): Table {
  requirePeriod(input);
  return { title: "Accounting", columns: COLUMNS, zone: input.zone, pieces: toCells(ctx, input) };
}

async function* toCells(ctx: MemberContext, input: BookInput): AsyncGenerator<Cell[][]> {
  for await (const piece of readBooks(ctx, input)) {
    if ("lines" in piece) yield piece.lines.map((line) => COLUMNS.map(({ name }) => line[name as keyof PresentedLine]));
    else yield checkRows(piece.reconciliation, input);
  }
}

/** The lines piece by piece, and the reconciliation as the last piece. */
export async function* readBooks(
  ctx: MemberContext,
  { from, to, signal, chunk = CHUNK }: BookInput,
): AsyncGenerator<{ lines: PresentedLine[] } | { reconciliation: Reconciliation }> {
  let saleMicros = 0n;
  let after: LineCursor | undefined;
  for (let isMore = true; isMore && !signal?.aborted; ) {
    const rows = await inTurn(ctx.actor.userId, () => readLines(ctx, { from, to, after, limit: chunk }));
    for (const { kind, micros } of rows) if (kind === "sale") saleMicros += micros;
    yield { lines: rows.map(presentLine) };
    after = rows.at(-1)?.cursor;
    isMore = rows.length === chunk;
  }
  if (signal?.aborted) return;
  yield { reconciliation: await reconcile(ctx, { from, to }, { saleMicros, ...(signal && { signal }) }) };
}

function checkRows({ sales, addresses }: Reconciliation, { to, zone, now }: BookInput): Cell[][] {
  return [
    ["check_sales", sales.linesMicros, null] as const,
    ["check_short", sales.shortMicros, null] as const,
    ["check_takings", sales.takingsMicros, null] as const,
    ["check_difference", sales.differenceMicros, null] as const,
    ...(addresses ? [{ ...addresses, address: null }, ...addresses.differ] : []).flatMap((one) => [
      ["check_address_lines", one.linesMicros, one.address] as const,
      ["check_address_funds", one.fundsMicros, one.address] as const,
      ["check_address_chain", one.chainMicros, one.address] as const,
    ]),
  ].map(([kind, micros, address]) => {
    const row = {
      date: to,
      time: isoWithOffset(now, zone),
      kind,
      asset: "USDT",
      quantity: micros === null ? null : decimalFromMicros(micros),
      address: address && tronFromHex(address),
    };
    return COLUMNS.map(({ name }) => (name in row ? row[name as keyof typeof row] : null));
  });
}
