import { type AmountInput, amountMembers, type PriceInput } from "./amounts.js";
import { type DetailedIntent, readDetailedIntent } from "./detailed-intent.js";
import { idempotencyKeyOf } from "./idempotency.js";
import type { Members } from "./members.js";
import { type Listing, listingOf, type Page, pageOf } from "./pages.js";
import { queryOf, segmentOf, timeOf } from "./parameters.js";
import { type Quote, readQuote } from "./quote.js";
import type { Answered, CallOptions, Transport } from "./transport.js";
import { type WaitOptions, waitForEnd } from "./wait.js";

/** Known strings; values that the service adds later are passed through. */
export type Open<Known extends string> = Known | (string & Record<never, never>);
export type Environment = Open<"sandbox" | "live">;
export type IntentStatus = Open<"pending" | "paid" | "expired" | "cancelled">;

export type Intent = {
  readonly id: string;
  /** The shortest exact decimal, for example `"12.5"`. */
  readonly amountUsdt: string;
  /** The amount in micro-USDT (1 USDT = 1,000,000). Leave it out of JSON, which has no bigint. */
  readonly amountMicros: bigint;
  readonly status: IntentStatus;
  readonly environment: Environment;
  readonly livemode: boolean;
  readonly expiresAt: Date;
};

export type CreatedIntent = Intent & {
  /** Deep link for wallet apps: the content of the QR code. */
  readonly checkoutUri: string;
  /** The hosted payment page for the customer. */
  readonly checkoutUrl: string | null;
  readonly reference: string | null;
  readonly metadata: Readonly<Record<string, string>> | null;
  /** Name of the terminal. */
  readonly terminalName: string;
  /** The pages that customers return to, as you passed them. */
  readonly successUrl: string | null;
  readonly cancelUrl: string | null;
  /** What the amount was quoted from; null if you passed it in USDT. */
  readonly quote: Quote | null;
};

export type CreateIntentParams = ((AmountInput & { amount?: undefined; currency?: undefined }) | PriceInput) & {
  /** Your order ID, up to 200 characters; the customer sees it. */
  reference?: string;
  /** Up to 20 key-value pairs that are returned with the intent. */
  metadata?: Record<string, string>;
  /** Seconds until the intent expires, with a price at most those of a quote. Default: the terminal's setting. */
  expiresInSeconds?: number;
  /** Your page that the customer can return to after paying. */
  successUrl?: string;
  /** Your page for customers who leave without paying. */
  cancelUrl?: string;
  /** Only for a key for all terminals, which needs it. */
  terminalId?: string;
};

export type ListIntentsParams = {
  /** Exactly this reference. */
  reference?: string;
  status?: IntentStatus;
  /** Created at this time or later. A string is passed on unchanged. */
  createdAfter?: Date | string;
  /** Created before this time. */
  createdBefore?: Date | string;
  /** Default: the key's terminal, or all terminals with a key for all terminals. */
  terminalId?: string;
  /** The `next` of the page before, with the same filters. */
  after?: string;
  /** Intents of a page, 1 to 100. Default: 20. */
  limit?: number;
};

export type OnceOptions = CallOptions & {
  /**
   * Identifies the same request across calls and restarts. A key lasts 24 hours and repeats the first response, also
   * after the intent has ended, so use one for each attempt to pay, such as `order-1042-1`. By default, each call has
   * its own.
   */
  idempotencyKey?: string;
};

/** Creates and tracks payment intents. */
export class Intents {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Creates an intent for an amount in USDT, or for a price: `{ amount: "24.90", currency: "EUR" }`. All attempts of a
   * call use the same idempotency key, so a lost response never leads to a second intent. Errors: `invalid_amount`
   * before anything is sent, `idempotency_conflict`, and authentication errors; with a price also `invalid_currency`,
   * `currency_not_enabled`, and `rate_unavailable` with the seconds to wait.
   */
  async create(params: CreateIntentParams, options: OnceOptions = {}): Promise<CreatedIntent> {
    const { reference, metadata, expiresInSeconds, successUrl, cancelUrl, terminalId } = params;
    const amount = amountMembers(params);
    const pages = { success_url: successUrl, cancel_url: cancelUrl };
    const rest = JSON.stringify({
      reference,
      metadata,
      expires_in: expiresInSeconds,
      ...pages,
      terminal_id: terminalId,
    });
    const call = {
      method: "POST" as const,
      path: "/create-payment-intent",
      body: `{${amount}${rest === "{}" ? "" : `,${rest.slice(1, -1)}`}}`,
      withKey: true,
      idempotencyKey: idempotencyKeyOf(options),
    };
    return (await this.#transport.call(call, readCreated, options)).value;
  }

  /**
   * Finds intents, newest first: `await` gives one page, `for await` all intents. Errors: `insufficient_scope`,
   * `invalid_request`.
   */
  list(params: ListIntentsParams = {}, options: CallOptions = {}): Listing<DetailedIntent> {
    return listingOf(
      (after) => this.#page({ ...params, ...(after !== undefined && { after }) }, options),
      params.after,
    );
  }

  /** Returns an intent with its transfers and refunds. Errors: `not_found`, `insufficient_scope`. */
  async retrieve(id: string, options: CallOptions = {}): Promise<DetailedIntent> {
    const call = { method: "GET" as const, path: `/payment-intents/${segmentOf(id)}`, withKey: true };
    return (await this.#transport.call(call, readDetailedIntent, options)).value;
  }

  /** Returns the current state of an intent. Errors: `not_found`, `invalid_id`. */
  async get(id: string, options: CallOptions = {}): Promise<Intent> {
    return (await this.#look(id, options)).value;
  }

  /**
   * Polls every two seconds until the intent is no longer pending and returns it, paid or not. Continues if the service
   * is briefly unavailable. Errors: `wait_timeout` (by default five minutes after the expiry), `not_found`,
   * `invalid_id`.
   */
  wait(id: string, options: WaitOptions = {}): Promise<Intent> {
    return waitForEnd((lookOptions) => this.#look(id, lookOptions), this.#transport.timeoutMs, options);
  }

  /** Cancels a pending intent. Errors: `invalid_transition` if it has ended or received funds, `not_found`. */
  async cancel(id: string, options: OnceOptions = {}): Promise<Intent> {
    const call = {
      method: "POST" as const,
      path: "/cancel-payment-intent",
      body: JSON.stringify({ id }),
      withKey: true,
      idempotencyKey: idempotencyKeyOf(options),
    };
    return (await this.#transport.call(call, readIntent, options)).value;
  }

  async #page(params: ListIntentsParams, options: CallOptions): Promise<Page<DetailedIntent>> {
    const query = queryOf({
      reference: params.reference,
      status: params.status,
      created_after: timeOf("createdAfter", params.createdAfter),
      created_before: timeOf("createdBefore", params.createdBefore),
      terminal_id: params.terminalId,
      after: params.after,
      limit: params.limit,
    });
    const call = { method: "GET" as const, path: "/payment-intents", query, withKey: true };
    return (await this.#transport.call(call, pageOf(readDetailedIntent), options)).value;
  }

  #look(id: string, options: CallOptions): Promise<Answered<Intent>> {
    return this.#transport.call({ method: "GET", path: "/intent-status", query: { id } }, readIntent, options);
  }
}

export function readIntent(members: Members): Intent {
  const { usdt, micros } = members.amount("amount_usdt");
  return {
    id: members.text("id"),
    amountUsdt: usdt,
    amountMicros: micros,
    status: members.text("status"),
    environment: members.text("environment"),
    livemode: members.flag("livemode"),
    expiresAt: members.moment("expires_at"),
  };
}

function readCreated(members: Members): CreatedIntent {
  const made = members.object("intent");
  const { usdt, micros } = made.amount("amount_usdt");
  return {
    id: made.text("id"),
    amountUsdt: usdt,
    amountMicros: micros,
    status: made.text("status"),
    environment: made.text("environment"),
    livemode: made.has("livemode") ? made.flag("livemode") : members.flag("livemode"),
    expiresAt: made.moment("expires_at"),
    checkoutUri: made.text("checkout_uri"),
    checkoutUrl: made.textOrNull("checkout_url"),
    reference: made.textOrNull("reference"),
    metadata: made.textsOrNull("metadata"),
    terminalName: members.text("terminal"),
    successUrl: made.textOrNull("success_url"),
    cancelUrl: made.textOrNull("cancel_url"),
    quote: readQuote(made),
  };
}
