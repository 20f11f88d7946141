import type { Intent } from "./intents.js";

export type ErrorFacts = {
  code: string;
  status?: number | null;
  requestId?: string | null;
  retryAfterSeconds?: number | null;
  cause?: unknown;
};

/** Base class of all errors of this library. Branch on `code`; the `message` may change. */
export class TillError extends Error {
  override readonly name: string = "TillError";
  /** Identifies the error for programs: a code of the service or of this library. */
  readonly code: string;
  /** HTTP status, null without a response. */
  readonly status: number | null;
  /** Identifies the request for support. */
  readonly requestId: string | null;
  /** Delay requested by the response in seconds, null without one. */
  readonly retryAfterSeconds: number | null;

  constructor(message: string, facts: ErrorFacts) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.code = facts.code;
    this.status = facts.status ?? null;
    this.requestId = facts.requestId ?? null;
    this.retryAfterSeconds = facts.retryAfterSeconds ?? null;
  }
}

/** A client or a verifier has invalid settings. Code `invalid_configuration`. */
export class ConfigurationError extends TillError {
  override readonly name = "ConfigurationError";

  constructor(message: string) {
    super(message, { code: "invalid_configuration" });
  }
}

/** No response arrived, or not in time. Code `connection_failed`. */
export class ConnectionError extends TillError {
  override readonly name = "ConnectionError";

  constructor(message: string, cause?: unknown) {
    super(message, { code: "connection_failed", cause });
  }
}

/** The intent was still pending or could not be read when `wait` timed out. Code `wait_timeout`. */
export class WaitTimeoutError extends TillError {
  override readonly name = "WaitTimeoutError";

  constructor(
    /** The last known state of the intent, null if there is none. */
    readonly intent: Intent | null,
    cause?: TillError,
  ) {
    const seen = intent === null ? "could not be read" : `was still ${intent.status}`;
    super(`The wait timed out: the intent ${seen}.`, { code: "wait_timeout", cause });
  }
}

export type VerificationReason =
  | "parsed_body"
  | "missing_header"
  | "invalid_timestamp"
  | "signature_mismatch"
  | "timestamp_too_old"
  | "timestamp_too_new"
  | "invalid_body";

/** A webhook must not be processed. Code `signature_verification_failed`; `reason` and the message say why. */
export class WebhookVerificationError extends TillError {
  override readonly name = "WebhookVerificationError";

  constructor(
    readonly reason: VerificationReason,
    message: string,
  ) {
    super(message, { code: "signature_verification_failed" });
  }
}

/** The service, or a proxy in front of it, refused the request. */
export class ApiError extends TillError {
  override readonly name: string = "ApiError";
}

/** The amount is invalid. Code `invalid_amount`; the status is null if nothing was sent. */
export class InvalidAmountError extends ApiError {
  override readonly name = "InvalidAmountError";
}

/** Something else in the request is invalid. */
export class InvalidRequestError extends ApiError {
  override readonly name = "InvalidRequestError";
}

/** The API key is missing, unknown, or from the other environment. */
export class AuthenticationError extends ApiError {
  override readonly name = "AuthenticationError";
}

/** The key doesn't have the scope, or can't be used from this address. */
export class PermissionError extends ApiError {
  override readonly name = "PermissionError";
}

/** It doesn't exist or isn't yours. */
export class NotFoundError extends ApiError {
  override readonly name = "NotFoundError";
}

/** The intent has ended, the idempotency key was used for a different request, or a limit is reached. */
export class ConflictError extends ApiError {
  override readonly name = "ConflictError";
}

/**
 * The event of the cursor is gone: older than 180 days, or lost in a restore or a reset of the sandbox. Code
 * `cursor_expired`. Choose where to begin again: without a cursor, or at `latest`.
 */
export class CursorExpiredError extends ApiError {
  override readonly name = "CursorExpiredError";
}

/** Too many requests; `retryAfterSeconds` says how long to wait. */
export class RateLimitError extends ApiError {
  override readonly name = "RateLimitError";
}

/** Something went wrong in the service, or it can't quote a price now: `rate_unavailable`. */
export class ServerError extends ApiError {
  override readonly name = "ServerError";
}

const BY_CODE = new Map<string, typeof ApiError>([
  ["invalid_amount", InvalidAmountError],
  ["invalid_url_scheme", InvalidRequestError],
  ["http_in_live", InvalidRequestError],
  ["private_ip_in_live", InvalidRequestError],
  ["missing_api_key", AuthenticationError],
  ["invalid_api_key", AuthenticationError],
  ["environment_mismatch", AuthenticationError],
  ["not_found", NotFoundError],
  ["rate_limited", RateLimitError],
  ["api_error", ServerError],
  ["invalid_id", InvalidRequestError],
  ["invalid_request", InvalidRequestError],
  ["invalid_period", InvalidRequestError],
  ["invalid_transition", ConflictError],
  ["daily_cap_exceeded", InvalidRequestError],
  ["invalid_currency", InvalidRequestError],
  ["currency_not_enabled", InvalidRequestError],
  ["rate_unavailable", ServerError],
  ["idempotency_conflict", ConflictError],
  ["invalid_idempotency_key", InvalidRequestError],
  ["method_not_allowed", InvalidRequestError],
  ["payload_too_large", InvalidRequestError],
  ["request_timeout", InvalidRequestError],
  ["unsupported_media_type", InvalidRequestError],
  ["insufficient_scope", PermissionError],
  ["address_not_allowed", PermissionError],
  ["cursor_expired", CursorExpiredError],
  ["limit_reached", ConflictError],
]);

const BY_STATUS = new Map<number, typeof ApiError>([
  [400, InvalidRequestError],
  [405, InvalidRequestError],
  [408, InvalidRequestError],
  [413, InvalidRequestError],
  [415, InvalidRequestError],
  [422, InvalidRequestError],
  [401, AuthenticationError],
  [403, PermissionError],
  [404, NotFoundError],
  [409, ConflictError],
  [429, RateLimitError],
]);

/** The error class for a code, or for the status if the code is unknown. */
export function apiError(message: string, facts: ErrorFacts & { status: number }): ApiError {
  const { code, status } = facts;
  const Class = BY_CODE.get(code) ?? (status >= 500 ? ServerError : (BY_STATUS.get(status) ?? ApiError));
  return new Class(message, facts);
}
