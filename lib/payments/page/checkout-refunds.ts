import type { refunds } from "@/drizzle/schema";
import type { Sql } from "@/lib/base/db/client";
import { type HexAddress, tronFromHex } from "@/lib/base/tron/address";
import { explorerUrl } from "@/lib/base/tron/explorer";
import { displayAmount } from "@/lib/base/values/money";

/** A refund of a payment, as the customer may see it. One that was cancelled isn't shown. */
export type CheckoutRefund = {
  /**
   * `unconfirmed`: there is an address, and the shop hasn't confirmed it. `prepared`: it is to be signed, also after a
   * transaction that failed. `refunded`: the money has left for good.
   */
  state: "needsAddress" | "unconfirmed" | "prepared" | "sending" | "refunded";
  /** display text without the unit: `12.50` */
  amount: string;
  /** base58, as confirmed by the shop or given by its server; null until then */
  address: string | null;
  /** ISO 8601, UTC, of the block; null until it is refunded */
  at: string | null;
  /** as explorers write it; null in the sandbox and until it is refunded */
  hash: string | null;
  /** the transaction on a public explorer; null for networks without one */
  url: string | null;
};

/** A refund as it is stored. */
export type RefundRow = {
  micros: bigint;
  to: HexAddress | null;
  status: Exclude<(typeof refunds.$inferSelect)["status"], "cancelled">;
  isConfirmed: boolean;
  finalAt: Date | null;
  network: string | null;
  txHash: string | null;
};

/** What `refundSumsOf` says of a payment's refunds. */
export type RefundSums = {
  /** changes with anything that is shown of them; null when there never was one */
  refundMarks: string | null;
  /** one of them is still to be paid */
  isRefunding: boolean;
  /** sent for good */
  refundedMicros: bigint;
  /** of those that wait for the customer's address */
  askedMicros: bigint;
};

/** The columns of `refundSumsOf` that tell of changes. */
export function refundSumColumns(sql: Sql) {
  return sql`g.marks as "refundMarks", g.is_open as "isRefunding"`;
}

/** Joined to `payment_intents i`. Each write of a refund, or of the address left for it, changes an `xmin`. */
export function refundSumsOf(sql: Sql) {
  return sql`
    cross join lateral (
      select case when count(*) > 0
                  then concat(sum(hashtextextended(f.id::text, f.xmin::text::bigint)), '/',
                              (select a.xmin from refund_addresses a
                                where a.payment_intent_id = i.id and a.merchant_id = i.merchant_id)) end as marks,
             count(*) filter (where f.status not in ('final', 'cancelled')) > 0 as is_open,
             coalesce(sum(f.amount_micros) filter (where f.status = 'final'), 0)::bigint as refunded,
             coalesce(sum(f.amount_micros) filter (where f.status = 'waiting_for_address'), 0)::bigint as asked
        from refunds f where f.intent_id = i.id and f.merchant_id = i.merchant_id
    ) g`;
}

/** A payment can be refunded in any number of parts; a page lists the newest. */
const LISTED_MAX = 20;

/** The newest refunds of each payment, oldest first. */
export async function listCheckoutRefunds(sql: Sql, intentIds: string[]): Promise<Map<string, RefundRow[]>> {
  if (intentIds.length === 0) return new Map();
  const rows = await sql<(RefundRow & { intentId: string })[]>`
    select i.id as "intentId", newest.micros, newest.to, newest.status, newest."isConfirmed", newest."finalAt",
           newest.network, newest."txHash"
      from payment_intents i
     cross join lateral (
       select f.id, f.created_at as at, f.amount_micros as micros, f.to_address as to, f.status,
              f.confirmed_at is not null as "isConfirmed", f.final_at as "finalAt", o.network, o.tx_hash as "txHash"
         from refunds f
         left join outgoing_transfers o on o.id = f.outgoing_id and o.merchant_id = f.merchant_id
        where f.intent_id = i.id and f.merchant_id = i.merchant_id and f.status <> 'cancelled'
        order by f.created_at desc, f.id desc limit ${LISTED_MAX}) newest
     where i.id = any(${intentIds}::uuid[]) order by newest.at, newest.id`;
  const byIntent = new Map<string, RefundRow[]>();
  for (const row of rows) byIntent.set(row.intentId, [...(byIntent.get(row.intentId) ?? []), row]);
  return byIntent;
}

/** `isLeft`: the customer has left an address for those that wait for one. */
export function presentRefund(row: RefundRow, isLeft: boolean): CheckoutRefund {
  const { micros, to, finalAt, network, txHash } = row;
  return {
    state: stateOf(row, isLeft),
    amount: displayAmount(micros),
    address: to && tronFromHex(to),
    at: finalAt?.toISOString() ?? null,
    hash: txHash?.replace(/^0x/, "") ?? null,
    url: network && txHash && explorerUrl(network, txHash),
  };
}

/** A failed transaction moved no money, and it isn't the customer's to act: the refund is still to be sent. */
function stateOf({ status, isConfirmed }: RefundRow, isLeft: boolean): CheckoutRefund["state"] {
  switch (status) {
    case "waiting_for_address":
      return isLeft ? "unconfirmed" : "needsAddress";
    case "sent":
      return "sending";
    case "final":
      return "refunded";
    default:
      return isConfirmed ? "prepared" : "unconfirmed";
  }
}
