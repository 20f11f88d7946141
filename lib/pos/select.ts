import { sightedColumns, sightingsOf } from "@/lib/intents/get-progress";
import type { IntentStatus } from "@/lib/intents/state";
import type { TillContext } from "@/lib/pos/till";

export type TillPaymentRow = {
  id: string;
  amountMicros: bigint;
  toleranceMicros: bigint;
  receivedMicros: bigint;
  /** in blocks that are not final yet, and how many of them there are */
  sightedMicros: bigint;
  sightedBlocks: number;
  /** `0x…`; null in the sandbox */
  receiveAddress: string | null;
  status: IntentStatus;
  reference: string | null;
  /** as the keypad kept it, or whatever somebody wrote under that name by the API */
  tip: string | null;
  createdAt: Date;
  expiresAt: Date;
  endedAt: Date | null;
  /** whole seconds by the database's clock, 0 when over */
  secondsLeft: number;
};

/** One payment of the keypad's terminal; none when it is not one of them. */
export function selectPayment(ctx: TillContext, id: string) {
  const { sql } = ctx.db;
  return sql<TillPaymentRow[]>`
    select ${columns(ctx)} from payment_intents i ${sightingsOf(sql)}
     where i.id = ${id} and i.merchant_id = ${ctx.merchantId} and i.terminal_id = ${ctx.terminalId}
       and i.environment = ${ctx.environment}`;
}

/** The newest first. Each status has its own run of the index, so a long history costs nothing. */
export function selectLastPayments(ctx: TillContext, limit: number) {
  const { sql } = ctx.db;
  return sql<TillPaymentRow[]>`
    select ${columns(ctx)}
      from unnest(array['pending', 'paid', 'expired', 'cancelled']) wanted(status)
     cross join lateral (
       select p.* from payment_intents p
        where p.terminal_id = ${ctx.terminalId} and p.environment = ${ctx.environment} and p.status = wanted.status
          and p.merchant_id = ${ctx.merchantId}
        order by p.created_at desc, p.id desc limit ${limit}) i ${sightingsOf(sql)}
     order by i.created_at desc, i.id desc limit ${limit}`;
}

function columns({ db: { sql } }: TillContext) {
  return sql`
    i.id, i.amount_micros as "amountMicros", i.received_micros as "receivedMicros", i.status, i.reference,
    i.tolerance_micros as "toleranceMicros", i.receive_address as "receiveAddress", ${sightedColumns(sql)},
    i.metadata ->> 'tip_usdt' as tip, i.created_at as "createdAt", i.expires_at as "expiresAt",
    coalesce(i.paid_at, i.expired_at, i.cancelled_at) as "endedAt",
    greatest(0, ceil(extract(epoch from i.expires_at - now())))::int as "secondsLeft"`;
}
