import type { ResponseConfig } from "@asteasolutions/zod-to-openapi";
import { z } from "zod";
import { ERROR_STATUS, UNAVAILABLE } from "@/lib/api/errors";
import { headersOf } from "@/lib/api/openapi/headers";
import { ERROR_CODES, type ErrorCode } from "@/lib/errors";

const ErrorAnswer = z
  .object({
    error: z
      .string()
      .meta({ description: "What is wrong and what to do, for a person to read. The wording may change." }),
    code: z.string().optional().meta({ description: "What is wrong, for a program to branch on." }),
  })
  .meta({ id: "Error", description: "Every answer that is not 200." });

/** When each code is given, in simple Markdown. */
export const ERROR_WHEN: Record<ErrorCode, string> = {
  invalid_amount:
    "`amount_usdt` is missing or is not a number from 0.000001 to 999999999.999999 with at most six decimals, or there is no JSON body.",
  invalid_url_scheme: "A webhook URL does not start with `http://` or `https://`.",
  http_in_live: "A live webhook URL is not HTTPS.",
  private_ip_in_live: "A live webhook URL leads to localhost or to an address that is not public.",
  missing_api_key: "There is no `Authorization` header.",
  invalid_api_key: "The key is unknown or no longer in use.",
  environment_mismatch: "The key's prefix names the other environment than the one it was issued for.",
  signature_verification_failed: "A webhook's signature does not belong to its body.",
  not_found: "There is no such intent, or it is not yours.",
  rate_limited: "There were too many requests. Wait for as many seconds as `Retry-After` says.",
  api_error:
    "Something went wrong on our side. Retry with exponential backoff. With status 503 the service is briefly unavailable, for example while its database restarts: wait for as many seconds as `Retry-After` says.",
  invalid_id: "`id` is missing or is not a uuid, or there is no JSON body where one is wanted.",
  invalid_request: "Another field is not as described, or the request is not valid HTTP for this service.",
  invalid_period:
    "`start` or `end` is not ISO 8601, `start` lies after `end`, or there is no JSON body where one is wanted.",
  invalid_transition: "The intent has ended, or money has arrived for it, so that this can no longer be done.",
  daily_cap_exceeded: "The live payments of this UTC day would ask for more than the merchant's daily cap.",
  idempotency_conflict: "The `Idempotency-Key` was used with another body within 24 hours.",
  invalid_idempotency_key: "The `Idempotency-Key` is not 1 to 255 printable ASCII characters.",
  method_not_allowed: "The method is not possible here. `Allow` lists those that are.",
  payload_too_large: "The body is larger than 64 kB.",
  request_timeout: "The body did not arrive within 10 seconds.",
};

/** Codes of the dashboard, of the client libraries, and of no endpoint in particular. */
type UnlistedCode =
  | "invalid_url_scheme"
  | "http_in_live"
  | "private_ip_in_live"
  | "signature_verification_failed"
  | "method_not_allowed";

/** Codes that the answers of an operation may carry. */
export type AnsweredCode = Exclude<ErrorCode, UnlistedCode>;

const SENTENCES: Record<AnsweredCode, string> = {
  invalid_amount:
    "amount_usdt must be a number from 0.000001 to 999999999.999999 with at most six decimals, for example 12.5.",
  missing_api_key: "Send your terminal's key: Authorization: Bearer svc_test_…",
  invalid_api_key: "This API key is not valid.",
  environment_mismatch: "This key belongs to sandbox, but its prefix says live. Use the key as it was issued.",
  not_found: "No such intent.",
  rate_limited: "More than 5 requests per minute. Try again in 42 s.",
  api_error:
    "Something went wrong on our side. Try again shortly; if it stays, give us the request id 3b241101-e2bb-4255-8caf-4136c566a962.",
  invalid_id: "id must be the uuid of an intent, for example 7d9f2b52-6d5c-4b0f-9a54-0f7a3c8e1b11.",
  invalid_request: "reference must be text of 1 to 200 characters without NUL characters.",
  invalid_period: "start must be an ISO 8601 date or date-time, for example 2026-03-01T00:00:00Z.",
  invalid_transition: "This intent is paid and stays so. Only a pending one can be cancelled.",
  daily_cap_exceeded:
    "This shop takes at most 25,000.00 USDT in live payments a day (UTC), and 7.50 USDT of it is left.",
  idempotency_conflict:
    "This Idempotency-Key was used with another body within the last 24 hours. Use a new key for a new request.",
  invalid_idempotency_key: "Idempotency-Key must be 1 to 255 printable ASCII characters.",
  payload_too_large: "The body is larger than 64 kB.",
  request_timeout: "The body did not arrive within 10 seconds.",
};

const LATER =
  "The service can't reach its database right now. Try again in 2 seconds; with the same Idempotency-Key nothing is done twice.";

const REASONS: Record<number, string> = {
  400: "The request is not as described.",
  401: "No valid key.",
  404: "No such intent.",
  408: "The body did not arrive in time.",
  409: "In conflict with what happened before.",
  413: "The body is too large.",
  429: "Too many requests.",
  500: "An unexpected error on our side.",
  503: "The service is briefly unavailable.",
};

/** The refusals of an operation by HTTP status, each with the codes it may carry and an example of every one. */
export function errorAnswers(codes: AnsweredCode[]): Record<string, ResponseConfig> {
  const ordered = ERROR_CODES.filter((code): code is AnsweredCode => codes.includes(code as AnsweredCode));
  const statuses = [...new Set(ordered.flatMap(statusesOf))];
  const codesOf = (status: number) => ordered.filter((code) => statusesOf(code).includes(status));
  return Object.fromEntries(statuses.map((status) => [status, errorAnswer(status, codesOf(status))]));
}

const statusesOf = (code: AnsweredCode) => [ERROR_STATUS[code], ...(code === "api_error" ? [UNAVAILABLE] : [])];

function errorAnswer(status: number, codes: AnsweredCode[]): ResponseConfig {
  const example = (code: AnsweredCode) => ({
    summary: ERROR_WHEN[code],
    value: { error: status === UNAVAILABLE ? LATER : SENTENCES[code], code },
  });
  return {
    description: REASONS[status] ?? "Refused.",
    headers: headersOf(ERROR_HEADERS[status] ?? []),
    content: {
      "application/json": {
        schema: ErrorAnswer.and(z.object({ code: z.enum(codes) })),
        examples: Object.fromEntries(codes.map((code) => [code, example(code)])),
      },
    },
  };
}

const ERROR_HEADERS: Record<number, Parameters<typeof headersOf>[0]> = {
  401: ["WWW-Authenticate"],
  429: ["RateLimit", "RateLimit-Policy", "Retry-After"],
  503: ["Retry-After"],
};
