import { DATABASE_RETRY_SECONDS, isDatabaseUnavailable } from "@/lib/base/db/unavailable";
import { log } from "@/lib/base/process/log";
import { type DomainError, type ErrorCode, isDomainError } from "@/lib/base/values/errors";

/** HTTP status of each code, for routes and pages. `api_error` with a retry delay is 503. */
export const ERROR_STATUS: Record<ErrorCode, number> = {
  invalid_amount: 400,
  invalid_url_scheme: 400,
  http_in_live: 400,
  private_ip_in_live: 400,
  missing_api_key: 401,
  invalid_api_key: 401,
  environment_mismatch: 401,
  signature_verification_failed: 401,
  not_found: 404,
  rate_limited: 429,
  api_error: 500,
  invalid_id: 400,
  invalid_request: 400,
  invalid_period: 400,
  invalid_transition: 409,
  daily_cap_exceeded: 400,
  invalid_currency: 400,
  currency_not_enabled: 400,
  rate_unavailable: 503,
  idempotency_conflict: 409,
  invalid_idempotency_key: 400,
  method_not_allowed: 405,
  payload_too_large: 413,
  request_timeout: 408,
  unsupported_media_type: 415,
  insufficient_scope: 403,
  address_not_allowed: 403,
  cursor_expired: 410,
  limit_reached: 409,
};

/** Temporarily unavailable; the response tells the caller when to retry. */
export const UNAVAILABLE = 503;

/**
 * Who reads an error: a developer, in the API's words, also one whose call takes an `Idempotency-Key`, or a person at a
 * screen.
 */
export type ErrorReader = "api" | "idempotentApi" | "screen";

const AWAY = "The service can't reach its database right now.";
const RETRY = `Retry in ${DATABASE_RETRY_SECONDS} seconds`;

export const DATABASE_UNAVAILABLE: Record<ErrorReader, string> = {
  api: `${AWAY} ${RETRY}.`,
  idempotentApi: `${AWAY} ${RETRY} with the same Idempotency-Key, so that nothing happens twice.`,
  screen: "Till can't reach its database right now. Wait a few seconds and try again.",
};

export type ErrorAnswer = {
  status: number;
  body: string;
  code: ErrorCode;
  message: string;
  headers: Record<string, string>;
};

/**
 * Presents any error in the documented shape. Unknown errors become `api_error`, and their cause only goes to the log.
 */
export function answerError(error: unknown, requestId: string, reader: ErrorReader = "api"): ErrorAnswer {
  if (isDomainError(error) && isApiCode(error.code)) return answerDomainError(error.code, error, reader);
  log().error({ requestId, err: error }, "request failed");
  if (isDatabaseUnavailable(error)) {
    const headers = { "retry-after": String(DATABASE_RETRY_SECONDS) };
    return answerOf("api_error", { status: UNAVAILABLE, message: DATABASE_UNAVAILABLE[reader], headers });
  }
  const message = `Something went wrong on our end. Try again. If it keeps happening, contact us with the request ID ${requestId}.`;
  return answerOf("api_error", { status: 500, message, headers: {} });
}

function answerOf(code: ErrorCode, answer: Pick<ErrorAnswer, "status" | "message" | "headers">): ErrorAnswer {
  return { ...answer, code, body: JSON.stringify({ error: answer.message, code }) };
}

function isApiCode(code: DomainError["code"]): code is ErrorCode {
  return Object.hasOwn(ERROR_STATUS, code);
}

/** Temporary errors, which carry a retry delay, are 503 instead of 500. */
function statusOf(code: ErrorCode, { retryAfterSeconds }: DomainError["extra"]): number {
  return code === "api_error" && retryAfterSeconds !== undefined ? UNAVAILABLE : ERROR_STATUS[code];
}

const BODY_UNREAD = new Set<ErrorCode>(["payload_too_large", "request_timeout", "unsupported_media_type"]);

function answerDomainError(code: ErrorCode, { message, extra }: DomainError, reader: ErrorReader): ErrorAnswer {
  const headers: Record<string, string> = { ...extra.headers };
  if (extra.retryAfterSeconds !== undefined) headers["retry-after"] = String(extra.retryAfterSeconds);
  if (extra.allow) headers.allow = extra.allow;
  if (ERROR_STATUS[code] === 401) headers["www-authenticate"] = "Bearer";
  // the rest of the body is never read, so the connection can't carry another request
  if (BODY_UNREAD.has(code)) headers.connection = "close";
  const words = reader === "screen" ? (extra.onScreen ?? message) : message;
  return answerOf(code, { status: statusOf(code, extra), message: words, headers });
}
