import type { attentionItems } from "@/drizzle/schema";
import { recordAudit } from "@/lib/base/audit/record";
import type { Environment } from "@/lib/base/context/context";
import type { Transaction } from "@/lib/base/db/client";
import type { ItemKind, ItemResolution } from "@/lib/base/values/attention-kinds";
import { attentionOpened, attentionResolved, type ItemFacts } from "@/lib/delivery/events/catalog";
import { type EventDraft, emitEvents } from "@/lib/delivery/events/emit";
import { lateParts, remainingAfterLate } from "@/lib/payments/attention/late-parts";

/** A transfer that is not recorded because providers disagree about it. Amounts are decimal text. */
export type DisputedTransfer = {
  network: string;
  txHash: string;
  logIndex: number;
  /** where it went */
  address: string;
  from: string;
  amountMicros: string;
  blockNumber: number;
  blockHash: string;
  occurredAt: string;
  /** the second provider hasn't answered about it yet; left out: it denies it */
  isHeld?: boolean;
};

/**
 * A transfer that is not recorded because it could not be read; null where a part is unknown, -1 for an unknown log
 * index.
 */
export type UnbookedTransfer = Omit<DisputedTransfer, "address" | "from" | "amountMicros"> & {
  [Part in "address" | "from" | "amountMicros"]: string | null;
};

/** Stands for an unknown log index. */
export const NO_PLACE = -1;

export type ItemDraft = {
  merchantId: string;
  kind: ItemKind;
  intentId: string | null;
  transferId: string | null;
  amountMicros: bigint;
  disputed?: UnbookedTransfer;
};

/** An intent that the caller's transaction has locked. */
export type IntentOwner = { id: string; merchantId: string };
type ItemKey = Pick<typeof attentionItems.$inferSelect, "id">;
export type OwnedItem = Pick<typeof attentionItems.$inferSelect, "id" | "merchantId">;
type ItemRow = ItemFacts & { merchantId: string; environment: Environment; now: Date };

/**
 * Opens items, each once and in its intent's environment, and emits `attention.opened` for the new live ones, in the
 * caller's transaction. Returns the new ids.
 */
export async function openItems(tx: Transaction, drafts: ItemDraft[]): Promise<string[]> {
  if (drafts.length === 0) return [];
  const list = <T>(pick: (draft: ItemDraft) => T) => drafts.map(pick);
  const opened = await tx<ItemKey[]>`
    insert into attention_items (merchant_id, environment, kind, intent_id, transfer_id, amount_micros, disputed)
    select d.merchant, coalesce(i.environment, 'live'), d.kind, d.intent, d.transfer, d.amount, d.disputed::jsonb
      from unnest(${list((d) => d.merchantId)}::uuid[], ${list((d) => d.kind)}::text[], ${list((d) => d.intentId)}::uuid[],
                  ${list((d) => d.transferId)}::uuid[], ${list((d) => String(d.amountMicros))}::bigint[],
                  ${list((d) => (d.disputed ? JSON.stringify(d.disputed) : null))}::text[])
           with ordinality as d(merchant, kind, intent, transfer, amount, disputed, place)
      left join payment_intents i on i.id = d.intent and i.merchant_id = d.merchant
     order by d.place
    on conflict do nothing returning id`;
  const ids = opened.map((row) => row.id);
  await announceItems(tx, ids);
  return ids;
}

/** Emits `attention.opened` for the live ones of the items, as they are now. Returns all of them. */
export async function announceItems(tx: Transaction, ids: string[]): Promise<OwnedItem[]> {
  if (ids.length === 0) return [];
  const rows = await readItems(tx, ids);
  await emitAbout(tx, rows, (item) => attentionOpened(item, item.now));
  return rows;
}

export type Decision = {
  resolution: ItemResolution;
  /** who decided; left out: it was resolved automatically */
  userId?: string;
  note?: string | null;
  restIntentId?: string | null;
};

/**
 * Resolves the items that are still open and emits `attention.resolved` for the live ones. Returns the ids that this
 * call resolved. An item of another merchant than the one given stays as it is.
 */
export async function resolveItems(tx: Transaction, items: OwnedItem[], decision: Decision): Promise<string[]> {
  if (items.length === 0) return [];
  const resolved = await tx<ItemKey[]>`
    update attention_items n
       set resolved_at = now(), resolution = ${decision.resolution}, resolved_by = ${decision.userId ?? null},
           note = coalesce(${decision.note ?? null}, note), rest_intent_id = coalesce(${decision.restIntentId ?? null}, rest_intent_id)
      from unnest(${items.map((item) => item.id)}::uuid[], ${items.map((item) => item.merchantId)}::uuid[])
             as owned(id, merchant_id)
     where n.id = owned.id and n.merchant_id = owned.merchant_id and n.resolved_at is null returning n.id`;
  const ids = resolved.map((row) => row.id);
  await announceResolved(tx, ids, decision.resolution);
  return ids;
}

/** Emits `attention.resolved` for the live ones of the items. */
async function announceResolved(tx: Transaction, ids: string[], resolution: ItemResolution): Promise<void> {
  if (ids.length === 0) return;
  const rows = await readItems(tx, ids);
  await emitAbout(tx, rows, (item) => attentionResolved(item, resolution, item.now));
}

/**
 * Reopens items whose remaining amount was requested by a payment that has just ended unpaid, and those of the payments
 * before theirs: they still hold the customer's money. If that payment was itself partially paid, its own item has what
 * remains, and their amount is 0; else it is without what arrived late meanwhile. Those whose money has left as refunds
 * stay resolved, as refunded. Emits `attention.opened` for the same live item, in the transaction that ended the
 * payment.
 */
export async function reopenItems(tx: Transaction, endedIntentIds: string[]): Promise<void> {
  if (endedIntentIds.length === 0) return;
  const asked = await lockAsked(tx, endedIntentIds);
  if (asked.length === 0) return;
  const ended = await tx<Ended[]>`
    with asked as (
      select n.id, n.merchant_id, rest.received_micros > 0 as is_partial, ${isRefunded(tx)} as is_refunded
        from unnest(${asked.map((item) => item.id)}::uuid[], ${asked.map((item) => item.merchantId)}::uuid[])
               as locked(id, merchant_id)
        join attention_items n on n.id = locked.id and n.merchant_id = locked.merchant_id
        join payment_intents rest on rest.id = n.rest_intent_id and rest.merchant_id = n.merchant_id)
    update attention_items n
       set resolved_at = case when is_refunded then n.resolved_at end, resolved_by = case when is_refunded then n.resolved_by end,
           resolution = case when is_refunded then 'refunded' end,
           amount_micros = case when is_partial and not is_refunded then 0 else n.amount_micros end
      from asked where n.id = asked.id and n.merchant_id = asked.merchant_id and n.resolution = 'asked'
      returning n.id, n.merchant_id as "merchantId", n.intent_id as "intentId", is_refunded as "isRefunded"`;
  const idsOf = (isRefunded: boolean) => ended.filter((one) => one.isRefunded === isRefunded).map(({ id }) => id);
  await announceResolved(tx, idsOf(true), "refunded");
  const reopened = ended.filter((one) => !one.isRefunded);
  await settleLate(
    tx,
    reopened.flatMap(({ intentId: id, merchantId }) => (id ? [{ id, merchantId }] : [])),
  );
  await deductLate(tx, reopened);
  for (const { merchantId, id } of await announceItems(tx, idsOf(false))) {
    const actor = { type: "system", job: "settlement" } as const;
    await recordAudit(tx, {
      merchantId,
      actor,
      action: "attention.reopened",
      targetType: "attention_item",
      targetId: id,
    });
  }
}

type Ended = OwnedItem & Pick<typeof attentionItems.$inferSelect, "intentId"> & { isRefunded: boolean };

/** Deducts what arrived after the end of the items' intents from what remains. Returns the items. */
export function deductLate(tx: Transaction, items: readonly OwnedItem[]) {
  return tx<(ItemKey & { intentId: string })[]>`
    update attention_items n set amount_micros = least(n.amount_micros, ${remainingAfterLate(tx)})
      from unnest(${items.map((one) => one.id)}::uuid[], ${items.map((one) => one.merchantId)}::uuid[])
             as owned(id, merchant_id), payment_intents i
     where n.id = owned.id and n.merchant_id = owned.merchant_id and i.id = n.intent_id and i.merchant_id = n.merchant_id
    returning n.id, i.id as "intentId"`;
}

/** The items whose remaining amount the payments requested, and those of the payments before theirs. */
function lockAsked(tx: Transaction, intentIds: string[]) {
  return tx<OwnedItem[]>`
    with recursive linked as (
      select id, merchant_id, intent_id from attention_items
       where rest_intent_id = any(${intentIds}::uuid[]) and resolution = 'asked'
      union
      select n.id, n.merchant_id, n.intent_id from linked l
        join attention_items n on n.rest_intent_id = l.intent_id and n.merchant_id = l.merchant_id and n.resolution = 'asked')
    select id, merchant_id as "merchantId" from attention_items
     where id = any(array(select id from linked)) and resolution = 'asked' order by id for update`;
}

/** SQL: whether refunds that have left amount to all that the payment of a partial item `n` received. */
function isRefunded(tx: Transaction) {
  return tx`
    (select coalesce(sum(f.amount_micros), 0) from refunds f
      where f.item_id = n.id and f.merchant_id = n.merchant_id and f.status = 'final')
    >= (select i.received_micros + ${lateParts(tx)} from payment_intents i
         where i.id = n.intent_id and i.merchant_id = n.merchant_id)`;
}

/** Settles the items about single transfers that arrived late for the intents: their partial items cover them. */
export async function settleLate(tx: Transaction, intents: readonly IntentOwner[]): Promise<void> {
  if (intents.length === 0) return;
  const items = await tx<OwnedItem[]>`
    select n.id, n.merchant_id as "merchantId" from ${itemsOf(tx, intents)}
     where n.kind = 'late' and n.resolved_at is null
       and not exists (select from refunds f where f.item_id = n.id and f.merchant_id = n.merchant_id)
     order by n.id for update of n`;
  await resolveItems(tx, items, { resolution: "settled" });
}

/** SQL: the items `n` of intents. */
export function itemsOf(tx: Transaction, intents: readonly IntentOwner[]) {
  return tx`
    unnest(${intents.map((one) => one.id)}::uuid[], ${intents.map((one) => one.merchantId)}::uuid[])
        as ended(intent_id, merchant_id)
      join attention_items n on n.intent_id = ended.intent_id and n.merchant_id = ended.merchant_id`;
}

function readItems(tx: Transaction, ids: string[]) {
  return tx<ItemRow[]>`
    select n.id, n.kind, n.merchant_id as "merchantId", n.environment, n.intent_id as "intentId", i.terminal_id as "terminalId",
           n.transfer_id as "transferId", coalesce(t.tx_hash, n.disputed ->> 'txHash') as "txHash",
           n.amount_micros as "amountMicros", now() as now
      from attention_items n
           left join payment_intents i on i.id = n.intent_id and i.merchant_id = n.merchant_id
           left join transfers t on t.id = n.transfer_id and t.merchant_id = n.merchant_id
     where n.id = any(${ids}::uuid[]) order by n.created_at, n.id`;
}

/** Only live items have events: a rehearsal in the sandbox reaches no endpoint. */
async function emitAbout(tx: Transaction, items: ItemRow[], toBody: (item: ItemRow) => EventDraft["body"]) {
  const live = items.filter(({ environment }) => environment === "live");
  await emitEvents(
    tx,
    live.map((item) => {
      const { merchantId, terminalId, intentId, environment } = item;
      const body = toBody(item);
      return { type: body.event, merchantId, terminalId, intentId, environment, body };
    }),
  );
}
