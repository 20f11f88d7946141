import type { Sql, Transaction } from "@/lib/base/db/client";
import { conflict, DomainError } from "@/lib/base/values/errors";
import { displayAmount } from "@/lib/base/values/money";

/**
 * What refunds are made of: the intent that money was received for, or the item about money without one. In live,
 * `isOnFormerNetwork`: it arrived on a network that live payments are no longer on.
 */
export type RefundableMoney = { merchantId: string } & ({ intentId: string } | { itemId: string });

/**
 * Lets one refund of the same money be made at a time until the transaction ends, as the trigger does: what
 * `getRefundable` then returns stays true. Take it after the lock on an item.
 */
export async function lockRefundable(tx: Transaction, money: RefundableMoney): Promise<void> {
  const id = "intentId" in money ? money.intentId : money.itemId;
  await tx`select pg_advisory_xact_lock(hashtextextended(${`till refunds ${id}`}, 0))`;
}

/** `leftMicros`: received, and neither given back nor being given back. */
export type Refundable = { receivedMicros: bigint; refundedMicros: bigint; leftMicros: bigint };

/** What arrived for an intent, late transfers included, and what of it refunds are prepared for, sent or final. */
export async function getRefundable(
  sql: Sql | Transaction,
  { merchantId, intentId }: { merchantId: string; intentId: string },
): Promise<Refundable> {
  const [sums] = await sql<Omit<Refundable, "leftMicros">[]>`
    select i.received_micros + i.uncounted_micros as "receivedMicros",
           (select coalesce(sum(f.amount_micros), 0)::bigint from refunds f
             where f.intent_id = i.id and f.merchant_id = i.merchant_id and f.status <> 'cancelled') as "refundedMicros"
      from payment_intents i where i.id = ${intentId} and i.merchant_id = ${merchantId}`;
  const { receivedMicros = 0n, refundedMicros = 0n } = sums ?? {};
  return { receivedMicros, refundedMicros, leftMicros: positive(receivedMicros - refundedMicros) };
}

/** Error: `invalid_request`, field `amount`, when less than this is left to refund of an intent. */
export async function requireLeft(
  sql: Sql | Transaction,
  intent: { merchantId: string; intentId: string },
  amountMicros: bigint,
): Promise<void> {
  const { leftMicros } = await getRefundable(sql, intent);
  if (amountMicros <= leftMicros) return;
  if (leftMicros === 0n) throw conflict(NOTHING_LEFT);
  throw new DomainError("invalid_request", atMost(leftMicros), { field: "amount" });
}

/** What is wrong with an amount when only so much is left. */
export function atMost(leftMicros: bigint): string {
  return `You can refund up to ${displayAmount(leftMicros)} USDT.`;
}

export const NOTHING_LEFT = "There's nothing left to refund. Refunds for the full amount are already prepared.";

function positive(micros: bigint): bigint {
  return micros > 0n ? micros : 0n;
}
