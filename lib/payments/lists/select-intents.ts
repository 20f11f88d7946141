import type { paymentIntents, refunds, terminals, transfers } from "@/drizzle/schema";
import type { Environment, KeyContext } from "@/lib/base/context/context";
import { visibleTerminals } from "@/lib/base/context/visible-terminals";
import type { IntentStatus } from "@/lib/payments/intents/state";
import type { PriceColumns } from "@/lib/payments/prices/read-quote";
import { isInFlight } from "@/lib/payments/refunds/in-flight";
import type { RefundStatus } from "@/lib/payments/refunds/state";

type Intent = Pick<
  typeof paymentIntents.$inferSelect,
  | ("id" | "terminalId" | "reference" | "metadata" | "flags" | "successUrl" | "cancelUrl" | "receiveAddress")
  | ("amountMicros" | "toleranceMicros" | "receivedMicros" | "createdAt" | "expiresAt")
  | ("paidAt" | "expiredAt" | "cancelledAt")
> &
  PriceColumns;

/** In the JSON of `selectIntents`: amounts as text, times as ISO 8601. */
export type IntentTransfer = Pick<typeof transfers.$inferSelect, "network" | "txHash" | "blockNumber"> & {
  /** null while its block isn't final */
  id: string | null;
  from: string | null;
  micros: string;
  /** while its block isn't final; at most `CONFIRMATIONS_REQUIRED` when shown */
  confirmations: number | null;
  at: string;
  counted: boolean;
};

export type IntentRefund = Pick<typeof refunds.$inferSelect, "id" | "toAddress"> & {
  micros: string;
  status: RefundStatus;
  txHash: string | null;
  at: string;
};

/** An intent with everything that its business knows of it. Addresses are hexadecimal. */
export type DetailedIntent = Intent & {
  environment: Environment;
  status: IntentStatus;
  terminalName: (typeof terminals.$inferSelect)["name"];
  /** the newest, oldest first */
  transfers: IntentTransfer[];
  /** oldest first */
  refunds: IntentRefund[];
  /** as the customer left it on the payment page */
  refundAddress: string | null;
};

/** Anyone can send any number of transfers to an address. */
export const TRANSFERS_MAX = 100;

/** Those of the intents that the key reaches, in no particular order, all as of one moment. */
export function selectIntents(ctx: KeyContext, ids: string[]): Promise<DetailedIntent[]> {
  const { sql } = ctx.db;
  return sql<DetailedIntent[]>`
    select i.id, i.environment, i.status, i.amount_micros as "amountMicros", i.tolerance_micros as "toleranceMicros",
           i.received_micros as "receivedMicros", i.flags, i.reference, i.metadata, i.success_url as "successUrl",
           i.cancel_url as "cancelUrl", i.receive_address as "receiveAddress", i.terminal_id as "terminalId",
           i.created_at as "createdAt", i.expires_at as "expiresAt", i.paid_at as "paidAt", i.expired_at as "expiredAt",
           i.cancelled_at as "cancelledAt", i.price_currency as "priceCurrency", i.price_minor as "priceMinor",
           i.price_rate as "priceRate", i.price_source as "priceSource", i.price_spread_bps as "priceSpreadBps",
           ${terminalName(ctx)} as "terminalName", ${refundAddress(ctx)} as "refundAddress",
           coalesce(arrived.list, '[]') as transfers, coalesce(refunded.list, '[]') as refunds
      from payment_intents i ${transfersOf(ctx)} ${refundsOf(ctx)}
     where i.id = any(${ids}::uuid[]) and i.merchant_id = ${ctx.merchantId} and i.environment = ${ctx.environment}
       and ${visibleTerminals(ctx, "i.terminal_id")}`;
}

/*
 * Subqueries, not joins: by the statistics of a young business, PostgreSQL would gather the transfers and refunds anew
 * for each of its terminals.
 */
function terminalName({ db: { sql } }: KeyContext) {
  return sql`(select t.name from terminals t where t.id = i.terminal_id and t.merchant_id = i.merchant_id)`;
}

function refundAddress({ db: { sql } }: KeyContext) {
  return sql`(
    select a.address from refund_addresses a where a.payment_intent_id = i.id and a.merchant_id = i.merchant_id)`;
}

/** Joins to `i` its transfers, those in blocks that aren't final last. */
function transfersOf({ db: { sql } }: KeyContext) {
  return sql`
    left join lateral (
      select json_agg(json_build_object(
               'id', id, 'network', network, 'txHash', tx_hash, 'from', from_address, 'micros', amount_micros::text,
               'blockNumber', block_number, 'confirmations', confirmations, 'at', at, 'counted', counted)
               order by id is null, at, log_index) as list
        from (
          select t.id, t.network, t.tx_hash, t.log_index, t.from_address, t.amount_micros, t.block_number,
                 null::bigint as confirmations, t.occurred_at as at, t.counted
            from transfers t where t.intent_id = i.id and t.merchant_id = i.merchant_id
          union all
          select null, seen.network, seen.tx_hash, seen.log_index, null, seen.amount_micros, seen.block_number,
                 greatest(0, c.head_number - seen.block_number + 1), seen.seen_at, false
            from chain_sightings seen join chain_cursors c on c.network = seen.network
           where seen.intent_id = i.id and i.environment = 'live' and not exists (
             select from transfers t
              where t.merchant_id = i.merchant_id and t.network = seen.network and t.tx_hash = seen.tx_hash
                and t.log_index = seen.log_index)
           order by at desc, log_index desc limit ${TRANSFERS_MAX}) newest
    ) arrived on true`;
}

/** Joins to `i` its refunds. */
function refundsOf({ db: { sql } }: KeyContext) {
  return sql`
    left join lateral (
      select json_agg(json_build_object(
               'id', f.id, 'toAddress', f.to_address, 'micros', f.amount_micros::text, 'at', f.created_at,
               'txHash', coalesce(o.tx_hash, f.simulated_tx_hash, sent.tx_hash), 'status', f.status)
               order by f.created_at, f.id) as list
        from refunds f
        left join outgoing_transfers o on o.id = f.outgoing_id and o.merchant_id = f.merchant_id
        left join lateral (
          select s.tx_hash from sent_transactions s
           where s.refund_id = f.id and s.merchant_id = f.merchant_id and ${isInFlight(sql)}
           order by s.created_at desc, s.id limit 1) sent
          on f.status = 'sent'
       where f.intent_id = i.id and f.merchant_id = i.merchant_id
    ) refunded on true`;
}
