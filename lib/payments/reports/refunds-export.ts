import type { outgoingTransfers, paymentIntents, refunds, terminals } from "@/drizzle/schema";
import type { MemberContext } from "@/lib/base/context/context";
import { visibleTerminals } from "@/lib/base/context/visible-terminals";
import { type Cell, columns, type Table } from "@/lib/base/exports/table";
import { inTurn } from "@/lib/base/pacing/turns";
import { businessDay } from "@/lib/base/time/business-day";
import { isoWithOffset } from "@/lib/base/time/iso-with-offset";
import type { Span } from "@/lib/payments/reports/report-spans";
import { requirePeriod } from "@/lib/payments/reports/takings";

/** Refunds that one query reads. */
const CHUNK = 500;

const COLUMNS = columns([
  ["day", "day"],
  ["final_at", "time"],
  ["terminal", "text"],
  ["reference", "text"],
  ["refunded_usdt", "amount"],
  ["reason", "text"],
  ["transaction_hash", "text"],
  ["payment_id", "text"],
  ["refund_id", "text"],
  ["terminal_id", "text"],
  ["zone", "text"],
  ["environment", "text"],
]);

type Row = Pick<typeof refunds.$inferSelect, "id" | "environment" | "amountMicros" | "reason" | "intentId"> &
  Pick<typeof refunds.$inferSelect, "simulatedTxHash" | "finalAt"> & {
    /** when it became final, to the microsecond */
    at: string;
    day: string;
    zone: string;
    txHash: (typeof outgoingTransfers.$inferSelect)["txHash"] | null;
    reference: (typeof paymentIntents.$inferSelect)["reference"];
    terminalId: (typeof terminals.$inferSelect)["id"] | null;
    terminalName: (typeof terminals.$inferSelect)["name"] | null;
  };

/** Business days, both included, and terminals; none: every one that the member can see. */
type RefundsOf = Span & { terminals: string[] };

type Options = { signal?: AbortSignal; chunk?: number };

/**
 * The final refunds of a report's days for a file, oldest first; their sum is the report's. A day is the terminal's
 * business day; of money without a payment, the calendar day of the business, and without a terminal. Errors as of
 * `takings`.
 */
export function exportRefunds(ctx: MemberContext, input: RefundsOf, options: Options = {}): Table {
  requirePeriod(input);
  return { title: "Refunds", columns: COLUMNS, zone: null, pieces: readPieces(ctx, input, options) };
}

async function* readPieces(
  ctx: MemberContext,
  input: RefundsOf,
  { signal, chunk = CHUNK }: Options,
): AsyncGenerator<Cell[][]> {
  let after: Pick<Row, "at" | "id"> | undefined = { at: "-infinity", id: LOWEST_ID };
  while (after && !signal?.aborted) {
    const rows: Row[] = await inTurn(ctx.actor.userId, () =>
      readRefunds(ctx, input, after as NonNullable<typeof after>, chunk),
    );
    yield rows.map(toCells);
    after = rows.length < chunk ? undefined : rows.at(-1);
  }
}

const LOWEST_ID = "00000000-0000-0000-0000-000000000000";

function readRefunds(
  ctx: MemberContext,
  { from, to, terminals: chosen }: RefundsOf,
  after: Pick<Row, "at" | "id">,
  chunk: number,
): Promise<Row[]> {
  const { sql } = ctx.db;
  return sql<Row[]>`
    select d.id, d.environment, d.amount_micros as "amountMicros", d.reason, d.intent_id as "intentId",
           d.simulated_tx_hash as "simulatedTxHash", d.final_at as "finalAt", d.final_at::text as at, d.day::text as day,
           d.zone, d.tx_hash as "txHash", d.reference, d.terminal_id as "terminalId", d.terminal_name as "terminalName"
      from (
        select r.*, ${businessDay(sql, "final_at")}::date as day
          from (
            select f.id, f.environment, f.amount_micros, f.reason, f.intent_id, f.simulated_tx_hash, f.final_at, o.tx_hash,
                   i.reference, i.terminal_id, t.name as terminal_name, coalesce(t.time_zone, m.time_zone) as zone,
                   make_interval(mins => coalesce(t.business_day_start_minutes, 0)) as opens
              from refunds f join merchants m on m.id = f.merchant_id
              left join payment_intents i on i.id = f.intent_id and i.merchant_id = f.merchant_id
              left join terminals t on t.id = i.terminal_id and t.merchant_id = f.merchant_id
              left join outgoing_transfers o on o.id = f.outgoing_id and o.merchant_id = f.merchant_id
             where f.merchant_id = ${ctx.merchantId} and f.environment = ${ctx.environment} and f.status = 'final'
               and ${visibleTerminals(ctx, "i.terminal_id")}
               and ${chosen.length === 0 ? sql`true` : sql`i.terminal_id = any(${chosen}::uuid[])`}
               and f.final_at >= ${from}::text::date - interval '2 days'
               and f.final_at < ${to}::text::date + interval '3 days'
               and (f.final_at, f.id) > (${after.at}::text::timestamptz, ${after.id}::uuid)) r) d
     where d.day between ${from}::text::date and ${to}::text::date
     order by d.final_at, d.id limit ${chunk}`;
}

function toCells(row: Row): Cell[] {
  return [
    row.day,
    row.finalAt && isoWithOffset(row.finalAt, row.zone),
    row.terminalName,
    row.reference,
    row.amountMicros,
    row.reason,
    (row.txHash ?? row.simulatedTxHash)?.replace(/^0x/, "") ?? null,
    row.intentId,
    row.id,
    row.terminalId,
    row.zone,
    row.environment,
  ];
}
