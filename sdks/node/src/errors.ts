import type { Intent } from "./intents.js";

export type ErrorFacts = {
  code: string;
  status?: number | null;
  requestId?: string | null;
  retryAfterSeconds?: number | null;
  cause?: unknown;
};

/** Base of every error of this library. Branch on `code`; the sentence in `message` may change. */
export class TillError extends Error {
  override readonly name: string = "TillError";
  /** What is wrong, for a program: one of the service's codes or of this library's. */
  readonly code: string;
  /** HTTP status, null when no answer came. */
  readonly status: number | null;
  /** The service's id of the call, to be given when you ask about it. */
  readonly requestId: string | null;
  /** Seconds that the answer asked to wait, null when it asked for nothing. */
  readonly retryAfterSeconds: number | null;

  constructor(message: string, facts: ErrorFacts) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.code = facts.code;
    this.status = facts.status ?? null;
    this.requestId = facts.requestId ?? null;
    this.retryAfterSeconds = facts.retryAfterSeconds ?? null;
  }
}

/** A client or a verifier was made wrongly. Code `invalid_configuration`. */
export class ConfigurationError extends TillError {
  override readonly name = "ConfigurationError";

  constructor(message: string) {
    super(message, { code: "invalid_configuration" });
  }
}

/** No answer came, or not in time. Code `connection_failed`. */
export class ConnectionError extends TillError {
  override readonly name = "ConnectionError";

  constructor(message: string, cause?: unknown) {
    super(message, { code: "connection_failed", cause });
  }
}

/** The intent was still pending, or out of sight, when the time of `wait` was over. Code `wait_timeout`. */
export class WaitTimeoutError extends TillError {
  override readonly name = "WaitTimeoutError";

  constructor(
    /** The intent as it was seen last, null when it never was. */
    readonly intent: Intent | null,
    cause?: TillError,
  ) {
    const seen = intent === null ? "was never seen" : `was ${intent.status} when it was last seen`;
    super(`The time to wait is over; the intent ${seen}.`, { code: "wait_timeout", cause });
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

/** A webhook is not to be acted on. Code `signature_verification_failed`; `reason` and the message say why. */
export class WebhookVerificationError extends TillError {
  override readonly name = "WebhookVerificationError";

  constructor(
    readonly reason: VerificationReason,
    message: string,
  ) {
    super(message, { code: "signature_verification_failed" });
  }
}

/** The service, or something before it, answered with a refusal. */
export class ApiError extends TillError {
  override readonly name: string = "ApiError";
}

/** The amount is none that can be asked for. Code `invalid_amount`; status null when nothing was sent. */
export class InvalidAmountError extends ApiError {
  override readonly name = "InvalidAmountError";
}

/** Something else in the request is not as described. */
export class InvalidRequestError extends ApiError {
  override readonly name = "InvalidRequestError";
}

/** The API key is missing, unknown, or of the other environment. */
export class AuthenticationError extends ApiError {
  override readonly name = "AuthenticationError";
}

/** There is no such intent, or it is not yours. */
export class NotFoundError extends ApiError {
  override readonly name = "NotFoundError";
}

/** In conflict with what happened before: the intent has ended, or the idempotency key was used otherwise. */
export class ConflictError extends ApiError {
  override readonly name = "ConflictError";
}

/** Too many requests; `retryAfterSeconds` says how long to wait. */
export class RateLimitError extends ApiError {
  override readonly name = "RateLimitError";
}

/** Something went wrong on the service's side. */
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
  ["idempotency_conflict", ConflictError],
  ["invalid_idempotency_key", InvalidRequestError],
  ["method_not_allowed", InvalidRequestError],
  ["payload_too_large", InvalidRequestError],
  ["request_timeout", InvalidRequestError],
]);

const BY_STATUS = new Map<number, typeof ApiError>([
  [400, InvalidRequestError],
  [405, InvalidRequestError],
  [408, InvalidRequestError],
  [413, InvalidRequestError],
  [422, InvalidRequestError],
  [401, AuthenticationError],
  [403, AuthenticationError],
  [404, NotFoundError],
  [409, ConflictError],
  [429, RateLimitError],
]);

/** The error of an answer's code; a code that is not known goes by the status. */
export function apiError(message: string, facts: ErrorFacts & { status: number }): ApiError {
  const { code, status } = facts;
  const Class = BY_CODE.get(code) ?? (status >= 500 ? ServerError : (BY_STATUS.get(status) ?? ApiError));
  return new Class(message, facts);
}
