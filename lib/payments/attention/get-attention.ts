import type { attentionItems, paymentIntents, transfers } from "@/drizzle/schema";
import type { MemberContext, MerchantContext } from "@/lib/base/context/context";
import { type HexAddress, tronFromHex } from "@/lib/base/tron/address";
import { checkoutUrl } from "@/lib/customer/checkout/links";
import type { AttentionRow } from "@/lib/payments/attention/attention-list";
import {
  type FoundItem,
  findItem,
  getItemActions,
  getPayableMicros,
  getRefundableMicros,
  getSuggestedMicros,
  type IntentStatus,
  type ItemAction,
  type ItemId,
} from "@/lib/payments/attention/find-item";
import { wasInTime } from "@/lib/payments/attention/was-in-time";
import { whatHappened } from "@/lib/payments/attention/what-happened";
import { quoteColumns } from "@/lib/payments/prices/quote-columns";
import { type DatedQuote, type PriceColumns, readQuote } from "@/lib/payments/prices/read-quote";
import { listRefundRows, type RefundRow } from "@/lib/payments/refunds/list-rows";
import { getRefundSums, type RefundSums } from "@/lib/payments/refunds/payment-refunds";
import { getRefundAddress, type RefundAddress } from "@/lib/payments/refunds/refund-address";

type ItemTransfer = Pick<
  typeof transfers.$inferSelect,
  "network" | "txHash" | "logIndex" | "occurredAt" | "counted"
> & {
  /** null: not recorded */
  id: string | null;
  /**
   * often an exchange's, so never a refund's destination without asking; null: it could not be read, or is simulated
   */
  from: string | null;
  /** null: it could not be read, or is simulated */
  to: string | null;
  /** null: it could not be read */
  amountMicros: bigint | null;
  /** null: it is simulated */
  blockNumber: number | null;
};

type ItemIntent = Pick<
  typeof paymentIntents.$inferSelect,
  "id" | "amountMicros" | "toleranceMicros" | "receivedMicros" | "reference" | "createdAt" | "expiresAt"
> & {
  status: IntentStatus;
  endedAt: Date | null;
  /** null: an amount in USDT without a price */
  quote: DatedQuote | null;
  checkoutUrl: string;
};

export type AttentionItem = AttentionRow & {
  /** what happened, in a sentence or two */
  what: string;
  transfers: ItemTransfer[];
  /** of a partially paid payment: what arrived after its end, of which this item is too; left out: nothing */
  lateMicros?: bigint;
  /** no transaction is known, only that the address holds more than is recorded */
  isHidden?: boolean;
  intent: ItemIntent | null;
  /** where the money lies */
  address: string | null;
  note: string | null;
  resolvedBy: string | null;
  /** the last payment that requested the remaining amount */
  rest: { intentId: string; status: IntentStatus; checkoutUrl: string; createdAt: Date; endedAt: Date | null } | null;
  /** as the customer left it on the payment page; null when they didn't, or without a payment */
  refundAddress: RefundAddress | null;
  refunds: RefundRow[];
  /** of its payment, whatever its refunds are for; null: the money belongs to none */
  sums: RefundSums | null;
  refundableMicros: bigint;
  /** the part of it that the address still holds, as far as is known */
  payableMicros: bigint;
  /** what a refund is expected to be for */
  suggestedMicros: bigint;
  actions: ItemAction[];
};

/** One item with everything needed to decide about it. Error: `not_found`. */
export async function getAttention(ctx: MemberContext, { itemId }: ItemId): Promise<AttentionItem> {
  const item = await findItem(ctx.db.sql, ctx, itemId);
  const [facts, transfers, refunds, refundAddress, sums] = await Promise.all([
    selectFacts(ctx, item.id),
    getTransfers(ctx, item),
    listRefundRows(ctx, { itemId: item.id }),
    item.intentId ? getRefundAddress(ctx, item.intentId) : null,
    item.intentId ? getRefundSums(ctx, { intentId: item.intentId }) : null,
  ]);
  const intent = toIntent(ctx, facts);
  const isHidden = item.kind === "unreadable" && item.disputed === null;
  const { createdAt, resolvedAt, reference, terminalId, terminalName, note, resolvedBy } = facts;
  return {
    id: item.id,
    kind: item.kind,
    amountMicros: item.amountMicros,
    createdAt,
    resolvedAt,
    resolution: item.resolution,
    intentId: item.intentId,
    reference,
    terminalId,
    terminalName,
    note,
    resolvedBy,
    txHash: item.intentId && !item.transferId ? null : (transfers[0]?.txHash ?? null),
    what: whatHappened({
      ...item,
      intent,
      occurredAt: transfers[0]?.occurredAt ?? null,
      isHidden,
      wasInTime: wereInTime(item, intent, transfers),
      isHeld: item.disputed?.isHeld,
    }),
    transfers,
    ...(isHidden && { isHidden }),
    ...(item.lateMicros > 0n && { lateMicros: item.lateMicros }),
    intent,
    address: item.address && tronFromHex(item.address),
    rest: toRemaining(ctx, facts),
    refundAddress,
    refunds,
    sums,
    refundableMicros: getRefundableMicros(item),
    payableMicros: getPayableMicros(item),
    suggestedMicros: getSuggestedMicros(item),
    actions: getItemActions(item),
  };
}

/**
 * Whether what wasn't applied of an expired payment was all paid in time: the item's transfer, or all of a partial
 * payment.
 */
function wereInTime({ transferId }: FoundItem, intent: ItemIntent | null, transfers: readonly ItemTransfer[]): boolean {
  if (intent?.status !== "expired") return false;
  const late = transfers.filter(({ id, counted }) =>
    transferId === null ? id !== null && !counted : id === transferId,
  );
  return late.length > 0 && late.every((one) => wasInTime(intent.expiresAt, one));
}

type Facts = Pick<AttentionRow, "createdAt" | "resolvedAt" | "reference" | "terminalId" | "terminalName"> &
  Pick<typeof attentionItems.$inferSelect, "note"> & {
    resolvedBy: string | null;
    restId: string | null;
    restStatus: IntentStatus | null;
    restCreatedAt: Date | null;
    restEndedAt: Date | null;
    intentId: string | null;
  } & Omit<ItemIntent, "id" | "reference" | "createdAt" | "quote" | "checkoutUrl"> & {
    intentCreatedAt: Date;
  } & PriceColumns;

async function selectFacts({ db: { sql }, merchantId }: MerchantContext, itemId: string): Promise<Facts> {
  const [facts] = await sql<[Facts]>`
    select n.created_at as "createdAt", n.resolved_at as "resolvedAt", n.note,
           coalesce(nullif(u.name, ''), u.email) as "resolvedBy", i.reference, t.id as "terminalId",
           t.name as "terminalName", i.id as "intentId", i.status, i.amount_micros as "amountMicros",
           i.tolerance_micros as "toleranceMicros", i.received_micros as "receivedMicros",
           i.created_at as "intentCreatedAt", i.expires_at as "expiresAt",
           coalesce(i.paid_at, i.expired_at, i.cancelled_at) as "endedAt", ${quoteColumns(sql)}, rest.id as "restId",
           rest.status as "restStatus", rest.created_at as "restCreatedAt",
           coalesce(rest.paid_at, rest.expired_at, rest.cancelled_at) as "restEndedAt"
      from attention_items n
      left join users u on u.id = n.resolved_by
      left join payment_intents i on i.id = n.intent_id and i.merchant_id = n.merchant_id
      left join terminals t on t.id = i.terminal_id
      left join payment_intents rest on rest.id = n.rest_intent_id and rest.merchant_id = n.merchant_id
     where n.id = ${itemId} and n.merchant_id = ${merchantId}`;
  return facts;
}

function toIntent({ settings }: MerchantContext, facts: Facts): ItemIntent | null {
  const { intentId, status, amountMicros, toleranceMicros, receivedMicros, reference, expiresAt, endedAt } = facts;
  if (!intentId) return null;
  const createdAt = facts.intentCreatedAt;
  return {
    id: intentId,
    status,
    amountMicros,
    toleranceMicros,
    receivedMicros,
    reference,
    createdAt,
    expiresAt,
    endedAt,
    quote: readQuote({ ...facts, createdAt }),
    checkoutUrl: checkoutUrl(settings, intentId),
  };
}

function toRemaining({ settings }: MerchantContext, facts: Facts): AttentionItem["rest"] {
  const { restId, restStatus, restCreatedAt, restEndedAt: endedAt } = facts;
  if (!restId || !restStatus || !restCreatedAt) return null;
  const url = checkoutUrl(settings, restId);
  return { intentId: restId, status: restStatus, checkoutUrl: url, createdAt: restCreatedAt, endedAt };
}

type TransferRow = Omit<ItemTransfer, "from" | "to" | "blockNumber"> & {
  from: HexAddress | null;
  to: HexAddress | null;
  blockNumber: bigint | null;
};

/** The item's own transfer first, then the intent's other transfers by time. */
async function getTransfers({ db: { sql }, merchantId }: MerchantContext, item: FoundItem): Promise<ItemTransfer[]> {
  const rows = await sql<TransferRow[]>`
    select id, network, tx_hash as "txHash", log_index as "logIndex", from_address as from, address as to,
           amount_micros as "amountMicros", occurred_at as "occurredAt", block_number as "blockNumber", counted
      from transfers
     where (id = ${item.transferId} or intent_id = ${item.intentId}) and merchant_id = ${merchantId}
     order by id = ${item.transferId} desc nulls last, occurred_at, log_index`;
  const booked = rows.map((row) => ({
    ...row,
    from: row.from && tronFromHex(row.from),
    to: row.to && tronFromHex(row.to),
    blockNumber: row.blockNumber === null ? null : Number(row.blockNumber),
  }));
  // of one that a person has decided about, the transaction stays to be seen
  return item.disputed && item.resolution !== "settled" ? [unbookedTransfer(item.disputed), ...booked] : booked;
}

function unbookedTransfer(disputed: NonNullable<FoundItem["disputed"]>): ItemTransfer {
  const { network, txHash, logIndex, from, address, amountMicros, occurredAt, blockNumber } = disputed;
  return {
    id: null,
    network,
    txHash,
    logIndex,
    blockNumber,
    counted: false,
    from: from && tronFromHex(from),
    to: address && tronFromHex(address),
    amountMicros: amountMicros === null ? null : BigInt(amountMicros),
    occurredAt: new Date(occurredAt),
  };
}
