import { createHash, randomUUID } from "node:crypto";
import { z } from "zod";
import { DomainError } from "@/lib/errors";
import { type IdempotentRequest, recallAnswer } from "@/lib/idempotency/request";
import { insertIntent } from "@/lib/intents/insert";
import { decimalFromMicros, MAX_MICROS, microsFromDecimal } from "@/lib/money";
import { tillPayment } from "@/lib/pos/payment";
import type { TillPayment } from "@/lib/pos/present";
import type { TillContext } from "@/lib/pos/till";
import { requireLiveReady } from "@/lib/settlement/live";

const AMOUNT = "The amount must be more than 0 with at most six decimals, for example 12.50.";
const TOO_MUCH = "One payment can ask for 999,999,999.999999 USDT at most, the tip included.";
const PATH = "/pos";

const amount = z
  .string(AMOUNT)
  .refine((text) => microsFromDecimal(text) !== null, { error: AMOUNT })
  .transform((text) => microsFromDecimal(text) ?? 0n);

export const ChargeInput = z.object({
  /** decimal text, the tip not included */
  amount: amount.refine((micros) => micros > 0n, { error: AMOUNT }),
  tip: amount.default(0n),
  reference: z
    .string()
    .trim()
    .max(200, "The reference has more than 200 characters.")
    .refine((text) => !text.includes("\u0000"), { error: "The reference holds a character that cannot be kept." })
    .default(""),
  /** made by the keypad for each charge: the same one sent twice is one payment */
  chargeId: z.guid(),
});
export type ChargeInput = z.output<typeof ChargeInput>;

/**
 * Creates a payment at a keypad. The same `chargeId` again within 24 hours, also after a lost answer, is the same payment,
 * as it stands by then. Errors: `invalid_request` for live with what is missing, `invalid_amount`, `idempotency_conflict` for
 * another charge with that id; in live `daily_cap_exceeded`, and `api_error` when no payment can be taken now.
 */
export async function chargeAtTill(ctx: TillContext, input: ChargeInput): Promise<TillPayment> {
  if (ctx.environment === "live") await requireLiveReady(ctx.db.sql, ctx.merchantId);
  const amountMicros = input.amount + input.tip;
  if (amountMicros > MAX_MICROS) throw new DomainError("invalid_amount", TOO_MUCH);
  const request = { key: input.chargeId.toLowerCase(), path: PATH, requestHash: hashOf(input) };
  const id = (await recall(ctx, request)) ?? (await insert(ctx, input, amountMicros, request));
  return tillPayment(ctx, { id });
}

/** The id of the new payment, or of the one that somebody else made of the same charge meanwhile. */
async function insert(ctx: TillContext, input: ChargeInput, amountMicros: bigint, request: IdempotentRequest) {
  const id = randomUUID();
  const inserted = await insertIntent(ctx.db, {
    id,
    eventId: randomUUID(),
    keyId: null,
    merchantId: ctx.merchantId,
    terminalId: ctx.terminalId,
    environment: ctx.environment,
    amountMicros,
    lifeSeconds: ctx.intentLifeSeconds,
    autoCompleteMs: null,
    reference: input.reference === "" ? null : input.reference,
    metadata: metadataOf(ctx, input),
    successUrl: null,
    cancelUrl: null,
    idempotency: { ...request, answer: () => id },
  });
  if (inserted.outcome === "created") return id;
  const first = await recall(ctx, request);
  if (!first) throw new Error("a charge was held and then gone");
  return first;
}

function hashOf({ amount, tip, reference }: ChargeInput): Buffer {
  return createHash("sha256").update(`${amount} ${tip} ${reference}`).digest();
}

function metadataOf(ctx: TillContext, { tip }: ChargeInput): Record<string, string> {
  const metadata: Record<string, string> = { keypad: ctx.chargedBy.slice(0, 200) };
  if (tip > 0n) metadata.tip_usdt = decimalFromMicros(tip);
  return metadata;
}

function recall(ctx: TillContext, request: IdempotentRequest): Promise<string | null> {
  return recallAnswer(ctx.db.sql, { terminalId: ctx.terminalId, environment: ctx.environment }, request);
}
