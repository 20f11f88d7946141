import { sql as fragment } from "drizzle-orm";
import { idempotencyKeys } from "@/drizzle/schema";
import { recordAudit } from "@/lib/base/audit/record";
import type { KeyContext, MemberContext, MerchantContext } from "@/lib/base/context/context";
import { orm, type Transaction } from "@/lib/base/db/client";
import { IDEMPOTENCY_HOURS, type IdempotentRequest, recallAnswer } from "@/lib/base/idempotency/request";
import { DomainError, invalidTransition, notFound } from "@/lib/base/values/errors";
import { presentStatus } from "@/lib/payments/intents/present";
import type { IntentId } from "@/lib/payments/intents/schemas";
import type { IntentStatus } from "@/lib/payments/intents/state";
import { isWithin, moveToCancelled, type Reach } from "@/lib/payments/intents/transition";

/** An API key, or a member with the terminals they may see. */
type Canceller = KeyContext | (MerchantContext & Pick<MemberContext, "environment" | "terminalIds">);

/**
 * Cancels a pending intent without any detected payment: of the key's terminal, or one that the member may see.
 * Returns the body of the API's answer. A cancellation by a member is recorded in the audit log.
 * Errors: `not_found` (also for another terminal's), `invalid_transition`, `idempotency_conflict`.
 */
export async function cancelIntent(
  ctx: Canceller,
  input: IntentId,
  idempotency: IdempotentRequest | null,
): Promise<{ answer: string; replayed: boolean }> {
  const reach = reachOf(ctx);
  return ctx.db.sql.begin(async (tx) => {
    if (idempotency && isKey(ctx)) {
      const scope = { ...ctx.actor, merchantId: ctx.merchantId };
      await tx`select pg_advisory_xact_lock(hashtextextended(${`${scope.terminalId} ${idempotency.key}`}, 0))`;
      const kept = await recallAnswer(tx, scope, idempotency);
      if (kept !== null) return { answer: kept, replayed: true };
    }
    const moved = await moveToCancelled(tx, input.id, reach);
    if (!moved) throw await refusal(tx, input.id, reach);
    const answer = JSON.stringify(presentStatus({ ...moved, status: "cancelled" }));
    if (idempotency && isKey(ctx)) await keep(tx, ctx, idempotency, moved.id, answer);
    if (!isKey(ctx)) await note(tx, ctx, moved.id);
    return { answer, replayed: false };
  });
}

function isKey(ctx: Canceller): ctx is KeyContext {
  return ctx.actor.type === "api_key";
}

function reachOf(ctx: Canceller): Reach {
  if (!isKey(ctx)) return ctx;
  return { merchantId: ctx.merchantId, environment: ctx.actor.environment, terminalIds: [ctx.actor.terminalId] };
}

async function refusal(tx: Transaction, id: string, reach: Reach): Promise<DomainError> {
  const [intent] = await tx<{ status: IntentStatus }[]>`
    select i.status from payment_intents i where i.id = ${id} and ${isWithin(tx, reach)}`;
  if (!intent) return notFound("intent");
  if (intent.status !== "pending")
    return invalidTransition((thing) => `This ${thing} is ${intent.status}. Only pending ${thing}s can be cancelled.`);
  return new DomainError("invalid_transition", "A payment was detected for this intent, so it can't be cancelled.", {
    onScreen: "A payment was detected, so this can't be cancelled.",
  });
}

function keep(tx: Transaction, { actor }: KeyContext, request: IdempotentRequest, intentId: string, answer: string) {
  return orm(tx)
    .insert(idempotencyKeys)
    .values({
      ...{ terminalId: actor.terminalId, environment: actor.environment, ...request },
      ...{ intentId, response: answer, endsAt: fragment`now() + make_interval(hours => ${IDEMPOTENCY_HOURS})` },
    });
}

function note(tx: Transaction, { merchantId, actor }: MerchantContext, intentId: string): Promise<void> {
  return recordAudit(tx, { merchantId, actor, action: "intent.cancelled", targetType: "intent", targetId: intentId });
}
