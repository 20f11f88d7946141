import { randomBytes, randomUUID } from "node:crypto";
import { recordAudit } from "@/lib/base/audit/record";
import type { Context, TenantContext } from "@/lib/base/context/context";
import type { Transaction } from "@/lib/base/db/client";
import { invalidTransition, notFound } from "@/lib/base/values/errors";
import { COOLDOWNS, cooldownSeconds } from "@/lib/chain/wallets/cooldown";
import { creditIntent, type IncomingTransfer, type LockedIntent, lockIntent } from "@/lib/payments/intents/credit";
import { selectStates } from "@/lib/payments/intents/get-status";
import type { IntentState } from "@/lib/payments/intents/present";
import type { SimulatePaymentInput } from "@/lib/payments/intents/schemas";
import { isOnTime, remainingMicros } from "@/lib/payments/intents/state";
import { isWithin, moveToExpired } from "@/lib/payments/intents/transition";

const ONE_USDT = 1_000_000n;
const MAX_LATE = 3;

/**
 * Simulates a customer in the sandbox; its transfers are handled as real ones are. Returns the state of the intent
 * afterwards. Anyone who knows the id may do this; a caller with a tenant only to its intents, and it is recorded in
 * the audit log. Errors: `not_found` for unknown and live intents alike, `invalid_transition` when the outcome is no
 * longer possible.
 */
export async function simulatePayment(ctx: Context | TenantContext, input: SimulatePaymentInput): Promise<IntentState> {
  return ctx.db.sql.begin(async (tx) => {
    if (hasTenant(ctx)) await requireWithin(tx, ctx, input.id);
    const intent = await lockIntent(tx, input.id);
    if (intent?.environment !== "sandbox") throw notFound("intent");
    await applyOutcome(tx, intent, input.outcome);
    if (hasTenant(ctx)) await note(tx, ctx, input);
    const [state] = await selectStates(tx, [intent.id]);
    if (!state) throw new Error("a locked intent is missing");
    return state;
  });
}

function hasTenant(ctx: Context | TenantContext): ctx is TenantContext {
  return "terminalIds" in ctx;
}

async function requireWithin(tx: Transaction, ctx: TenantContext, id: string): Promise<void> {
  const [intent] = await tx`select i.id from payment_intents i where i.id = ${id} and ${isWithin(tx, ctx)} for update`;
  if (!intent) throw notFound("intent");
}

function note(tx: Transaction, { merchantId, actor }: TenantContext, input: SimulatePaymentInput): Promise<void> {
  return recordAudit(tx, {
    merchantId,
    actor,
    action: "intent.simulated",
    targetType: "intent",
    targetId: input.id,
    after: { outcome: input.outcome },
  });
}

/** Pays the remaining amount of a sandbox intent that this transaction has locked. */
export function payInSandbox(tx: Transaction, intent: LockedIntent): Promise<void> {
  return creditIntent(tx, intent, simulatedTransfer(intent, remainingMicros(intent)));
}

async function applyOutcome(
  tx: Transaction,
  intent: LockedIntent,
  outcome: SimulatePaymentInput["outcome"],
): Promise<void> {
  if (outcome === "late") return payLate(tx, intent);
  const status = intent.status === "pending" && !isOnTime(intent.expiresAt, intent.now) ? "expired" : intent.status;
  if (status !== "pending") {
    throw invalidTransition((thing) => `This ${thing} is ${status}. Only pending ${thing}s can be paid.`);
  }
  switch (outcome) {
    case "paid":
      return payInSandbox(tx, intent);
    case "overpaid":
      return creditIntent(tx, intent, simulatedTransfer(intent, remainingMicros(intent) + ONE_USDT));
    case "underpaid":
      return payPart(tx, intent);
    case "expired":
      await moveToExpired(tx, [intent.id]);
  }
}

/** Pays part of the remaining amount, so that the intent stays pending. */
function payPart(tx: Transaction, intent: LockedIntent): Promise<void> {
  const part = partMicros(intent);
  if (part <= 0n) {
    throw invalidTransition(
      (thing) => `A partial payment isn't possible: even 0.000001 USDT would complete this ${thing}.`,
    );
  }
  return creditIntent(tx, intent, simulatedTransfer(intent, part));
}

/**
 * Half of the remaining amount, or less, so that more than the tolerance remains; 0 or below if no amount does that.
 */
function partMicros(intent: LockedIntent): bigint {
  const remaining = remainingMicros(intent);
  const most = remaining - intent.toleranceMicros - 1n;
  return remaining / 2n < most ? remaining / 2n : most;
}

/** Expires the intent first, then pays it. */
async function payLate(tx: Transaction, intent: LockedIntent): Promise<void> {
  if (intent.status === "paid") {
    throw invalidTransition(
      (thing) => `This ${thing} is paid. Only ${thing}s that weren't paid can receive a late payment.`,
    );
  }
  if (intent.status === "pending") await moveToExpired(tx, [intent.id]);
  else await requireRoomForLate(tx, intent);
  const ended = (await lockIntent(tx, intent.id)) ?? intent;
  await creditIntent(tx, ended, simulatedTransfer(ended, remainingMicros(ended)));
}

/** The limits of live: an address is watched only during its cooldown, and each payment costs its sender a fee. */
async function requireRoomForLate(tx: Transaction, { id, merchantId }: LockedIntent): Promise<void> {
  const [ended] = await tx<[{ late: number; isOver: boolean }]>`
    select (select count(*)::int from transfers t
             where t.intent_id = i.id and t.merchant_id = i.merchant_id and not t.counted) as late,
           coalesce(i.expired_at, i.cancelled_at) < now() - make_interval(secs => ${cooldownSeconds(false)}) as "isOver"
      from payment_intents i where i.id = ${id} and i.merchant_id = ${merchantId}`;
  if (ended.isOver) {
    throw invalidTransition(
      (thing) =>
        `This ${thing} ended more than ${COOLDOWNS.unpaid} ago. You can simulate late payments for ${COOLDOWNS.unpaid} after the end.`,
    );
  }
  if (ended.late >= MAX_LATE) {
    throw invalidTransition(
      (thing) => `This ${thing} has ${ended.late} late payments already. You can simulate up to ${MAX_LATE}.`,
    );
  }
}

function simulatedTransfer(intent: LockedIntent, amountMicros: bigint): IncomingTransfer {
  return {
    id: randomUUID(),
    network: "sandbox",
    txHash: randomBytes(32).toString("hex"),
    logIndex: 0,
    amountMicros,
    occurredAt: intent.now,
  };
}
