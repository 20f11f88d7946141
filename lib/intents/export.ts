import { stringify } from "csv-stringify/sync";
import type { transfers } from "@/drizzle/schema";
import type { MemberContext } from "@/lib/context";
import type { Payment } from "@/lib/intents/fetch-payments";
import { listPayments } from "@/lib/intents/list";
import { readCursor } from "@/lib/intents/payment-cursor";
import type { PaymentFilter } from "@/lib/intents/payment-filter";
import { flagsOf } from "@/lib/intents/payment-flags";
import { decimalFromMicros } from "@/lib/money";
import { isoWithOffset } from "@/lib/time/iso-with-offset";
import { tronFromHex } from "@/lib/tron/address";

const CHUNK = 2_000;

/** The header row. Names never change; new columns are added at the end. */
export const EXPORT_COLUMNS = [
  "id",
  "created_at",
  "terminal",
  "reference",
  "amount_usdt",
  "status",
  "ended_at",
  "received_usdt",
  "uncounted_usdt",
  "flags",
  "environment",
  "expires_at",
  "terminal_id",
  "metadata",
  "status_label",
  "transaction_hash",
  "payer",
  "fee_usdt",
] as const;

/** Till takes no fee, and the payer pays the network's. */
const FEE = "0";

type Input = {
  filter: PaymentFilter;
  zone: string;
  /** names a payment's status as the list does */
  label: (payment: Payment) => string;
  signal?: AbortSignal;
  chunk?: number;
};

/**
 * The filtered payments as CSV (RFC 4180, UTF-8 with a byte order mark) in chunks: memory stays flat, a slow reader holds no connection, and
 * `signal` stops between two chunks. Times are ISO 8601 with the merchant's offset, amounts plain decimals, and text that a
 * spreadsheet would run as a formula is escaped. Several transactions or payers of a payment are separated by blanks.
 */
export async function* exportPayments(ctx: MemberContext, input: Input): AsyncGenerator<string> {
  yield csv([[...EXPORT_COLUMNS]], { bom: true });
  let before: string | null = null;
  do {
    const page = await listPayments(ctx, {
      filter: input.filter,
      cursor: readCursor({ before }),
      limit: input.chunk ?? CHUNK,
    });
    if (input.signal?.aborted) return;
    if (page.payments.length > 0) yield csv(await linesOf(ctx, page.payments, input));
    before = page.older;
  } while (before && !input.signal?.aborted);
}

async function linesOf(ctx: MemberContext, payments: Payment[], { zone, label }: Input): Promise<string[][]> {
  const arrived = await transfersOf(
    ctx,
    payments.map(({ id }) => id),
  );
  return payments.map((payment) => {
    const own = arrived.get(payment.id) ?? [];
    const payers = own.flatMap(({ fromAddress }) => (fromAddress ? tronFromHex(fromAddress) : []));
    const hashes = own.map(({ txHash }) => txHash);
    return [...cells(payment, zone), label(payment), joined(hashes), joined(payers), FEE];
  });
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

function joined(values: string[]): string {
  return [...new Set(values)].join(" ");
}

function cells(payment: Payment, zone: string): string[] {
  const moment = (at: Date | null) => (at ? isoWithOffset(at, zone) : "");
  return [
    payment.id,
    moment(payment.createdAt),
    payment.terminalName,
    payment.reference ?? "",
    decimalFromMicros(payment.amountMicros),
    payment.status,
    moment(payment.endedAt),
    decimalFromMicros(payment.receivedMicros),
    decimalFromMicros(payment.uncountedMicros),
    flagsOf(payment.flags).join(" "),
    payment.environment,
    moment(payment.expiresAt),
    payment.terminalId,
    payment.metadata ? JSON.stringify(payment.metadata) : "",
  ];
}

function csv(rows: string[][], options: { bom?: boolean } = {}): string {
  return stringify(rows, { escape_formulas: true, record_delimiter: "\r\n", ...options });
}
