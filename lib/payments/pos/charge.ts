import { createHash, randomUUID } from "node:crypto";
import { z } from "zod";
import type { Transaction } from "@/lib/base/db/client";
import { type IdempotentRequest, recallAnswer } from "@/lib/base/idempotency/request";
import { decimalFromMinor, decimalsOf, minorFromDecimal } from "@/lib/base/values/currencies";
import { DomainError } from "@/lib/base/values/errors";
import { decimalFromMicros, microsFromDecimal } from "@/lib/base/values/money";
import { isStorable } from "@/lib/base/values/storable-text";
import { requireLiveReady } from "@/lib/chain/wallets/require-live-ready";
import { insertIntent } from "@/lib/payments/intents/insert";
import { lifeOf, planIntent } from "@/lib/payments/intents/plan";
import type { PosContext } from "@/lib/payments/pos/context";
import { getPosPayment } from "@/lib/payments/pos/get-payment";
import type { PosPayment } from "@/lib/payments/pos/present";
import type { Asked } from "@/lib/payments/prices/price-input";
import { displayLimit } from "@/lib/payments/prices/price-within";
import type { Quote } from "@/lib/payments/prices/quote";
import { quotePrice } from "@/lib/payments/prices/quote-price";
import { quoteTipMicros } from "@/lib/payments/prices/quote-tip";

export const AMOUNT = "Enter an amount above 0 with up to six decimal places, for example 12.50.";
const PATH = "/pos";

const amount = z
  .string(AMOUNT)
  .refine((text) => microsFromDecimal(text) !== null, { error: AMOUNT })
  .transform((text) => microsFromDecimal(text) ?? 0n);

export const ChargeDetails = z.object({
  reference: z
    .string()
    .trim()
    .max(200, "The reference can have up to 200 characters.")
    .refine(isStorable, { error: "The reference contains a character that can't be stored." })
    .default(""),
  /** idempotency id made by the keypad: sent twice, it is one payment */
  chargeId: z.guid(),
});

export type Charge = z.output<typeof ChargeDetails> & {
  /** without the tip */
  sale: Asked;
  /** in micro-USDT, or in minor units of the currency of the sale */
  tip: bigint;
};

/** Amounts are decimal text, without the tip. */
export const ChargeInput = ChargeDetails.extend({
  amount: amount.refine((micros) => micros > 0n, { error: AMOUNT }).optional(),
  tip: amount.default(0n),
  /** in place of both; a server that knows no currencies refuses it, and never takes it for USDT */
  price: z.object({ currency: z.string(), amount: z.string(), tip: z.string().default("0") }).optional(),
}).transform(({ amount: amountMicros, tip, price, ...details }, issues): Charge => {
  if (price === undefined && amountMicros !== undefined) return { ...details, sale: { amountMicros }, tip };
  const priced = price && amountMicros === undefined && readPrice(price);
  if (priced) return { ...details, ...priced };
  issues.addIssue(price ? PRICE : AMOUNT);
  return z.NEVER;
});
export type ChargeInput = z.output<typeof ChargeInput>;

const PRICE = "Enter a price above 0 with at most the decimals that its currency has, for example 24.90.";

function readPrice(typed: { currency: string; amount: string; tip: string }): Pick<Charge, "sale" | "tip"> | null {
  const { currency } = typed;
  const decimals = decimalsOf(currency);
  if (decimals === null) return null;
  const minor = minorFromDecimal(typed.amount, decimals);
  const tip = /^0(\.0+)?$/.test(typed.tip) ? 0n : minorFromDecimal(typed.tip, decimals);
  return minor === null || tip === null ? null : { sale: { currency, decimals, minor }, tip };
}

/**
 * Creates a payment at a terminal. A price is quoted as a whole, tip included. Repeating a `chargeId` within 24 hours
 * returns the same payment in its current state, however the rate has moved. Errors: `invalid_amount` above the
 * terminal's limit, named in the currency of the price too; `idempotency_conflict` for another charge with that id;
 * those of `quotePrice`; in live also `invalid_request` when set-up is incomplete, `daily_cap_exceeded`, and
 * `api_error` when no payment can be taken now.
 */
export async function chargeAtTerminal(ctx: PosContext, input: Charge, how: How = KEYPAD): Promise<PosPayment> {
  if (ctx.environment === "live") await requireLiveReady(ctx.settings, ctx.db.sql, ctx.merchantId);
  const request = { key: input.chargeId.toLowerCase(), path: PATH, requestHash: hashOf(input) };
  const id = (await recall(ctx, request)) ?? (await insert(ctx, input, request, how));
  return getPosPayment(ctx, { id });
}

type Created = { id: string; amountMicros: bigint; quote: Quote | null };

type How = {
  /** where the member or device charges, stored with their name */
  from: "keypad" | "dashboard";
  /** written together with a new payment */
  also?: (tx: Transaction, created: Created) => Promise<void>;
};

const KEYPAD: How = { from: "keypad" };

/** The id of the new payment, or of the one a concurrent request made from the same charge. */
async function insert(ctx: PosContext, input: Charge, request: IdempotentRequest, { from, also }: How) {
  const { amountMicros, quote } = await quotePrice(ctx, ctx.merchantId, withTip(input));
  if (amountMicros > ctx.chargeLimitMicros)
    throw new DomainError("invalid_amount", tooMuch(ctx.chargeLimitMicros, quote), { field: "amount" });
  const id = randomUUID();
  const intent = planIntent(ctx.settings, {
    id,
    merchantId: ctx.merchantId,
    terminalId: ctx.terminalId,
    environment: ctx.environment,
    amountMicros,
    quote,
    lifeSeconds: lifeOf(ctx.intentLifeSeconds, quote),
    reference: input.reference === "" ? null : input.reference,
    metadata: { [from]: ctx.chargedBy.slice(0, 200), ...tipOf(input, amountMicros, quote) },
    idempotency: { ...request, ownerId: ctx.terminalId, answer: () => id },
  });
  const inserted = await insertIntent(ctx, intent, also && ((tx) => also(tx, { id, amountMicros, quote })));
  if (inserted.outcome === "created") return id;
  const first = await recall(ctx, request);
  if (!first) throw new Error("a charge with this id existed and is gone");
  return first;
}

function withTip({ sale, tip }: Charge): Asked {
  return "amountMicros" in sale ? { amountMicros: sale.amountMicros + tip } : { ...sale, minor: sale.minor + tip };
}

function tooMuch(limitMicros: bigint, quote: Quote | null): string {
  const limit = displayLimit(limitMicros, quote);
  return `A charge at this terminal can be at most ${limit}, including the tip. Owners and managers can change the limit in the terminal's settings.`;
}

function hashOf({ sale, tip, reference }: Charge): Buffer {
  const amount = "amountMicros" in sale ? sale.amountMicros : `${sale.currency} ${sale.minor}`;
  return createHash("sha256").update(`${amount} ${tip} ${reference}`).digest();
}

function tipOf({ sale, tip }: Charge, amountMicros: bigint, quote: Quote | null): Record<string, string> {
  if (tip === 0n) return {};
  if (quote === null || "amountMicros" in sale) return { tip_usdt: decimalFromMicros(tip) };
  return {
    tip_usdt: decimalFromMicros(quoteTipMicros(tip, quote, amountMicros)),
    tip_price: decimalFromMinor(tip, sale.decimals),
  };
}

function recall(ctx: PosContext, request: IdempotentRequest): Promise<string | null> {
  const { merchantId, terminalId, environment } = ctx;
  return recallAnswer(ctx.db.sql, { merchantId, ownerId: terminalId, environment, keyId: null }, request);
}
