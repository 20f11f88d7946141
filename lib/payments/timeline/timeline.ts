import { and, eq, sql as fragment, type SQLWrapper } from "drizzle-orm";
import { auditLog, events, paymentIntents, transfers, users } from "@/drizzle/schema";
import type { MemberContext } from "@/lib/base/context/context";
import { tronFromHex } from "@/lib/base/tron/address";
import type { ItemResolution } from "@/lib/base/values/attention-kinds";
import { notFound } from "@/lib/base/values/errors";
import type { EventType } from "@/lib/delivery/events/catalog";
import { type DeliveryDetail, getDelivery } from "@/lib/delivery/log/get-delivery";
import { EVERYTHING } from "@/lib/payments/lists/conditions";
import { fetchPayments, type Payment } from "@/lib/payments/lists/fetch";
import { getRefundAddress, type RefundAddress } from "@/lib/payments/refunds/refund-address";
import { type PaymentChain, paymentChain } from "@/lib/payments/timeline/payment-chain";
import { listPaymentItems, type PaymentItem } from "@/lib/payments/timeline/payment-items";
import { type Doer, listRefundHistories, type RefundHistory, toDoer } from "@/lib/payments/timeline/refund-history";

/** When the writing transaction began, in microseconds: rows written together share it exactly. */
type Written = { writtenMicros: bigint };

type Transfer = Pick<typeof transfers.$inferSelect, "id" | "network" | "txHash" | "amountMicros" | "blockNumber">;

export type PaymentTransfer = Written &
  Transfer & {
    /** in live the time of its block */
    occurredAt: Date;
    /** when it was recorded; in live, once its block was final */
    createdAt: Date;
    /** false: it arrived after the payment's end or deadline and was not applied */
    counted: boolean;
    /** in base58; null in the sandbox, like `blockNumber` */
    from: string | null;
  };

export type PaymentEvent = Pick<typeof events.$inferSelect, "id" | "createdAt"> & {
  type: EventType;
  /** of attention events: the item, and its resolution */
  itemId: string | null;
  resolution: ItemResolution | null;
  /** of refund events: the refund, who caused it and why it failed, as far as is known; left out: of others */
  refund?: { id: string; by: Doer | null; failure: string | null };
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
  /** what needs or needed a decision, oldest first */
  items: PaymentItem[];
  /** null in the sandbox */
  chain: PaymentChain | null;
  /** as the customer left it on the payment page */
  refundAddress: RefundAddress | null;
  /** oldest first */
  refunds: RefundHistory[];
};

/**
 * One payment with its transfers, its events and their deliveries, and the actions of members; each oldest first.
 * Error: `not_found`, also when the member may not see it.
 */
export async function paymentTimeline(ctx: MemberContext, id: string): Promise<PaymentTimeline> {
  const [payment] = await fetchPayments(ctx, [id], EVERYTHING);
  if (!payment) throw notFound("intent");
  const [transfers, events, acts, endedMicros, items, chain, refundAddress, refunds] = await Promise.all([
    transfersOf(ctx, id),
    eventsOf(ctx, id),
    actsOf(ctx, id),
    endOf(ctx, id),
    listPaymentItems(ctx, id),
    paymentChain(ctx, id),
    getRefundAddress(ctx, id),
    listRefundHistories(ctx, id),
  ]);
  return { payment, transfers, events, acts, endedMicros, items, chain, refundAddress, refunds };
}

function toMicros(moment: SQLWrapper) {
  return fragment<bigint>`(extract(epoch from ${moment}) * 1000000)::bigint`;
}

async function transfersOf(ctx: MemberContext, id: string): Promise<PaymentTransfer[]> {
  const rows = await ctx.db.orm
    .select({
      id: transfers.id,
      network: transfers.network,
      txHash: transfers.txHash,
      amountMicros: transfers.amountMicros,
      occurredAt: transfers.occurredAt,
      createdAt: transfers.createdAt,
      writtenMicros: toMicros(transfers.createdAt),
      counted: transfers.counted,
      blockNumber: transfers.blockNumber,
      from: transfers.fromAddress,
    })
    .from(transfers)
    .where(and(eq(transfers.intentId, id), eq(transfers.merchantId, ctx.merchantId)))
    .orderBy(transfers.createdAt, transfers.blockNumber, transfers.logIndex, transfers.id);
  return rows.map(({ from, ...row }) => ({ ...row, from: from && tronFromHex(from) }));
}

type StoredEvent = Omit<PaymentEvent, "deliveries" | "refund"> & {
  deliveryIds: string[];
  refundId: string | null;
  failure: string | null;
  email: string | null;
  key: string | null;
};

async function eventsOf(ctx: MemberContext, id: string): Promise<PaymentEvent[]> {
  const events = await ctx.db.sql<StoredEvent[]>`
    select e.id, e.type, e.created_at as "createdAt",
           e.body::jsonb ->> 'item_id' as "itemId", e.body::jsonb ->> 'resolution' as resolution,
           e.body::jsonb ->> 'refund_id' as "refundId", e.body::jsonb ->> 'failure' as failure, doer.email, doer.key,
           array(select d.id from webhook_deliveries d where d.event_id = e.id order by d.created_at, d.id) as "deliveryIds"
      from events e
      left join lateral (
        -- written by the same transaction, so at the same microsecond
        select u.email, k.name as key from audit_log a
          left join users u on a.actor_type = 'user' and u.id = case when a.actor_type = 'user' then a.actor_id::uuid end
          left join restricted_keys k on k.merchant_id = a.merchant_id
                                     and k.id = case when a.actor_type = 'api_key' then a.actor_id::uuid end
         where a.merchant_id = e.merchant_id and a.created_at = e.created_at and a.action like 'refund.%'
           and coalesce(a.after ->> 'refundId', a.before ->> 'refundId') = e.body::jsonb ->> 'refund_id'
         limit 1) doer on e.type like 'refund.%'
     where e.intent_id = ${id} and e.merchant_id = ${ctx.merchantId} order by e.created_at, e.id`;
  return Promise.all(
    events.map(async ({ deliveryIds, refundId, failure, email, key, ...event }) => {
      const deliveries = await Promise.all(deliveryIds.map((deliveryId) => getDelivery(ctx, deliveryId)));
      const refund = refundId ? { id: refundId, by: toDoer({ email, key }), failure } : null;
      return {
        ...event,
        ...(refund && { refund }),
        deliveries: deliveries.filter((delivery) => delivery !== null),
      };
    }),
  );
}

async function actsOf(ctx: MemberContext, id: string): Promise<PaymentAct[]> {
  // written out: with a parameter, the statement could not use the partial index of what was done to intents
  const isOfIntent = fragment`${auditLog.targetType} = 'intent'`;
  const userId = fragment`case ${auditLog.actorType} when 'user' then ${auditLog.actorId}::uuid end`;
  return ctx.db.orm
    .select({
      id: auditLog.id,
      action: auditLog.action,
      who: users.email,
      outcome: fragment<string | null>`${auditLog.after}->>'outcome'`,
      at: auditLog.createdAt,
      writtenMicros: toMicros(auditLog.createdAt),
    })
    .from(auditLog)
    .leftJoin(users, eq(users.id, userId))
    .where(and(isOfIntent, eq(auditLog.targetId, id), eq(auditLog.merchantId, ctx.merchantId)))
    .orderBy(auditLog.createdAt, auditLog.id);
}

async function endOf(ctx: MemberContext, id: string): Promise<bigint | null> {
  const { paidAt, expiredAt, cancelledAt } = paymentIntents;
  // `paid_at` is later than the start of its transaction, which the event has
  const success = ctx.db.orm
    .select({ at: events.createdAt })
    .from(events)
    .where(and(eq(events.intentId, id), eq(events.merchantId, ctx.merchantId), eq(events.type, "payment.success")));
  const [end] = await ctx.db.orm
    .select({
      micros: fragment<bigint | null>`${toMicros(
        fragment`coalesce(${success}, ${paidAt}, ${expiredAt}, ${cancelledAt})`,
      )}`,
    })
    .from(paymentIntents)
    .where(and(eq(paymentIntents.id, id), eq(paymentIntents.merchantId, ctx.merchantId)));
  return end?.micros ?? null;
}
