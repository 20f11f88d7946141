import type { Open } from "./intents.js";
import type { Members } from "./members.js";

/** What the amount of an intent was quoted from: a price in a currency. */
export type Quote = {
  /** ISO 4217 code, for example `"EUR"`. */
  readonly currency: string;
  /** The price, with all decimals of the currency, for example `"24.90"`. */
  readonly amount: string;
  /** USDT for one unit of the currency, before the spread, for example `"1.0895"`. */
  readonly rate: string;
  /** `par`: 1 USD = 1 USDT. `manual`: set by a member. `url`: read from the rate URL of your business. */
  readonly source: Open<"par" | "manual" | "url">;
  readonly quotedAt: Date;
  /** Added to the rate, in hundredths of a percent. */
  readonly spreadBps: number;
};

/** The `quote` of an intent; null if there is none. */
export function readQuote(intent: Members): Quote | null {
  const quote = intent.objectOrNull("quote");
  return (
    quote && {
      currency: quote.text("currency"),
      amount: quote.text("amount"),
      rate: quote.text("rate"),
      source: quote.text("source"),
      quotedAt: quote.moment("quoted_at"),
      spreadBps: quote.integer("spread_bps"),
    }
  );
}
