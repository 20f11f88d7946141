import { randomUUID } from "node:crypto";
import { type FoundItem, type ItemId, lockItem, requireOpen } from "@/lib/attention/find-item";
import { resolveItems } from "@/lib/attention/items";
import { recordAudit } from "@/lib/audit/record";
import type { MemberContext } from "@/lib/context";
import type { Transaction } from "@/lib/db/client";
import { conflict } from "@/lib/errors";
import { creatingLive, insertLiveIn } from "@/lib/intents/insert-live";
import type { NewIntent } from "@/lib/intents/insert-statement";
import { checkoutUrl } from "@/lib/intents/links";

export type RequestedRemaining = { intentId: string; checkoutUrl: string; amountMicros: bigint; expiresAt: Date };

/**
 * Requests what an expired, partially paid intent lacks, as a new live intent with the same terminal, reference, metadata and
 * return pages, and the first one's id as `rest_of`. Resolves the item, which reopens if the new intent ends unpaid.
 * Errors: `not_found`, `conflict`, those of a live intent (`api_error`, `daily_cap_exceeded`); nothing has changed then.
 */
export function requestRemaining(ctx: MemberContext, { itemId }: ItemId): Promise<RequestedRemaining> {
  const { merchantId, actor } = ctx;
  return creatingLive(ctx.db, merchantId, (network) =>
    ctx.db.sql.begin(async (tx) => {
      const item = await lockItem(tx, ctx, itemId);
      requireOpen(item);
      if (item.kind !== "partial" || !item.intentId)
        throw conflict("Only partially paid payments have a remaining amount to request.");
      if (item.intentStatus !== "expired")
        throw conflict("This payment can still be paid. Request the remaining amount once it has expired.");
      const rest = await buildRemaining(tx, item, item.intentId);
      const inserted = await insertLiveIn(tx, network, rest);
      if (inserted.outcome !== "created")
        throw new Error(`the remaining amount was not requested: ${inserted.outcome}`);
      await resolveItems(tx, [item.id], { resolution: "asked", userId: actor.userId, restIntentId: rest.id });
      await recordAudit(tx, {
        ...{ merchantId, actor, action: "attention.rest_asked", targetType: "attention_item", targetId: item.id },
        after: { intentId: item.intentId, restIntentId: rest.id, amountMicros: String(rest.amountMicros) },
      });
      const { id, amountMicros } = rest;
      return { intentId: id, checkoutUrl: checkoutUrl(id), amountMicros, expiresAt: inserted.expiresAt };
    }),
  );
}

type First = {
  merchantId: string;
  terminalId: string;
  reference: string | null;
  metadata: Record<string, string> | null;
  successUrl: string | null;
  cancelUrl: string | null;
  lifeSeconds: number;
  isArchived: boolean;
};

async function buildRemaining(tx: Transaction, item: FoundItem, intentId: string): Promise<NewIntent> {
  const [first] = await tx<[First]>`
    select i.merchant_id as "merchantId", i.terminal_id as "terminalId", i.reference, i.metadata,
           i.success_url as "successUrl", i.cancel_url as "cancelUrl", t.intent_life_seconds as "lifeSeconds",
           t.archived_at is not null as "isArchived"
      from payment_intents i join terminals t on t.id = i.terminal_id where i.id = ${intentId}`;
  const { isArchived, ...same } = first;
  if (isArchived)
    throw conflict("This payment's terminal is archived. Restore the terminal, then request the remaining amount.");
  return {
    ...same,
    ...{ id: randomUUID(), eventId: randomUUID(), keyId: null, environment: "live" },
    ...{ amountMicros: item.amountMicros, autoCompleteMs: null, idempotency: null },
    metadata: { ...same.metadata, rest_of: intentId },
  };
}
