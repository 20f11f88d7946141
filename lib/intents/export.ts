import { stringify } from "csv-stringify/sync";
import type { MemberContext } from "@/lib/context";
import type { Payment } from "@/lib/intents/fetch-payments";
import { listPayments } from "@/lib/intents/list";
import { readCursor } from "@/lib/intents/payment-cursor";
import { flagsOf, type PaymentFilter } from "@/lib/intents/payment-filter";
import { decimalFromMicros } from "@/lib/money";
import { isoWithOffset } from "@/lib/time/iso-with-offset";

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
] as const;

/**
 * The filtered payments as CSV (RFC 4180, UTF-8) in chunks: memory stays flat, a slow reader holds no connection, and
 * `signal` stops between two chunks. Times are ISO 8601 with the merchant's offset, amounts plain decimals, and text that a
 * spreadsheet would run as a formula is escaped.
 */
export async function* exportPayments(
  ctx: MemberContext,
  input: { filter: PaymentFilter; zone: string; signal?: AbortSignal; chunk?: number },
): AsyncGenerator<string> {
  yield csv([[...EXPORT_COLUMNS]]);
  let before: string | null = null;
  do {
    const page = await listPayments(ctx, {
      filter: input.filter,
      cursor: readCursor({ before }),
      limit: input.chunk ?? CHUNK,
    });
    if (input.signal?.aborted) return;
    if (page.payments.length > 0) yield csv(page.payments.map((payment) => cells(payment, input.zone)));
    before = page.older;
  } while (before && !input.signal?.aborted);
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

function csv(rows: string[][]): string {
  return stringify(rows, { escape_formulas: true, record_delimiter: "\r\n" });
}
