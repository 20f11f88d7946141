import type { KeyContext } from "@/lib/base/context/context";
import type { Transaction } from "@/lib/base/db/client";
import type { IdempotentRequest } from "@/lib/base/idempotency/request";
import { DomainError } from "@/lib/base/values/errors";
import { displayAmount, microsFromNumber } from "@/lib/base/values/money";
import { type FoundRefund, getRefund } from "@/lib/payments/refunds/find-refunds";
import { inApiTerms } from "@/lib/payments/refunds/in-api-terms";
import { prepareRefund } from "@/lib/payments/refunds/prepare";
import { presentRefund } from "@/lib/payments/refunds/present";
import { type CreateRefundInput, OTHER_REFUND } from "@/lib/payments/refunds/schemas";

/**
 * Prepares a refund of a payment that the key reaches. It is unconfirmed: a member confirms it with their password
 * before it can be signed. With an `Idempotency-Key`, which stays with the refund, a repeated request answers the
 * refund as it is by then. Errors: `not_found`, `invalid_amount`, `invalid_request`, `invalid_transition`,
 * `limit_reached`, `idempotency_conflict`.
 */
export async function prepareRefundByKey(
  ctx: KeyContext,
  input: CreateRefundInput,
  idempotency: IdempotentRequest | null,
): Promise<{ answer: string; replayed: boolean }> {
  const { keyId } = ctx.actor;
  const answerOf = (refund: FoundRefund) => JSON.stringify(presentRefund(refund, ctx));
  return inApiTerms(() =>
    ctx.db.sql.begin(async (tx) => {
      // one refund of a key at a time: today's sum stays true, and a repeated request waits for the first
      await tx`select pg_advisory_xact_lock(hashtextextended(${`till refunds of key ${keyId}`}, 0))`;
      const known = idempotency && (await recallRefund(tx, ctx, idempotency));
      if (known) return { answer: answerOf(known), replayed: true };
      const { id } = await prepareRefund(tx, ctx, {
        intentId: input.intent_id,
        amountMicros: microsFromNumber(input.amount_usdt),
        to: input.to ?? null,
        reason: input.reason ?? null,
        by: { keyId, idempotencyKey: idempotency?.key ?? null, requestHash: idempotency?.requestHash ?? null },
      });
      await requireWithinLimit(tx, ctx, id);
      return { answer: answerOf(await getRefund(ctx, { id }, tx)), replayed: false };
    }),
  );
}

async function recallRefund(
  tx: Transaction,
  ctx: KeyContext,
  { key, requestHash }: IdempotentRequest,
): Promise<FoundRefund | null> {
  const [known] = await tx<{ id: string; isSame: boolean }[]>`
    select id, request_hash = ${requestHash} as "isSame" from refunds
     where merchant_id = ${ctx.merchantId} and prepared_by_key = ${ctx.actor.keyId} and idempotency_key = ${key}`;
  if (!known) return null;
  if (!known.isSame) throw new DomainError("idempotency_conflict", OTHER_REFUND);
  return getRefund(ctx, { id: known.id }, tx);
}

/**
 * Requires that what the key has prepared on this day of UTC, `refundId` included, is within its limit. Cancelled ones
 * count: what a member has rejected is no room for more. Error: `limit_reached`.
 */
async function requireWithinLimit(tx: Transaction, ctx: KeyContext, refundId: string): Promise<void> {
  const { merchantId, environment, actor } = ctx;
  const [sums] = await tx<{ limitMicros: bigint; beforeMicros: bigint; addedMicros: bigint }[]>`
    select coalesce(k.refund_limit_micros, 0) as "limitMicros",
           coalesce(sum(f.amount_micros) filter (where f.id <> ${refundId}), 0) as "beforeMicros",
           coalesce(sum(f.amount_micros) filter (where f.id = ${refundId}), 0) as "addedMicros"
      from restricted_keys k
      left join refunds f
        on f.merchant_id = k.merchant_id and f.environment = ${environment} and f.prepared_by_key = k.id
       and f.created_at >= date_trunc('day', now(), 'UTC')
       and f.created_at < date_trunc('day', now(), 'UTC') + interval '1 day'
     where k.id = ${actor.keyId} and k.merchant_id = ${merchantId}
     group by k.id`;
  const { limitMicros = 0n, beforeMicros = 0n, addedMicros = 0n } = sums ?? {};
  if (sums && beforeMicros + addedMicros <= limitMicros) return;
  const left = limitMicros > beforeMicros ? limitMicros - beforeMicros : 0n;
  throw new DomainError(
    "limit_reached",
    `This key can prepare refunds of up to ${displayAmount(limitMicros)} USDT per UTC day. ${displayAmount(left)} USDT is left today.`,
  );
}
