import { sql as fragment } from "drizzle-orm";
import { idempotencyKeys } from "@/drizzle/schema";
import { recordAudit } from "@/lib/base/audit/record";
import type { KeyContext, MerchantContext, Tenant, TenantContext } from "@/lib/base/context/context";
import { orm, type Transaction } from "@/lib/base/db/client";
import {
  IDEMPOTENCY_HOURS,
  type IdempotencyScope,
  type IdempotentRequest,
  idempotencyScope,
  recallAnswer,
} from "@/lib/base/idempotency/request";
import { DomainError, invalidTransition, notFound } from "@/lib/base/values/errors";
import { presentStatus } from "@/lib/payments/intents/present";
import type { IntentId } from "@/lib/payments/intents/schemas";
import type { IntentStatus } from "@/lib/payments/intents/state";
import { isWithin, moveToCancelled } from "@/lib/payments/intents/transition";

/**
 * Cancels a pending intent of the caller's tenant without any detected payment.
 * Returns the body of the API's answer. A cancellation by a person is recorded in the audit log.
 * Errors: `not_found` (also for another tenant's), `invalid_transition`, `idempotency_conflict`.
 */
export async function cancelIntent(
  ctx: TenantContext,
  input: IntentId,
  idempotency: IdempotentRequest | null,
): Promise<{ answer: string; replayed: boolean }> {
  const scope = isKey(ctx) ? idempotencyScope(ctx) : null;
  return ctx.db.sql.begin(async (tx) => {
    if (idempotency && scope) {
      await tx`select pg_advisory_xact_lock(hashtextextended(${`${scope.ownerId} ${idempotency.key}`}, 0))`;
      const kept = await recallAnswer(tx, scope, idempotency);
      if (kept !== null) return { answer: kept, replayed: true };
    }
    const moved = await moveToCancelled(tx, input.id, ctx);
    if (!moved) throw await refusal(tx, input.id, ctx);
    const answer = JSON.stringify(presentStatus({ ...moved, status: "cancelled" }));
    if (idempotency && scope) await keep(tx, scope, idempotency, moved.id, answer);
    if (!scope) await note(tx, ctx, moved.id);
    return { answer, replayed: false };
  });
}

function isKey(ctx: TenantContext): ctx is KeyContext {
  return ctx.actor.type === "api_key";
}

async function refusal(tx: Transaction, id: string, tenant: Tenant): Promise<DomainError> {
  const [intent] = await tx<{ status: IntentStatus }[]>`
    select i.status from payment_intents i where i.id = ${id} and ${isWithin(tx, tenant)}`;
  if (!intent) return notFound("intent");
  if (intent.status !== "pending")
    return invalidTransition((thing) => `This ${thing} is ${intent.status}. Only pending ${thing}s can be cancelled.`);
  return new DomainError("invalid_transition", "A payment was detected for this intent, so it can't be cancelled.", {
    onScreen: "A payment was detected, so this can't be cancelled.",
  });
}

function keep(
  tx: Transaction,
  { ownerId, environment }: IdempotencyScope,
  request: IdempotentRequest,
  intentId: string,
  answer: string,
) {
  return orm(tx)
    .insert(idempotencyKeys)
    .values({
      terminalId: ownerId,
      environment,
      ...request,
      intentId,
      response: answer,
      endsAt: fragment`now() + make_interval(hours => ${IDEMPOTENCY_HOURS})`,
    });
}

function note(tx: Transaction, { merchantId, actor }: MerchantContext, intentId: string): Promise<void> {
  return recordAudit(tx, { merchantId, actor, action: "intent.cancelled", targetType: "intent", targetId: intentId });
}
