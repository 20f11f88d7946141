/** Types of the browser checkout script that Till serves at `/checkout.js`. It adds one global: `Till`. */

export type TillEnvironment = "sandbox" | "live";

/** What your server returns after it has created a payment intent. */
export interface TillIntent {
  intent_id: string;
  environment: TillEnvironment;
  amount_usdt: number;
  /** as returned by Till's API; accepted, but no longer needed: the window requests everything it shows from Till */
  checkout_uri?: string;
}

/** What the callbacks receive. */
export interface TillEvent {
  intent_id: string;
  environment: TillEnvironment;
  amount_usdt: number;
}

export interface TillCancelEvent extends Omit<TillEvent, "intent_id" | "environment" | "amount_usdt"> {
  /** null, like the next two fields, if the window was closed before the intent was created */
  intent_id: string | null;
  environment: TillEnvironment | null;
  amount_usdt: number | null;
  /** `closed` by the customer, whose payment may still arrive; `cancelled` by your shop */
  reason: "closed" | "cancelled";
}

export type TillErrorCode =
  /** `createIntent` threw or rejected */
  | "create_failed"
  /** `createIntent` didn't respond within 30 seconds */
  | "create_timeout"
  /** `createIntent` didn't return an intent */
  | "invalid_intent"
  /** the intent belongs to another environment than `createIntent` returned */
  | "environment_mismatch"
  /** Till doesn't know the intent */
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
  /** the id of the button that opens the window, even one added later, or the element itself, as held by a ref */
  button?: string | Element | null;
  /** requests an intent from your server, which keeps the secret key */
  createIntent(): Promise<TillIntent>;
  /** called once per intent. Use it only to update the page: the webhook is the proof of payment */
  onSuccess?(event: TillEvent): void;
  onCancel?(event: TillCancelEvent): void;
  onExpired?(event: TillEvent): void;
  onError?(error: TillError): void;
  /** `auto` (default): the first supported language of the browser */
  locale?: TillLocale | "auto" | (string & {});
  /** `auto` (default): the system setting */
  theme?: "light" | "dark" | "auto";
  /** Till's URL; by default the script's origin */
  baseUrl?: string;
}

export interface TillWidget {
  /** opens the window, as a press of the button does */
  open(): void;
  /** closes the window, as the customer would */
  close(): void;
  /** forgets the pending intent, if the window is open when it closes; call it when the basket changes */
  reset(): void;
  /** closes the window without calling a callback and detaches the button */
  destroy(): void;
}

export interface TillCheckout {
  readonly version: string;
  checkout(options: TillOptions): TillWidget;
}

declare global {
  var Till: TillCheckout;

  /** bubbling events of a button with `data-till-create-url` */
  interface HTMLElementEventMap {
    "till:success": CustomEvent<TillEvent>;
    "till:cancel": CustomEvent<TillCancelEvent>;
    "till:expired": CustomEvent<TillEvent>;
    "till:error": CustomEvent<TillError>;
  }
}
