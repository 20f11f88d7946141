import type { z } from "zod";
import type { paymentIntents } from "@/drizzle/schema";
import type { Environment } from "@/lib/base/context/context";
import type { Settings } from "@/lib/base/context/settings";
import { decimalFromMinor, decimalsOf } from "@/lib/base/values/currencies";
import { numberFromMicros } from "@/lib/base/values/money";
import { checkoutUri, checkoutUrl } from "@/lib/customer/checkout/links";
import type { CreatedAnswer, DemoAnswer, IntentStatusAnswer, QuoteAnswer } from "@/lib/payments/intents/schemas";
import type { IntentStatus } from "@/lib/payments/intents/state";
import type { DatedQuote } from "@/lib/payments/prices/read-quote";

type Intent = typeof paymentIntents.$inferSelect;

export type CreatedIntent = Pick<
  Intent,
  "id" | "amountMicros" | "expiresAt" | "reference" | "metadata" | "successUrl" | "cancelUrl"
> & {
  terminalName: string;
  environment: Environment;
  /** null without a price */
  quote: DatedQuote | null;
};

export function presentQuote(quote: DatedQuote): z.infer<typeof QuoteAnswer> {
  const { currency, minor } = quote;
  return {
    currency,
    amount: decimalFromMinor(minor, decimalsOf(currency) ?? 0),
    rate: quote.rate,
    source: quote.source,
    quoted_at: quote.quotedAt.toISOString(),
    spread_bps: quote.spreadBps,
  };
}

export function presentCreated(intent: CreatedIntent, settings: Settings): z.infer<typeof CreatedAnswer> {
  const origin = { environment: intent.environment, livemode: intent.environment === "live" };
  return {
    success: true,
    message: "Payment intent created.",
    terminal: intent.terminalName,
    ...origin,
    intent: {
      id: intent.id,
      amount_usdt: numberFromMicros(intent.amountMicros),
      status: "pending",
      expires_at: intent.expiresAt.toISOString(),
      ...origin,
      checkout_uri: checkoutUri(settings, intent.id),
      checkout_url: checkoutUrl(settings, intent.id),
      quote: intent.quote && presentQuote(intent.quote),
      reference: intent.reference,
      metadata: intent.metadata,
      success_url: intent.successUrl,
      cancel_url: intent.cancelUrl,
    },
  };
}

export type IntentState = Pick<Intent, "id" | "amountMicros" | "expiresAt"> & {
  status: IntentStatus;
  environment: Environment;
};

/** Exactly the six public fields. */
export function presentStatus(intent: IntentState): z.infer<typeof IntentStatusAnswer> {
  return {
    id: intent.id,
    amount_usdt: numberFromMicros(intent.amountMicros),
    status: intent.status,
    environment: intent.environment,
    livemode: intent.environment === "live",
    expires_at: intent.expiresAt.toISOString(),
  };
}

export const DEMO_DELAY_MS = 6_000;

export function presentDemo(intent: CreatedIntent): z.infer<typeof DemoAnswer> {
  return {
    intent_id: intent.id,
    amount_usdt: numberFromMicros(intent.amountMicros),
    environment: "sandbox",
    expires_at: intent.expiresAt.toISOString(),
    auto_completes_in_ms: DEMO_DELAY_MS,
  };
}
