import type { refunds, transfers } from "@/drizzle/schema";
import type { MemberContext } from "@/lib/base/context/context";
import { type Cell, columns, type Table } from "@/lib/base/exports/table";
import { formatCursor } from "@/lib/base/lists/cursor";
import { inTurn } from "@/lib/base/pacing/turns";
import { isoWithOffset } from "@/lib/base/time/iso-with-offset";
import { tronFromHex } from "@/lib/base/tron/address";
import { decimalFromMinor, decimalsOf } from "@/lib/base/values/currencies";
import { readCursor } from "@/lib/payments/lists/cursor";
import type { Payment } from "@/lib/payments/lists/fetch";
import type { PaymentFilter } from "@/lib/payments/lists/filter";
import { flagsOf } from "@/lib/payments/lists/flags";
import { listPayments } from "@/lib/payments/lists/list";

/** Payments that one query reads. */
const CHUNK = 500;

export const EXPORT_COLUMNS = columns([
  ["id", "text"],
  ["created_at", "time"],
  ["terminal", "text"],
  ["reference", "text"],
  ["amount_usdt", "amount"],
  ["status", "text"],
  ["ended_at", "time"],
  ["received_usdt", "amount"],
  ["uncounted_usdt", "amount"],
  ["flags", "text"],
  ["environment", "text"],
  ["expires_at", "time"],
  ["terminal_id", "text"],
  ["metadata", "text"],
  ["status_label", "text"],
  ["transaction_hash", "text"],
  ["payer", "text"],
  ["fee_usdt", "amount"],
  ["refunded_usdt", "amount"],
  ["price_amount", "decimal"],
  ["price_currency", "text"],
  ["price_rate", "decimal"],
]);

/** Till takes no fee, and the payer pays the network's. */
const FEE_MICROS = 0n;

type Input = {
  filter: PaymentFilter;
  zone: string;
  /** names a payment's status as the list does */
  label: (payment: Payment) => string;
  signal?: AbortSignal;
  chunk?: number;
};

/**
 * The filtered payments for a file, newest first. A reader that takes its time holds no connection, and `signal` ends
 * the reading between two queries. Several transactions or payers of a payment are separated by blanks; hashes have no
 * `0x`.
 */
export function exportPayments(ctx: MemberContext, input: Input): Table {
  return { title: "Payments", columns: EXPORT_COLUMNS, zone: input.zone, pieces: readPieces(ctx, input) };
}

async function* readPieces(ctx: MemberContext, input: Input): AsyncGenerator<Cell[][]> {
  const { filter, chunk: limit = CHUNK, signal } = input;
  let before: string | null = null;
  let since: string | null = null;
  do {
    const page = { filter, cursor: readCursor({ before }), limit, since };
    const [found, arrived, refunded] = await inTurn(ctx.actor.userId, async () => {
      const { payments, older } = await listPayments(ctx, page);
      const ids = payments.map(({ id }) => id);
      return [{ payments, older }, await transfersOf(ctx, ids), await refundedOf(ctx, ids)] as const;
    });
    if (signal?.aborted) return;
    yield found.payments.map((payment) => [
      ...toCells(payment, arrived.get(payment.id) ?? [], input),
      refunded.get(payment.id) ?? 0n,
      ...priceCells(payment),
    ]);
    before = found.older ?? (since && formatCursor(since, LOWEST_ID));
    since = sinceOf(found.payments, input);
  } while (before && !signal?.aborted);
}

/** Below every payment's, so that a page that ended at a moment goes on before it. */
const LOWEST_ID = "00000000-0000-0000-0000-000000000000";

/**
 * How far back the next page has to look, by how far this one went: without it a page reads its own number of payments
 * of each terminal. Null, which means as far as there are any, after a page with few.
 */
function sinceOf(payments: Payment[], { filter, chunk = CHUNK }: Input): string | null {
  const timeOf = (payment?: Payment) => (filter.paid_from || filter.paid_to ? payment?.paidAt : payment?.createdAt);
  const [first, last] = [timeOf(payments[0]), timeOf(payments.at(-1))];
  if (!first || !last || payments.length < chunk / 4) return null;
  const spanMs = Math.max(first.getTime() - last.getTime(), 1_000);
  return new Date(last.getTime() - 1.5 * spanMs).toISOString().replace("Z", "000Z");
}

function toCells(payment: Payment, arrived: Arrived[], { zone, label }: Input): Cell[] {
  const payers = arrived.flatMap(({ fromAddress }) => (fromAddress ? tronFromHex(fromAddress) : []));
  const hashes = arrived.map(({ txHash }) => txHash.replace(/^0x/, ""));
  return [...cells(payment, zone), label(payment), joined(hashes), joined(payers), FEE_MICROS];
}

/** What the payment was quoted from; empty without a price. The rate is the USDT for one unit, without the spread. */
function priceCells({ quote }: Payment): Cell[] {
  if (!quote) return [null, null, null];
  const { currency, minor, rate } = quote;
  return [decimalFromMinor(minor, decimalsOf(currency) ?? 0), currency, rate];
}

type Arrived = Pick<typeof transfers.$inferSelect, "intentId" | "txHash" | "fromAddress">;

/** The transfers to each payment, applied or not, oldest first. */
async function transfersOf(ctx: MemberContext, ids: string[]): Promise<Map<string | null, Arrived[]>> {
  const rows = await ctx.db.sql<Arrived[]>`
    select t.intent_id as "intentId", t.tx_hash as "txHash", t.from_address as "fromAddress" from transfers t
     where t.merchant_id = ${ctx.merchantId} and t.intent_id = any(${ids}::uuid[])
     order by t.created_at, t.log_index, t.id`;
  const arrived = new Map<string | null, Arrived[]>();
  for (const row of rows) arrived.set(row.intentId, [...(arrived.get(row.intentId) ?? []), row]);
  return arrived;
}

/** What of each payment was refunded for good. */
async function refundedOf(ctx: MemberContext, ids: string[]): Promise<Map<string | null, bigint>> {
  const rows = await ctx.db.sql<(Pick<typeof refunds.$inferSelect, "intentId"> & { micros: bigint })[]>`
    select f.intent_id as "intentId", sum(f.amount_micros) as micros from refunds f
     where f.merchant_id = ${ctx.merchantId} and f.intent_id = any(${ids}::uuid[]) and f.status = 'final'
     group by f.intent_id`;
  return new Map(rows.map(({ intentId, micros }) => [intentId, micros]));
}

function joined(values: string[]): string {
  return [...new Set(values)].join(" ");
}

function cells(payment: Payment, zone: string): Cell[] {
  const moment = (at: Date | null) => at && isoWithOffset(at, zone);
  return [
    payment.id,
    moment(payment.createdAt),
    payment.terminalName,
    payment.reference,
    payment.amountMicros,
    payment.status,
    moment(payment.endedAt),
    payment.receivedMicros,
    payment.uncountedMicros,
    flagsOf(payment.flags).join(" "),
    payment.environment,
    moment(payment.expiresAt),
    payment.terminalId,
    payment.metadata && JSON.stringify(payment.metadata),
  ];
}
