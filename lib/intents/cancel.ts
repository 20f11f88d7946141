import type { KeyContext } from "@/lib/context";
import type { Transaction } from "@/lib/db/client";
import { DomainError, notFound } from "@/lib/errors";
import { IDEMPOTENCY_HOURS, type IdempotentRequest, recallAnswer } from "@/lib/idempotency/request";
import { presentStatus } from "@/lib/intents/present";
import type { IntentId } from "@/lib/intents/schemas";
import type { IntentStatus } from "@/lib/intents/state";
import { moveToCancelled } from "@/lib/intents/transition";

/**
 * Cancels a pending intent of the caller's terminal that no money was seen for. Returns the bytes of the answer.
 * Errors: `not_found` (also for another terminal's), `invalid_transition`, `idempotency_conflict`.
 */
export async function cancelIntent(
  ctx: KeyContext,
  input: IntentId,
  idempotency: IdempotentRequest | null,
): Promise<{ answer: string; replayed: boolean }> {
  const scope = { terminalId: ctx.actor.terminalId, environment: ctx.actor.environment };
  return ctx.db.sql.begin(async (tx) => {
    if (idempotency) {
      await tx`select pg_advisory_xact_lock(hashtextextended(${`${scope.terminalId} ${idempotency.key}`}, 0))`;
      const kept = await recallAnswer(tx, scope, idempotency);
      if (kept !== null) return { answer: kept, replayed: true };
    }
    const moved = await moveToCancelled(tx, input.id, scope);
    if (!moved) throw await refusal(tx, input.id, scope);
    const answer = JSON.stringify(presentStatus({ ...moved, status: "cancelled" }));
    if (idempotency) await keep(tx, scope, idempotency, moved.id, answer);
    return { answer, replayed: false };
  });
}

type Scope = { terminalId: string; environment: string };

async function refusal(tx: Transaction, id: string, scope: Scope): Promise<DomainError> {
  const [intent] = await tx<{ status: IntentStatus }[]>`
    select status from payment_intents
     where id = ${id} and terminal_id = ${scope.terminalId} and environment = ${scope.environment}`;
  if (!intent) return notFound("intent");
  return new DomainError(
    "invalid_transition",
    intent.status === "pending"
      ? "Money has arrived for this intent, so it can no longer be cancelled."
      : `This intent is ${intent.status} and stays so. Only a pending one can be cancelled.`,
  );
}

function keep(tx: Transaction, scope: Scope, request: IdempotentRequest, intentId: string, answer: string) {
  return tx`
    insert into idempotency_keys (terminal_id, environment, path, key, request_hash, intent_id, response, ends_at)
    values (${scope.terminalId}, ${scope.environment}, ${request.path}, ${request.key}, ${request.requestHash},
            ${intentId}, ${answer}, now() + make_interval(hours => ${IDEMPOTENCY_HOURS}))`;
}
