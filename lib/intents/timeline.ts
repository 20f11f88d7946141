import type { MemberContext } from "@/lib/context";
import { notFound } from "@/lib/errors";
import { fetchPayments, type Payment } from "@/lib/intents/fetch-payments";
import { type PaymentChain, paymentChain } from "@/lib/intents/payment-chain";
import { NO_FILTER } from "@/lib/intents/payment-filter";
import { tronFromHex } from "@/lib/settlement/address";
import type { ItemResolution } from "@/lib/settlement/item-kinds";
import type { EventType } from "@/lib/webhooks/events";
import { type DeliveryDetail, getDelivery } from "@/lib/webhooks/get-delivery";

/** When the writing transaction began, in microseconds: rows written together share it exactly. */
type Written = { writtenMicros: bigint };

export type PaymentTransfer = Written & {
  id: string;
  network: string;
  txHash: string;
  amountMicros: bigint;
  /** in live the time of its block */
  occurredAt: Date;
  /** when it was recorded; in live, once its block was final */
  createdAt: Date;
  /** false: it arrived late and was not applied */
  counted: boolean;
  /** null in the sandbox; `from` in base58 */
  blockNumber: number | null;
  from: string | null;
};

export type PaymentEvent = {
  id: string;
  type: EventType;
  createdAt: Date;
  /** of attention events: the item, and its resolution */
  itemId: string | null;
  resolution: ItemResolution | null;
  deliveries: DeliveryDetail[];
};

/** What a member did to the payment on the dashboard. */
export type PaymentAct = Written & {
  id: string;
  action: string;
  /** email; null when the account was deleted */
  who: string | null;
  /** of a simulation */
  outcome: string | null;
  at: Date;
};

export type PaymentTimeline = {
  payment: Payment;
  transfers: PaymentTransfer[];
  events: PaymentEvent[];
  acts: PaymentAct[];
  /** when the transaction that ended the payment began, in microseconds; null while it is pending */
  endedMicros: bigint | null;
  /** null in the sandbox */
  chain: PaymentChain | null;
};

const EVERYTHING = { filter: NO_FILTER, created: { from: null, to: null }, paid: { from: null, to: null } };

/**
 * One payment with its transfers, its events and their deliveries, and the actions of members; each oldest first.
 * Error: `not_found`, also when the member may not see it.
 */
export async function paymentTimeline(ctx: MemberContext, id: string): Promise<PaymentTimeline> {
  const [payment] = await fetchPayments(ctx, [id], EVERYTHING);
  if (!payment) throw notFound("intent");
  const [transfers, events, acts, endedMicros, chain] = await Promise.all([
    transfersOf(ctx, id),
    eventsOf(ctx, id),
    actsOf(ctx, id),
    endOf(ctx, id),
    paymentChain(ctx, id),
  ]);
  return { payment, transfers, events, acts, endedMicros, chain };
}

function micros({ db: { sql } }: MemberContext, moment: string) {
  return sql`(extract(epoch from ${sql(moment)}) * 1000000)::bigint`;
}

type TransferRow = Omit<PaymentTransfer, "blockNumber"> & { blockNumber: bigint | null };

async function transfersOf(ctx: MemberContext, id: string): Promise<PaymentTransfer[]> {
  const rows = await ctx.db.sql<TransferRow[]>`
    select id, network, tx_hash as "txHash", amount_micros as "amountMicros", occurred_at as "occurredAt",
           created_at as "createdAt", ${micros(ctx, "created_at")} as "writtenMicros", counted,
           block_number as "blockNumber", from_address as from
      from transfers where intent_id = ${id} and merchant_id = ${ctx.merchantId}
     order by created_at, block_number, log_index, id`;
  return rows.map(({ blockNumber, from, ...row }) => ({
    ...row,
    blockNumber: blockNumber === null ? null : Number(blockNumber),
    from: from && tronFromHex(from),
  }));
}

async function eventsOf(ctx: MemberContext, id: string): Promise<PaymentEvent[]> {
  const events = await ctx.db.sql<(Omit<PaymentEvent, "deliveries"> & { deliveryIds: string[] })[]>`
    select e.id, e.type, e.created_at as "createdAt",
           e.body::jsonb ->> 'item_id' as "itemId", e.body::jsonb ->> 'resolution' as resolution,
           array(select d.id from webhook_deliveries d where d.event_id = e.id order by d.created_at, d.id) as "deliveryIds"
      from events e where e.intent_id = ${id} and e.merchant_id = ${ctx.merchantId} order by e.created_at, e.id`;
  return Promise.all(
    events.map(async ({ deliveryIds, ...event }) => {
      const deliveries = await Promise.all(deliveryIds.map((deliveryId) => getDelivery(ctx, deliveryId)));
      return { ...event, deliveries: deliveries.filter((delivery) => delivery !== null) };
    }),
  );
}

function actsOf(ctx: MemberContext, id: string): Promise<PaymentAct[]> {
  return ctx.db.sql<PaymentAct[]>`
    select a.id, a.action, u.email as who, a.after->>'outcome' as outcome, a.created_at as at,
           ${micros(ctx, "a.created_at")} as "writtenMicros"
      from audit_log a left join users u on u.id = case a.actor_type when 'user' then a.actor_id::uuid end
     where a.target_type = 'intent' and a.target_id = ${id} and a.merchant_id = ${ctx.merchantId}
     order by a.created_at, a.id`;
}

async function endOf(ctx: MemberContext, id: string): Promise<bigint | null> {
  const [end] = await ctx.db.sql<{ micros: bigint | null }[]>`
    select coalesce(${micros(ctx, "paid_at")}, ${micros(ctx, "expired_at")}, ${micros(ctx, "cancelled_at")}) as micros
      from payment_intents where id = ${id} and merchant_id = ${ctx.merchantId}`;
  return end?.micros ?? null;
}
