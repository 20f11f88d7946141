import { randomUUID } from "node:crypto";
import { type AmountInput, decimalOf, microsOf } from "./amounts.js";
import { InvalidRequestError } from "./errors.js";
import { type Members, unlisted } from "./members.js";
import type { Answered, CallOptions, Transport } from "./transport.js";
import { type WaitOptions, waitForEnd } from "./wait.js";

/** Text that is known today; what the service adds later comes through. */
export type Open<Known extends string> = Known | (string & Record<never, never>);
export type Environment = Open<"sandbox" | "live">;
export type IntentStatus = Open<"pending" | "paid" | "expired" | "cancelled">;

export type Intent = {
  readonly id: string;
  /** The shortest exact decimal, for example `"12.5"`. */
  readonly amountUsdt: string;
  /** The same in micro-USDT. Not listed among the members, so that `JSON.stringify` takes the object. */
  readonly amountMicros: bigint;
  readonly status: IntentStatus;
  readonly environment: Environment;
  readonly livemode: boolean;
  readonly expiresAt: Date;
};

export type CreatedIntent = Intent & {
  /** Deep link for the wallet app: the content of the QR code. */
  readonly checkoutUri: string;
  /** The hosted page: send the customer there. */
  readonly checkoutUrl: string | null;
  readonly reference: string | null;
  readonly metadata: Readonly<Record<string, string>> | null;
  /** Name of the terminal that collects. */
  readonly terminalName: string;
  /** Your pages that the customer goes back to, as given. */
  readonly successUrl: string | null;
  readonly cancelUrl: string | null;
};

export type CreateIntentParams = AmountInput & {
  /** Your order id, up to 200 characters; the customer sees it. */
  reference?: string;
  /** Up to 20 pairs of text that come back on the intent. */
  metadata?: Record<string, string>;
  /** Seconds until the intent expires; without it the terminal's setting holds. */
  expiresInSeconds?: number;
  /** A page of yours that the customer can go back to once it is paid. */
  successUrl?: string;
  /** The same for who goes without having paid. */
  cancelUrl?: string;
};

export type OnceOptions = CallOptions & {
  /** Says across calls and restarts that this is one and the same request. Without it each call has a key of its own. */
  idempotencyKey?: string;
};

/** Payment intents: what is to be paid. */
export class Intents {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Asks for an amount. All attempts of a call carry one idempotency key, so a lost answer never makes a second intent.
   * Errors: `invalid_amount` before anything is sent, `idempotency_conflict`, those of the key.
   */
  async create(params: CreateIntentParams, options: OnceOptions = {}): Promise<CreatedIntent> {
    const { reference, metadata, expiresInSeconds, successUrl, cancelUrl } = params;
    const amount = decimalOf(microsOf(params));
    const pages = { success_url: successUrl, cancel_url: cancelUrl };
    const rest = JSON.stringify({ reference, metadata, expires_in: expiresInSeconds, ...pages });
    const call = {
      method: "POST" as const,
      path: "/create-payment-intent",
      // the digits themselves: a double need not carry them
      body: `{"amount_usdt":${amount}${rest === "{}" ? "" : `,${rest.slice(1, -1)}`}}`,
      withKey: true,
      idempotencyKey: idempotencyKeyOf(options),
    };
    return (await this.#transport.call(call, readCreated, options)).value;
  }

  /** An intent as it is now. Errors: `not_found`, `invalid_id`. */
  async get(id: string, options: CallOptions = {}): Promise<Intent> {
    return (await this.#look(id, options)).value;
  }

  /**
   * Looks every two seconds until the intent is no longer pending, and gives it whatever its end is. Outlasts a service
   * that is away for a while. Errors: `wait_timeout` (by default two minutes after the expiry), `not_found`, `invalid_id`.
   */
  wait(id: string, options: WaitOptions = {}): Promise<Intent> {
    return waitForEnd((lookOptions) => this.#look(id, lookOptions), this.#transport.timeoutMs, options);
  }

  /** Takes a pending intent back. Errors: `invalid_transition` once it has ended or money came, `not_found`. */
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

  #look(id: string, options: CallOptions): Promise<Answered<Intent>> {
    return this.#transport.call({ method: "GET", path: "/intent-status", query: { id } }, readIntent, options);
  }
}

export function readIntent(members: Members): Intent {
  const { usdt, micros } = members.amount("amount_usdt");
  const intent = {
    id: members.text("id"),
    amountUsdt: usdt,
    status: members.text("status"),
    environment: members.text("environment"),
    livemode: members.flag("livemode"),
    expiresAt: members.moment("expires_at"),
  };
  return unlisted(intent, "amountMicros", micros);
}

function readCreated(members: Members): CreatedIntent {
  const made = members.object("intent");
  const { usdt, micros } = made.amount("amount_usdt");
  const intent = {
    id: made.text("id"),
    amountUsdt: usdt,
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
  };
  return unlisted(intent, "amountMicros", micros);
}

function idempotencyKeyOf({ idempotencyKey = randomUUID() }: OnceOptions): string {
  if (/^[\x20-\x7e]{1,255}$/.test(idempotencyKey)) return idempotencyKey;
  throw new InvalidRequestError("idempotencyKey must be 1 to 255 printable ASCII characters.", {
    code: "invalid_idempotency_key",
  });
}
