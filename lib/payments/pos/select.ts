import type { paymentIntents } from "@/drizzle/schema";
import type { IntentStatus } from "@/lib/payments/intents/state";
import { isDelayed, sightedColumns, sightingsOf } from "@/lib/payments/page/get-progress";
import type { PosContext } from "@/lib/payments/pos/context";

type Stored = typeof paymentIntents.$inferSelect;

/** `receiveAddress` is `0x…`; null in the sandbox. */
export type PosPaymentRow = Pick<
  Stored,
  | "id"
  | "amountMicros"
  | "toleranceMicros"
  | "receivedMicros"
  | "receiveAddress"
  | "reference"
  | "flags"
  | "createdAt"
  | "expiresAt"
  | "priceCurrency"
  | "priceMinor"
> & {
  /** in blocks that are not final yet, and the number of these blocks */
  sightedMicros: bigint;
  sightedBlocks: number;
  /** a live payment is pending, and the blockchain isn't read */
  isDelayed?: boolean;
  status: IntentStatus;
  /** from the metadata, where API clients may have written any text */
  tip: string | null;
  tipPrice: string | null;
  endedAt: Date | null;
  /** whole seconds by the database's clock; 0 when ended */
  secondsLeft: number;
};

/** One payment of the terminal; no row when it belongs elsewhere. */
export function selectPayment(ctx: PosContext, id: string) {
  const { sql } = ctx.db;
  return sql<PosPaymentRow[]>`
    select ${columns(ctx)} from payment_intents i ${sightingsOf(sql)}
     where i.id = ${id} and i.merchant_id = ${ctx.merchantId} and i.terminal_id = ${ctx.terminalId}
       and i.environment = ${ctx.environment}`;
}

/** Newest first. Each status is read off its own index range, so a long history costs nothing. */
export function selectLastPayments(ctx: PosContext, limit: number) {
  const { sql } = ctx.db;
  return sql<PosPaymentRow[]>`
    select ${columns(ctx)}
      from unnest(array['pending', 'paid', 'expired', 'cancelled']) wanted(status)
     cross join lateral (
       select p.* from payment_intents p
        where p.terminal_id = ${ctx.terminalId} and p.environment = ${ctx.environment} and p.status = wanted.status
          and p.merchant_id = ${ctx.merchantId}
        order by p.created_at desc, p.id desc limit ${limit}) i ${sightingsOf(sql)}
     order by i.created_at desc, i.id desc limit ${limit}`;
}

function columns({ db: { sql } }: PosContext) {
  return sql`
    i.id, i.amount_micros as "amountMicros", i.received_micros as "receivedMicros", i.status, i.reference, i.flags,
    i.tolerance_micros as "toleranceMicros", i.receive_address as "receiveAddress", ${sightedColumns(sql)},
    ${isDelayed(sql)} as "isDelayed", i.metadata ->> 'tip_usdt' as tip,
    i.metadata ->> 'tip_price' as "tipPrice", i.price_currency as "priceCurrency", i.price_minor as "priceMinor", i.created_at as "createdAt", i.expires_at as "expiresAt",
    coalesce(i.paid_at, i.expired_at, i.cancelled_at) as "endedAt",
    greatest(0, ceil(extract(epoch from i.expires_at - now())))::int as "secondsLeft"`;
}
