/** The browser checkout script, served by the service at `/checkout.js`. It adds one global: `Till`. */

export type TillEnvironment = "sandbox" | "live";

/** What your server answers after it has created a payment intent. */
export interface TillIntent {
  intent_id: string;
  environment: TillEnvironment;
  amount_usdt: number;
  /** as the service gave it; without it the window asks the service */
  checkout_uri?: string;
}

/** What the callbacks are told. */
export interface TillEvent {
  intent_id: string;
  environment: TillEnvironment;
  amount_usdt: number;
}

export interface TillCancelEvent extends Omit<TillEvent, "intent_id" | "environment" | "amount_usdt"> {
  /** null, as the two after it, when the window was closed before there was an intent */
  intent_id: string | null;
  environment: TillEnvironment | null;
  amount_usdt: number | null;
  /** `closed`: by the customer, the payment may still arrive. `cancelled`: by the shop. */
  reason: "closed" | "cancelled";
}

export type TillErrorCode =
  /** `createIntent` threw or rejected */
  | "create_failed"
  /** `createIntent` did not answer within 30 seconds */
  | "create_timeout"
  /** `createIntent` gave something else than an intent */
  | "invalid_intent"
  /** the intent is of another environment than `createIntent` said */
  | "environment_mismatch"
  /** the service does not know the intent */
  | "not_found";

export interface TillError {
  code: TillErrorCode;
  message: string;
  intent_id: string | null;
  /** what `createIntent` threw */
  cause?: unknown;
}

export type TillLocale = "en" | "es" | "pt" | "fr" | "de" | "tr" | "ru" | "uk" | "vi" | "id" | "zh" | "ar" | "fa";

export interface TillOptions {
  /** the id of the button that opens the window, which need not be there yet, or the element itself, as from a ref */
  button?: string | Element | null;
  /** asks your server for an intent; the secret key stays there */
  createIntent(): Promise<TillIntent>;
  /** once for each intent. For the screen alone: the webhook is the proof */
  onSuccess?(event: TillEvent): void;
  onCancel?(event: TillCancelEvent): void;
  onExpired?(event: TillEvent): void;
  onError?(error: TillError): void;
  /** `auto`, which is the default, takes the first of the reader's languages that there are words for */
  locale?: TillLocale | "auto" | (string & {});
  /** `auto`, which is the default, goes with the reader's system */
  theme?: "light" | "dark" | "auto";
  /** the service's address; by default where the script came from */
  baseUrl?: string;
}

export interface TillWidget {
  /** as if the button had been pressed */
  open(): void;
  /** as if the customer had closed the window */
  close(): void;
  /** forgets the intent that waits: call it when the basket has changed */
  reset(): void;
  /** closes the window without a callback and lets go of the button */
  destroy(): void;
}

export interface TillCheckout {
  readonly version: string;
  checkout(options: TillOptions): TillWidget;
}

declare global {
  var Till: TillCheckout;

  /** fired at a button with `data-till-create-url`; they bubble */
  interface HTMLElementEventMap {
    "till:success": CustomEvent<TillEvent>;
    "till:cancel": CustomEvent<TillCancelEvent>;
    "till:expired": CustomEvent<TillEvent>;
    "till:error": CustomEvent<TillError>;
  }
}
