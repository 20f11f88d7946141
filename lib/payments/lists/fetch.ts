import type { paymentIntents, terminals } from "@/drizzle/schema";
import type { Environment, MemberContext } from "@/lib/base/context/context";
import type { IntentStatus } from "@/lib/payments/intents/state";
import { isByPayment, isWanted, type Wanted } from "@/lib/payments/lists/conditions";
import { quoteColumns } from "@/lib/payments/prices/quote-columns";
import { type DatedQuote, type PriceColumns, readQuote } from "@/lib/payments/prices/read-quote";

type Intent = Pick<
  typeof paymentIntents.$inferSelect,
  | ("id" | "terminalId" | "reference" | "metadata" | "flags")
  | ("amountMicros" | "toleranceMicros" | "receivedMicros" | "uncountedMicros")
  | ("createdAt" | "expiresAt" | "paidAt")
>;

/** An intent as the merchant's lists show it; `flags`: see `flagsOf`. */
export type Payment = Intent & {
  environment: Environment;
  status: IntentStatus;
  terminalName: (typeof terminals.$inferSelect)["name"];
  /** when it ended; null while pending */
  endedAt: Date | null;
  /** what the amount was quoted from; null: it has no price */
  quote: DatedQuote | null;
};

type Row = Omit<Payment, "quote"> & PriceColumns;

/** Those of the payments that match the filter, newest first. */
export async function fetchPayments(ctx: MemberContext, ids: string[], wanted: Wanted): Promise<Payment[]> {
  if (ids.length === 0) return [];
  const { sql } = ctx.db;
  const at = isByPayment(wanted) ? sql`i.paid_at` : sql`i.created_at`;
  const rows = await sql<Row[]>`
    select i.id, i.environment, i.status, i.amount_micros as "amountMicros",
           i.tolerance_micros as "toleranceMicros", i.received_micros as "receivedMicros",
           i.uncounted_micros as "uncountedMicros", i.flags, i.reference, i.metadata, i.terminal_id as "terminalId",
           t.name as "terminalName", i.created_at as "createdAt", i.expires_at as "expiresAt", i.paid_at as "paidAt",
           coalesce(i.paid_at, i.expired_at, i.cancelled_at) as "endedAt", ${quoteColumns(sql)}
      from payment_intents i join terminals t on t.id = i.terminal_id
     where i.id = any(${ids}::uuid[]) and ${isWanted(ctx, wanted)}
     order by ${at} desc, i.id desc`;
  return rows.map(({ priceCurrency, priceMinor, priceRate, priceSource, priceSpreadBps, ...payment }) => {
    const price = { priceCurrency, priceMinor, priceRate, priceSource, priceSpreadBps };
    return { ...payment, quote: readQuote({ ...price, createdAt: payment.createdAt }) };
  });
}
