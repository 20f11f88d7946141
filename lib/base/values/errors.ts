/** Every code that a caller may branch on. The first block is the specification's, the second is ours. */
export const ERROR_CODES = [
  "invalid_amount",
  "invalid_url_scheme",
  "http_in_live",
  "private_ip_in_live",
  "missing_api_key",
  "invalid_api_key",
  "environment_mismatch",
  "signature_verification_failed",
  "not_found",
  "rate_limited",
  "api_error",

  "invalid_id",
  "invalid_request",
  "invalid_period",
  "invalid_transition",
  "daily_cap_exceeded",
  "invalid_currency",
  "currency_not_enabled",
  "rate_unavailable",
  "idempotency_conflict",
  "invalid_idempotency_key",
  "method_not_allowed",
  "payload_too_large",
  "request_timeout",
  "unsupported_media_type",
  "insufficient_scope",
  "address_not_allowed",
  "cursor_expired",
  "limit_reached",
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

/** Codes that only the dashboard's pages and actions return. */
export type PageErrorCode =
  | "sign_in_failed"
  | "code_required"
  | "wrong_code"
  | "codes_paused"
  | "passkey_refused"
  | "wrong_password"
  | "signed_out"
  | "forbidden"
  | "link_ended"
  | "sign_up_closed"
  | "conflict";

const BRAND = Symbol.for("till.DomainError");

/**
 * An error that the caller may see: a code from the table and a plain sentence. It has no HTTP status.
 * Recognise it with `isDomainError`: the server and Next each load their own copy of this class.
 */
export class DomainError extends Error {
  readonly [BRAND] = true;

  constructor(
    readonly code: ErrorCode | PageErrorCode,
    message: string,
    readonly extra: {
      retryAfterSeconds?: number;
      allow?: string;
      headers?: Record<string, string>;
      /** the input that is wrong, for a form */
      field?: string;
      /** what is wrong with each of several inputs, in place of `field` */
      fields?: Record<string, string>;
      /** what was to be sent is kept, and the same can be sent again */
      canSendAgain?: true;
      /** what a person reads instead of `message`, where the API's words aren't those of screens */
      onScreen?: string;
      /** an alarm to raise for the operator too; see lib/chain/nodes/alarms.ts */
      alarm?: { kind: "watcher_unhealthy" | "clock_skew" | "pool_empty"; message: string; merchantId?: string };
    } = {},
  ) {
    super(message);
    this.name = "DomainError";
  }
}

export function isDomainError(error: unknown): error is DomainError {
  return typeof error === "object" && error !== null && BRAND in error;
}

/** For `catch`, where a refusal and nothing found lead to the same answer. Other errors are thrown again. */
export function nullIfRefused(error: unknown): null {
  if (isDomainError(error)) return null;
  throw error;
}

type NotFoundThing =
  | "intent"
  | "terminal"
  | "merchant"
  | "endpoint"
  | "delivery"
  | "member"
  | "invitation"
  | "session"
  | "passkey"
  | "device"
  | "item"
  | "currency"
  | "refund"
  | "transaction";

/** `allow`: the supported methods, as in the header: `GET, HEAD`. */
export function methodNotAllowed(method: string, allow: string) {
  return new DomainError("method_not_allowed", `${method} isn't supported here. Use ${allow}.`, { allow });
}

/** A request's body has a `Content-Encoding`. `Accept-Encoding` says what is supported (RFC 9110, 15.5.16). */
export function compressedBody() {
  const message = "The request body is compressed. Send it as it is, without a Content-Encoding header.";
  return new DomainError("unsupported_media_type", message, { headers: { "accept-encoding": "identity" } });
}

/** One sentence for a key that is unknown, malformed or has ended. */
export function invalidApiKey() {
  return new DomainError("invalid_api_key", "This API key isn't valid.");
}

/** The key isn't allowed to do this. */
export function insufficientScope(scope: string) {
  return new DomainError(
    "insufficient_scope",
    `This key doesn't have the scope ${scope}. Create a restricted key with it in the dashboard.`,
  );
}

/** One sentence whether it doesn't exist or belongs to another merchant, so that callers can't tell which. */
export function notFound(what: NotFoundThing) {
  return new DomainError("not_found", `No such ${what}.`, what === "intent" ? { onScreen: "No such payment." } : {});
}

/**
 * What the caller asks an intent for isn't possible in its state. `say` names it: an intent in the API, a payment on
 * screens.
 */
export function invalidTransition(say: (thing: "intent" | "payment") => string) {
  return new DomainError("invalid_transition", say("intent"), { onScreen: say("payment") });
}

/** The session ended before or during the action. */
export function signedOut() {
  return new DomainError("signed_out", "You're signed out, so nothing was changed. Sign in and try again.");
}

/** What the caller asks does not fit how things stand by now; nothing was changed. */
export function conflict(message: string) {
  return new DomainError("conflict", message);
}
