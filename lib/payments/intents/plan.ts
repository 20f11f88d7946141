import type { Environment } from "@/lib/base/context/context";
import type { Settings } from "@/lib/base/context/settings";
import type { IdempotentRequest } from "@/lib/base/idempotency/request";
import { checkoutUri } from "@/lib/customer/checkout/links";
import type { Quote } from "@/lib/payments/prices/quote";

/** What is to be written of a new payment. */
export type NewIntent = {
  id: string;
  /** the terminal's key that was used; null without one, as for the demo */
  keyId: string | null;
  merchantId: string;
  terminalId: string;
  environment: Environment;
  /** the deep link to a wallet app */
  checkoutUri: string;
  amountMicros: bigint;
  /** what the amount was quoted from; null: the amount was given in USDT */
  quote: Quote | null;
  /**
   * the quote is from memory, and quotes held for so long then: the statement that writes the payment refuses it unless
   * both are so now
   */
  recalled: { lifeSeconds: number } | null;
  lifeSeconds: number;
  autoCompleteMs: number | null;
  reference: string | null;
  metadata: Record<string, string> | null;
  successUrl: string | null;
  cancelUrl: string | null;
  idempotency: (IdempotentRequest & { ownerId: string; answer: (expiresAt: Date) => string }) | null;
};

type Needed = "id" | "merchantId" | "terminalId" | "environment" | "amountMicros" | "lifeSeconds";
const NOTHING = { quote: null, reference: null, metadata: null, successUrl: null, cancelUrl: null };

/** A new payment, by default without an API key and with nothing that the caller may add. */
export function planIntent(
  settings: Settings,
  wanted: Pick<NewIntent, Needed> & Partial<Omit<NewIntent, Needed | "checkoutUri">>,
): NewIntent {
  const base = { keyId: null, recalled: null, autoCompleteMs: null, idempotency: null };
  return { checkoutUri: checkoutUri(settings, wanted.id), ...base, ...NOTHING, ...wanted };
}

/** A payment with a price lives no longer than its quote. */
export function lifeOf(seconds: number, quote: { lifeSeconds: number } | null): number {
  return quote ? Math.min(seconds, quote.lifeSeconds) : seconds;
}

/** When an intent that was created at a moment expires. */
export function expiryOf({ lifeSeconds }: Pick<NewIntent, "lifeSeconds">, createdAt: Date): Date {
  return new Date(createdAt.getTime() + lifeSeconds * 1_000);
}
