import type { transfers } from "@/drizzle/schema";
import type { MemberContext } from "@/lib/context";
import { type Cell, columns, type Table } from "@/lib/exports/table";
import type { Payment } from "@/lib/intents/fetch-payments";
import { listPayments } from "@/lib/intents/list";
import { readCursor } from "@/lib/intents/payment-cursor";
import type { PaymentFilter } from "@/lib/intents/payment-filter";
import { flagsOf } from "@/lib/intents/payment-flags";
import { isoWithOffset } from "@/lib/time/iso-with-offset";
import { tronFromHex } from "@/lib/tron/address";

const CHUNK = 2_000;

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
]);

/** Till takes no fee, and the payer pays the network's. */
const FEE_MICROS = 0n;

type Input = {
  filter: PaymentFilter;
  zone: string;
  /** names a payment's status as the list does */
  label: (payment: Payment) => string;
  chunk?: number;
};

/**
 * The filtered payments for a file, newest first. A reader that takes its time holds no connection. Several transactions or
 * payers of a payment are separated by blanks; hashes have no `0x`.
 */
export function exportPayments(ctx: MemberContext, input: Input): Table {
  return { title: "Payments", columns: EXPORT_COLUMNS, zone: input.zone, pieces: readPieces(ctx, input) };
}

async function* readPieces(ctx: MemberContext, input: Input): AsyncGenerator<Cell[][]> {
  let before: string | null = null;
  do {
    const page = await listPayments(ctx, {
      filter: input.filter,
      cursor: readCursor({ before }),
      limit: input.chunk ?? CHUNK,
    });
    if (page.payments.length > 0) yield await rowsOf(ctx, page.payments, input);
    before = page.older;
  } while (before);
}

async function rowsOf(ctx: MemberContext, payments: Payment[], { zone, label }: Input): Promise<Cell[][]> {
  const arrived = await transfersOf(
    ctx,
    payments.map(({ id }) => id),
  );
  return payments.map((payment) => {
    const own = arrived.get(payment.id) ?? [];
    const payers = own.flatMap(({ fromAddress }) => (fromAddress ? tronFromHex(fromAddress) : []));
    const hashes = own.map(({ txHash }) => txHash.replace(/^0x/, ""));
    return [...cells(payment, zone), label(payment), joined(hashes), joined(payers), FEE_MICROS];
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
