import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { attentionItems, type paymentIntents } from "@/drizzle/schema";
import type { Environment, MemberContext } from "@/lib/base/context/context";
import { orm, type Sql, type Transaction } from "@/lib/base/db/client";
import type { HexAddress } from "@/lib/base/tron/address";
import type { ItemKind, ItemResolution } from "@/lib/base/values/attention-kinds";
import { conflict, notFound } from "@/lib/base/values/errors";
import { knownBalance } from "@/lib/chain/wallets/known-balance";
import type { UnbookedTransfer } from "@/lib/payments/attention/items";
import { lateParts } from "@/lib/payments/attention/late-parts";

/**
 * Providers may still agree about a transfer that one of them denies; after that, it may be one that a node invented.
 */
const DISPUTE_LASTS = "1 day";

export const ItemId = z.object({ itemId: z.guid() });
export type ItemId = z.infer<typeof ItemId>;

export type IntentStatus = (typeof paymentIntents.$inferSelect)["status"];

export type FoundItem = Pick<typeof attentionItems.$inferSelect, "id" | "amountMicros" | "intentId" | "transferId"> & {
  kind: ItemKind;
  environment: Environment;
  intentStatus: IntentStatus | null;
  disputed: UnbookedTransfer | null;
  /** a dispute that has lasted so long that a person may end it: a provider still denies the transfer a day later */
  canEndDispute: boolean;
  resolution: ItemResolution | null;
  /** where the money is; null when none of it is recorded, and in the sandbox */
  address: HexAddress | null;
  /** what the address holds at most; null: not known, and in the sandbox */
  balanceMicros: bigint | null;
  /** recorded amount: the transfer, or all that counted towards the intent, with `lateMicros` */
  arrivedMicros: bigint;
  /** of a partially paid intent: what arrived after its end, and has no item of its own */
  lateMicros: bigint;
  /** the part of it for which refunds are prepared and not cancelled */
  refundedMicros: bigint;
  /** what is left of all that the payment received, whatever its refunds are for; null: it belongs to none */
  leftMicros: bigint | null;
  /** the money arrived on a network that live payments are no longer on: a refund would be paid with this network's */
  isOnFormerNetwork: boolean;
  /** what the address lacks is paid from there */
  hasRefundWallet: boolean;
  /**
   * such a refund exists, of the payment, of this item or of one whose remaining amount its payment requested, and so
   * on
   */
  hasRefund: boolean;
};

/** One item of the merchant and environment, with the amount that can still be refunded. Error: `not_found`. */
export async function findItem(sql: Sql | Transaction, ctx: MemberContext, itemId: string): Promise<FoundItem> {
  const network = ctx.settings.network?.id ?? null;
  const [item] = await sql<FoundItem[]>`
    select n.id, n.kind, n.environment, n.amount_micros as "amountMicros", n.intent_id as "intentId", i.status as "intentStatus",
           n.transfer_id as "transferId", n.disputed, n.resolution,
           n.kind = 'disputed' and n.disputed ->> 'isHeld' is distinct from 'true'
             and n.created_at < clock_timestamp() - ${DISPUTE_LASTS}::interval as "canEndDispute",
           held.address, ${knownBalance(sql, network)} as "balanceMicros",
           case n.kind when 'partial' then i.received_micros + ${lateParts(sql)} when 'over' then i.received_micros
                       else coalesce(t.amount_micros, 0) end as "arrivedMicros",
           case n.kind when 'partial' then ${lateParts(sql)} else 0 end as "lateMicros",
           (select coalesce(sum(f.amount_micros), 0)::bigint from refunds f
             where f.item_id = n.id and f.merchant_id = n.merchant_id and f.status <> 'cancelled') as "refundedMicros",
           i.received_micros + i.uncounted_micros - (
             select coalesce(sum(f.amount_micros), 0)::bigint from refunds f
              where f.intent_id = i.id and f.merchant_id = i.merchant_id and f.status <> 'cancelled') as "leftMicros",
           coalesce(n.environment = 'live' and ${network} <> coalesce(t.network, (
             select m.network from transfers m
              where m.intent_id = n.intent_id and m.merchant_id = n.merchant_id and m.counted limit 1)), false) as "isOnFormerNetwork",
           exists (select from refund_wallets w
                    where w.merchant_id = ${ctx.merchantId} and w.removed_at is null) as "hasRefundWallet",
           exists (
             with recursive linked as (
               select id, intent_id from attention_items where id = ${itemId} and merchant_id = ${ctx.merchantId}
               union
               select e.id, e.intent_id
                 from linked l join attention_items e on e.rest_intent_id = l.intent_id and e.merchant_id = ${ctx.merchantId})
             select from refunds f join linked on linked.id = f.item_id
              where f.merchant_id = ${ctx.merchantId} and f.status <> 'cancelled')
             or exists (
               select from refunds f where f.intent_id = n.intent_id and f.merchant_id = n.merchant_id
                  and f.item_id is null and f.status <> 'cancelled') as "hasRefund"
      from attention_items n
      left join payment_intents i on i.id = n.intent_id and i.merchant_id = n.merchant_id
      left join transfers t on t.id = n.transfer_id and t.merchant_id = n.merchant_id
      cross join lateral (
        select case when n.transfer_id is null and n.disputed is null then i.receive_address else t.address end as address) held
      left join receive_addresses a on a.address = held.address and a.merchant_id = n.merchant_id
     where n.id = ${itemId} and n.merchant_id = ${ctx.merchantId} and n.environment = ${ctx.environment}`;
  if (!item) throw notFound("item");
  return item;
}

/** Like `findItem`, with the item locked against other decisions until the transaction ends. */
export async function lockItem(tx: Transaction, ctx: MemberContext, itemId: string): Promise<FoundItem> {
  await orm(tx)
    .select({ id: attentionItems.id })
    .from(attentionItems)
    .where(
      and(
        eq(attentionItems.id, itemId),
        eq(attentionItems.merchantId, ctx.merchantId),
        eq(attentionItems.environment, ctx.environment),
      ),
    )
    .for("no key update");
  return findItem(tx, ctx, itemId);
}

export type ItemAction = "accept" | "ask" | "refund";

/**
 * The actions that an item allows. A dispute isn't recorded, so it can only be accepted, and not before it has lasted a
 * day.
 */
export function getItemActions(item: FoundItem): ItemAction[] {
  const isOpen = item.resolution === null;
  if (item.kind === "disputed") return isOpen && item.canEndDispute ? ["accept"] : [];
  const isPartial = item.kind === "partial" && item.intentStatus === "expired";
  const canAsk = isOpen && isPartial && item.amountMicros > 0n && !item.hasRefund;
  return [
    ...(isOpen ? (["accept"] as const) : []),
    ...(canAsk ? (["ask"] as const) : []),
    ...(getRefundableMicros(item) > 0n ? (["refund"] as const) : []),
  ];
}

export function getRefundableMicros(item: FoundItem): bigint {
  const ofItem = item.arrivedMicros - item.refundedMicros;
  const left = item.leftMicros !== null && item.leftMicros < ofItem ? item.leftMicros : ofItem;
  const isKept = item.environment === "sandbox" || item.address !== null;
  return item.kind === "disputed" || item.isOnFormerNetwork || !isKept || left < 0n ? 0n : left;
}

/** The part of `getRefundableMicros` that can be paid: without a refund wallet, what the address is known to hold. */
export function getPayableMicros(item: FoundItem): bigint {
  const refundable = getRefundableMicros(item);
  if (item.hasRefundWallet) return refundable;
  return item.balanceMicros !== null && item.balanceMicros < refundable ? item.balanceMicros : refundable;
}

/**
 * What a refund is expected to be for: of an overpayment, the excess that no refund was prepared for, 0 if there is
 * none.
 */
export function getSuggestedMicros(item: FoundItem): bigint {
  const refundable = getRefundableMicros(item);
  const excess = item.amountMicros - item.refundedMicros;
  if (item.kind !== "over" || excess > refundable) return refundable;
  return excess < 0n ? 0n : excess;
}

/** Error: `conflict`, with the reason why an item can't be resolved. */
export function requireOpen(item: FoundItem): void {
  if (item.kind === "disputed" && item.resolution === null && !item.canEndDispute) throw conflict(DISPUTED);
  if (item.resolution) throw conflict("This was already resolved. Nothing was changed.");
}

export const DISPUTED =
  "Nodes disagree about this transfer, so it isn't recorded yet. It resolves automatically once they agree. If they still disagree a day later, you can mark it as resolved.";
