import type { attentionItems, paymentIntents, refunds, transfers } from "@/drizzle/schema";
import type { MemberContext, MerchantContext } from "@/lib/base/context/context";
import { type HexAddress, tronFromHex } from "@/lib/base/tron/address";
import { transferCommand } from "@/lib/base/tron/command-lines";
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
import { describeShortfall } from "@/lib/payments/refunds/describe-shortfall";
import { isInFlight, isReported, isUnsent } from "@/lib/payments/refunds/in-flight";
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

export type RefundRow = Pick<typeof refunds.$inferSelect, "id" | "amountMicros" | "createdAt"> & {
  /** null in the sandbox */
  from: string | null;
  /** null: it waits for the customer's address */
  to: string | null;
  /** null: a key prepared it */
  preparedBy: string | null;
  /** `confirming`: a signed transaction was sent and may still arrive, or arrived and isn't recorded yet */
  state: "waiting" | "confirming" | "left" | "withdrawn";
  /** of the transfer that it leaves by; simulated in the sandbox */
  txHash: string | null;
  /**
   * no block after that contains the transaction that was sent; null: none was sent, it left, or a block contains it
   */
  expiresAt: Date | null;
  /**
   * a signed transaction that no node is known to have, and that can be sent again until `expiresAt`; `isUnsent`:
   * nothing was sent, so it can be discarded. Null: there is none
   */
  kept: { txHash: string; expiresAt: Date; isUnsent: boolean } | null;
  /**
   * while it waits: the transaction that it was last sent with failed, `cause` as java-tron names it; null: it didn't
   */
  failed: { cause: string | null } | null;
  /** while it waits: why its address is known to be unable to pay it; null: it can, as far as is known */
  shortfall: string | null;
  /** for wallet-cli, while it waits, its address can pay it and no signed transaction is kept; null in the sandbox */
  command: string | null;
};

type ItemIntent = Pick<
  typeof paymentIntents.$inferSelect,
  "id" | "amountMicros" | "toleranceMicros" | "receivedMicros" | "reference" | "createdAt" | "expiresAt"
> & {
  status: IntentStatus;
  endedAt: Date | null;
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
  const [facts, transfers, refunds, refundAddress] = await Promise.all([
    selectFacts(ctx, item.id),
    getTransfers(ctx, item),
    getRefunds(ctx, item),
    item.intentId ? getRefundAddress(ctx, item.intentId) : null,
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
  } & Omit<ItemIntent, "id" | "reference" | "createdAt" | "checkoutUrl"> & { intentCreatedAt: Date };

async function selectFacts({ db: { sql }, merchantId }: MerchantContext, itemId: string): Promise<Facts> {
  const [facts] = await sql<[Facts]>`
    select n.created_at as "createdAt", n.resolved_at as "resolvedAt", n.note,
           coalesce(nullif(u.name, ''), u.email) as "resolvedBy", i.reference, t.id as "terminalId",
           t.name as "terminalName", i.id as "intentId", i.status, i.amount_micros as "amountMicros",
           i.tolerance_micros as "toleranceMicros", i.received_micros as "receivedMicros",
           i.created_at as "intentCreatedAt", i.expires_at as "expiresAt",
           coalesce(i.paid_at, i.expired_at, i.cancelled_at) as "endedAt", rest.id as "restId",
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

type StoredRefund = Omit<RefundRow, "from" | "to" | "shortfall" | "command" | "kept" | "failed"> & {
  from: HexAddress | null;
  to: HexAddress | null;
  keptHash: string | null;
  keptUntil: Date | null;
  isUnsent: boolean | null;
  hasFailed: boolean;
  failure: string | null;
};

async function getRefunds(
  { db: { sql }, settings, merchantId }: MerchantContext,
  { id: itemId, balanceMicros }: FoundItem,
): Promise<RefundRow[]> {
  const token = settings.network?.token;
  const rows = await sql<StoredRefund[]>`
    select f.id, f.from_address as from, f.to_address as to, f.amount_micros as "amountMicros",
           f.created_at as "createdAt", coalesce(nullif(u.name, ''), u.email) as "preparedBy",
           case when f.status = 'final' then 'left'
                when f.status = 'cancelled' then 'withdrawn'
                when sent.tx_hash is not null then 'confirming' else 'waiting' end as state,
           coalesce(o.tx_hash, f.simulated_tx_hash, sent.tx_hash) as "txHash", sent.expires_at as "expiresAt",
           kept.tx_hash as "keptHash", kept.expires_at as "keptUntil", kept.is_unsent as "isUnsent",
           last.failed_at is not null as "hasFailed", last.failure
      from refunds f left join users u on u.id = f.prepared_by
      left join outgoing_transfers o on o.id = f.outgoing_id and o.merchant_id = f.merchant_id
      left join lateral (
        select s.tx_hash, case when not ${isReported(sql)} then s.expires_at end as expires_at from sent_transactions s
         where s.refund_id = f.id and s.merchant_id = f.merchant_id and ${isInFlight(sql)}
         order by s.created_at desc, s.id limit 1) sent on f.status not in ('final', 'cancelled')
      left join lateral (
        select s.tx_hash, s.expires_at, s.unsent_id is not distinct from s.id as is_unsent from sent_transactions s
         where s.refund_id = f.id and s.merchant_id = f.merchant_id and s.raw_data_hex is not null and s.accepted_at is null
           and not ${isReported(sql)} and (${isUnsent(sql)} or (s.expires_at > now() and ${isInFlight(sql)}))
         order by is_unsent, s.created_at desc, s.id limit 1) kept on f.status not in ('final', 'cancelled')
      left join lateral (
        select s.failed_at, s.failure from sent_transactions s
         where s.refund_id = f.id and s.merchant_id = f.merchant_id
         order by s.created_at desc, s.id limit 1) last on f.status not in ('final', 'cancelled')
     where f.item_id = ${itemId} and f.merchant_id = ${merchantId} order by f.created_at, f.id`;
  return rows.map(({ from, to, keptHash, keptUntil, isUnsent, hasFailed, failure, ...row }) => {
    const isWaiting = row.state === "waiting";
    const kept = keptHash && keptUntil && { txHash: keptHash, expiresAt: keptUntil, isUnsent: isUnsent === true };
    const shortfall = isWaiting ? describeShortfall(balanceMicros, { ...row, isPrepared: true }) : null;
    return {
      ...row,
      from: from && tronFromHex(from),
      to: to && tronFromHex(to),
      shortfall,
      kept: kept || null,
      failed: isWaiting && hasFailed ? { cause: failure } : null,
      command:
        token && from && to && isWaiting && !shortfall && !kept ? transferCommand({ token, from, to, ...row }) : null,
    };
  });
}
