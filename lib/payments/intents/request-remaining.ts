import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { paymentIntents, terminals } from "@/drizzle/schema";
import { recordAudit } from "@/lib/base/audit/record";
import type { MemberContext } from "@/lib/base/context/context";
import { orm, type Transaction } from "@/lib/base/db/client";
import { lockMerchant } from "@/lib/base/db/locks";
import { requireRow } from "@/lib/base/db/require-row";
import { conflict } from "@/lib/base/values/errors";
import { checkoutUrl } from "@/lib/customer/checkout/links";
import { type FoundItem, type ItemId, lockItem, requireOpen } from "@/lib/payments/attention/find-item";
import { type OwnedItem, resolveItems } from "@/lib/payments/attention/items";
import { creating } from "@/lib/payments/intents/insert";
import { type NewIntent, planIntent } from "@/lib/payments/intents/plan";
import type { Inserted } from "@/lib/payments/intents/write";

export type RequestedRemaining = { intentId: string; checkoutUrl: string; amountMicros: bigint; expiresAt: Date };

/**
 * Requests what an expired, partially paid intent lacks, as a new intent with the same terminal, reference, metadata
 * and return pages, and the first one's id as `rest_of`. Resolves the item, and those of all payments before it whose
 * remaining amount it requested in turn; they reopen if the new intent ends unpaid. Errors: `not_found`, `conflict`,
 * those of a live intent (`api_error`, `daily_cap_exceeded`); nothing has changed then.
 */
export function requestRemaining(ctx: MemberContext, { itemId }: ItemId): Promise<RequestedRemaining> {
  return creating(ctx, ctx, async (tx, insert) => {
    // a daily cap is checked under this lock, which comes before those of items
    if (ctx.environment === "live") await lockMerchant(tx, ctx.merchantId);
    return request(ctx, tx, itemId, insert);
  });
}

async function request(
  ctx: MemberContext,
  tx: Transaction,
  itemId: string,
  insert: (rest: NewIntent) => Promise<Inserted>,
): Promise<RequestedRemaining> {
  const { merchantId, actor } = ctx;
  const linked = await lockLinked(tx, merchantId, itemId);
  const item = await lockItem(tx, ctx, itemId);
  requireOpen(item);
  if (item.kind !== "partial" || !item.intentId)
    throw conflict("Only partially paid payments have a remaining amount to request.");
  if (item.intentStatus !== "expired")
    throw conflict("This payment can still be paid. Request the remaining amount once it has expired.");
  if (item.amountMicros === 0n && item.lateMicros > 0n)
    throw conflict("Nothing remains: what was missing arrived after the payment expired.");
  if (item.amountMicros === 0n) {
    throw conflict(
      "The remaining amount was already requested and partially paid. Request what remains from that payment, or create a new payment.",
    );
  }
  // what was paid would leave, and the order be fulfilled for the remaining amount alone
  if (item.hasRefund) {
    throw conflict("A refund of this payment was prepared. Cancel it if it wasn't sent, or create a new payment.");
  }
  const rest = await buildRemaining(ctx, tx, item, item.intentId);
  const inserted = await insert(rest);
  if (inserted.outcome !== "created") throw new Error(`the remaining amount was not requested: ${inserted.outcome}`);
  const decision = { resolution: "asked", userId: actor.userId } as const;
  await resolveItems(tx, [{ id: item.id, merchantId }], { ...decision, restIntentId: rest.id });
  // each keeps the payment that requested its own remaining amount
  await resolveItems(
    tx,
    linked.filter(({ id }) => id !== item.id),
    decision,
  );
  await recordAudit(tx, {
    merchantId,
    actor,
    action: "attention.rest_asked",
    targetType: "attention_item",
    targetId: item.id,
    after: { intentId: item.intentId, restIntentId: rest.id, amountMicros: String(rest.amountMicros) },
  });
  const { id, amountMicros } = rest;
  return { intentId: id, checkoutUrl: checkoutUrl(ctx.settings, id), amountMicros, expiresAt: inserted.expiresAt };
}

/**
 * An item and those of the payments before: of the one whose remaining amount its payment requested, and so on. Locked
 * in the order in which the watcher locks items.
 */
async function lockLinked(tx: Transaction, merchantId: string, itemId: string): Promise<OwnedItem[]> {
  return tx<OwnedItem[]>`
    with recursive linked as (
      select id, intent_id from attention_items where id = ${itemId} and merchant_id = ${merchantId}
      union
      select n.id, n.intent_id from linked l
        join attention_items n on n.rest_intent_id = l.intent_id and n.merchant_id = ${merchantId})
    select id, merchant_id as "merchantId" from attention_items
     where id = any(array(select id from linked)) and merchant_id = ${merchantId} order by id for no key update`;
}

async function buildRemaining(
  { settings, merchantId, environment }: MemberContext,
  tx: Transaction,
  item: FoundItem,
  intentId: string,
): Promise<NewIntent> {
  const found = await orm(tx)
    .select({
      merchantId: paymentIntents.merchantId,
      terminalId: paymentIntents.terminalId,
      reference: paymentIntents.reference,
      metadata: paymentIntents.metadata,
      successUrl: paymentIntents.successUrl,
      cancelUrl: paymentIntents.cancelUrl,
      lifeSeconds: terminals.intentLifeSeconds,
      archivedAt: terminals.archivedAt,
    })
    .from(paymentIntents)
    .innerJoin(terminals, eq(terminals.id, paymentIntents.terminalId))
    .where(and(eq(paymentIntents.id, intentId), eq(paymentIntents.merchantId, merchantId)));
  const { archivedAt, ...same } = requireRow(found);
  if (archivedAt)
    throw conflict("This payment's terminal is archived. Restore the terminal, then request the remaining amount.");
  return planIntent(settings, {
    ...same,
    id: randomUUID(),
    environment,
    amountMicros: item.amountMicros,
    metadata: { ...same.metadata, rest_of: intentId },
  });
}
