import { createHash, randomUUID } from "node:crypto";
import { z } from "zod";
import type { Transaction } from "@/lib/base/db/client";
import { type IdempotentRequest, recallAnswer } from "@/lib/base/idempotency/request";
import { DomainError } from "@/lib/base/values/errors";
import { decimalFromMicros, displayAmount, microsFromDecimal } from "@/lib/base/values/money";
import { isStorable } from "@/lib/base/values/storable-text";
import { requireLiveReady } from "@/lib/chain/wallets/require-live-ready";
import { insertIntent } from "@/lib/payments/intents/insert";
import { planIntent } from "@/lib/payments/intents/plan";
import type { PosContext } from "@/lib/payments/pos/context";
import { getPosPayment } from "@/lib/payments/pos/get-payment";
import type { PosPayment } from "@/lib/payments/pos/present";

export const AMOUNT = "Enter an amount above 0 with up to six decimal places, for example 12.50.";
const PATH = "/pos";

const amount = z
  .string(AMOUNT)
  .refine((text) => microsFromDecimal(text) !== null, { error: AMOUNT })
  .transform((text) => microsFromDecimal(text) ?? 0n);

export const ChargeInput = z.object({
  /** decimal text, without the tip */
  amount: amount.refine((micros) => micros > 0n, { error: AMOUNT }),
  tip: amount.default(0n),
  reference: z
    .string()
    .trim()
    .max(200, "The reference can have up to 200 characters.")
    .refine(isStorable, { error: "The reference contains a character that can't be stored." })
    .default(""),
  /** idempotency id made by the keypad: sent twice, it is one payment */
  chargeId: z.guid(),
});
export type ChargeInput = z.output<typeof ChargeInput>;

/**
 * Creates a payment at a terminal. Repeating a `chargeId` within 24 hours returns the same payment in its current
 * state. Errors: `invalid_amount` above the terminal's limit; `idempotency_conflict` for another charge with that id;
 * in live also `invalid_request` when set-up is incomplete, `daily_cap_exceeded`, and `api_error` when no payment can
 * be taken now.
 */
export async function chargeAtTerminal(ctx: PosContext, input: ChargeInput, how: How = KEYPAD): Promise<PosPayment> {
  if (ctx.environment === "live") await requireLiveReady(ctx.settings, ctx.db.sql, ctx.merchantId);
  const request = { key: input.chargeId.toLowerCase(), path: PATH, requestHash: hashOf(input) };
  const id = (await recall(ctx, request)) ?? (await insert(ctx, input, request, how));
  return getPosPayment(ctx, { id });
}

type How = {
  /** where the member or device charges, stored with their name */
  from: "keypad" | "dashboard";
  /** written together with a new payment */
  also?: (tx: Transaction, id: string) => Promise<void>;
};

const KEYPAD: How = { from: "keypad" };

/** The id of the new payment, or of the one a concurrent request made from the same charge. */
async function insert(ctx: PosContext, input: ChargeInput, request: IdempotentRequest, { from, also }: How) {
  const amountMicros = input.amount + input.tip;
  if (amountMicros > ctx.chargeLimitMicros)
    throw new DomainError("invalid_amount", tooMuch(ctx.chargeLimitMicros), { field: "amount" });
  const id = randomUUID();
  const intent = planIntent(ctx.settings, {
    id,
    merchantId: ctx.merchantId,
    terminalId: ctx.terminalId,
    environment: ctx.environment,
    amountMicros,
    lifeSeconds: ctx.intentLifeSeconds,
    reference: input.reference === "" ? null : input.reference,
    metadata: metadataOf(ctx, input, from),
    idempotency: { ...request, ownerId: ctx.terminalId, answer: () => id },
  });
  const inserted = await insertIntent(ctx, intent, also && ((tx) => also(tx, id)));
  if (inserted.outcome === "created") return id;
  const first = await recall(ctx, request);
  if (!first) throw new Error("a charge with this id existed and is gone");
  return first;
}

function tooMuch(limitMicros: bigint): string {
  const limit = displayAmount(limitMicros);
  return `A charge at this terminal can be at most ${limit} USDT, including the tip. Owners and managers can change the limit in the terminal's settings.`;
}

function hashOf({ amount, tip, reference }: ChargeInput): Buffer {
  return createHash("sha256").update(`${amount} ${tip} ${reference}`).digest();
}

function metadataOf(ctx: PosContext, { tip }: ChargeInput, from: How["from"]): Record<string, string> {
  const metadata: Record<string, string> = { [from]: ctx.chargedBy.slice(0, 200) };
  if (tip > 0n) metadata.tip_usdt = decimalFromMicros(tip);
  return metadata;
}

function recall(ctx: PosContext, request: IdempotentRequest): Promise<string | null> {
  const { merchantId, terminalId, environment } = ctx;
  return recallAnswer(ctx.db.sql, { merchantId, ownerId: terminalId, environment, keyId: null }, request);
}
