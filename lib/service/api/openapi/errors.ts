import type { ResponseConfig } from "@asteasolutions/zod-to-openapi";
import { z } from "zod";
import { compressedBody, ERROR_CODES, type ErrorCode, insufficientScope } from "@/lib/base/values/errors";
import { CURRENCY_RULE } from "@/lib/payments/prices/price-input";
import { OTHER_REFUND, REFUND_ID_RULE } from "@/lib/payments/refunds/schemas";
import { DATABASE_UNAVAILABLE, ERROR_STATUS, UNAVAILABLE } from "@/lib/service/api/errors";
import { headersOf } from "@/lib/service/api/openapi/headers";
import type { Tag } from "@/lib/service/api/openapi/tags";

const ErrorAnswer = z
  .object({
    error: z
      .string()
      .meta({ description: "A message for people that says what went wrong and what to do. The wording may change." }),
    code: z.string().optional().meta({ description: "The error code, for programs to branch on." }),
  })
  .meta({ id: "Error", description: "Every response with a status other than 200." });

/** When each code is returned, in simple Markdown. */
export const ERROR_WHEN: Record<ErrorCode, string> = {
  invalid_amount:
    "`amount_usdt` isn't a number from 0.000001 to 999999999.999999 with at most six decimals, `amount` isn't decimal text with the decimals of its currency, the request has both, neither or no JSON body, or the amount is more than what is left to refund.",
  invalid_url_scheme:
    "The webhook URL doesn't start with `http://` or `https://`, or isn't a URL that webhooks can be sent to.",
  http_in_live: "The live webhook URL doesn't use HTTPS.",
  private_ip_in_live:
    "The live webhook URL points to localhost or to an address that isn't public, or the sandbox webhook URL to one that isn't allowed there either.",
  missing_api_key: "The `Authorization` header is missing.",
  invalid_api_key: "The API key is unknown or no longer active.",
  environment_mismatch: "The key's prefix doesn't match the environment that the key was issued for.",
  signature_verification_failed: "The webhook's signature doesn't match its body.",
  not_found: "The intent, refund, terminal or webhook endpoint doesn't exist or isn't yours.",
  rate_limited: "You sent too many requests. Wait the number of seconds in `Retry-After`.",
  api_error:
    "Something went wrong on our end. Retry with exponential backoff. With status 503, the service is temporarily unavailable, for example while its database restarts. Wait the number of seconds in `Retry-After`.",
  invalid_id: "`id` is missing or isn't a UUID, or a required JSON body is missing.",
  invalid_request: "Another field is invalid, or the request isn't valid HTTP for this service.",
  invalid_period: "`start` or `end` isn't ISO 8601, `start` is after `end`, or the body isn't valid JSON.",
  invalid_transition:
    "The intent has ended or has received funds, so this action is no longer possible, or the webhook endpoint is disabled. For refunds: nothing is left to refund, the money can't be refunded from where it is, or the refund can't be cancelled.",
  daily_cap_exceeded: "The intent would exceed the business's daily cap for live payments (per UTC day).",
  invalid_currency: "`currency` isn't `USDT` or a code of ISO 4217 in capital letters.",
  currency_not_enabled:
    "Your business has no rate for this currency. Set one in the dashboard, under *Settings → Currencies*.",
  rate_unavailable:
    "Your business's rate for this currency can't be used now: its source doesn't respond, or the rate is too old. Wait the number of seconds in `Retry-After`. Amounts in USDT still work.",
  idempotency_conflict:
    "The `Idempotency-Key` was already used with a different body within 24 hours, or for a refund at any time.",
  invalid_idempotency_key: "The `Idempotency-Key` isn't 1 to 255 printable ASCII characters.",
  method_not_allowed: "The endpoint doesn't support this method. `Allow` lists the supported ones.",
  payload_too_large: "The request body is larger than 64 kB.",
  request_timeout: "The request body didn't arrive within 10 seconds.",
  unsupported_media_type: "The request body is compressed: it has a `Content-Encoding` other than `identity`.",
  insufficient_scope: "The key doesn't have the scope that this endpoint needs. The message names the scope.",
  address_not_allowed: "The key can't be used from your IP address.",
  cursor_expired:
    "The event that the cursor names is no longer there: the database was restored, the sandbox was reset, or the event is older than 180 days. Begin again without `after`.",
  limit_reached:
    "You have as many of these as allowed. Delete one first. For refunds: the amount exceeds what is left of the key's refund limit for this UTC day.",
};

/** Codes used by the client libraries, or by no particular endpoint. */
type UnlistedCode = "signature_verification_failed" | "method_not_allowed";

/** Codes that the responses of an operation can have. */
export type AnsweredCode = Exclude<ErrorCode, UnlistedCode>;

const SENTENCES: Record<AnsweredCode, string> = {
  invalid_amount:
    "amount_usdt must be a number from 0.000001 to 999999999.999999 with at most six decimals, for example 12.5.",
  invalid_url_scheme:
    "This URL doesn't start with http:// or https://. Enter the full URL, for example https://shop.example/webhooks.",
  http_in_live:
    "Live webhooks require HTTPS. Enter a URL that starts with https://, for example https://shop.example/webhooks.",
  private_ip_in_live:
    "localhost isn't a public address. Live webhooks are only sent to public servers, for example https://shop.example/webhooks. To test on your own machine, use a sandbox endpoint.",
  missing_api_key: "Send your API key in the Authorization header: Authorization: Bearer svc_test_…",
  invalid_api_key: "This API key isn't valid.",
  environment_mismatch: "This is a sandbox key with a live prefix. Use the key exactly as it was issued.",
  not_found: "No such intent.",
  rate_limited: "Too many requests: the limit is 5 per minute. Try again in 42 s.",
  api_error:
    "Something went wrong on our end. Try again. If it keeps happening, contact us with the request ID 3b241101-e2bb-4255-8caf-4136c566a962.",
  invalid_id: "id must be the uuid of an intent, for example 7d9f2b52-6d5c-4b0f-9a54-0f7a3c8e1b11.",
  invalid_request: "reference must be text of 1 to 200 characters without NUL characters or unpaired surrogates.",
  invalid_period: "start must be an ISO 8601 date or date-time, for example 2026-03-01T00:00:00Z.",
  invalid_transition: "This intent is paid. Only pending intents can be cancelled.",
  daily_cap_exceeded:
    "This business accepts up to 25,000.00 USDT in live payments per UTC day. 7.50 USDT is left today.",
  invalid_currency: `currency must be ${CURRENCY_RULE}.`,
  currency_not_enabled:
    "This business doesn't price in NGN. An owner or manager can set a rate under Settings → Currencies.",
  rate_unavailable: "There is no current rate for EUR. Nothing was created. Prices in USDT still work.",
  idempotency_conflict:
    "This Idempotency-Key was used with another body within the last 24 hours. Use a new key for a new request.",
  invalid_idempotency_key: "Idempotency-Key must be 1 to 255 printable ASCII characters.",
  payload_too_large: "The request body is larger than 64 kB.",
  request_timeout: "The request body didn't arrive within 10 seconds.",
  unsupported_media_type: compressedBody().message,
  insufficient_scope: "This key doesn't have the scope events:read. Create a restricted key with it in the dashboard.",
  address_not_allowed: "This key can't be used from 203.0.113.9.",
  cursor_expired: "The event at this cursor is no longer there. Leave out after to begin with the oldest event.",
  limit_reached: "This key has 5 webhook endpoints, which is the limit. Delete one first.",
};

/** Sentences of operations with this tag, where they differ. */
const OWN_SENTENCES: Partial<Record<Tag, Partial<Record<AnsweredCode, string>>>> = {
  "Webhook endpoints": {
    not_found: "No such endpoint.",
    invalid_id: "id must be the uuid of a webhook endpoint, for example e2d4b6a8-1c3f-4e5a-8b7d-9f0c2e4a6b8d.",
    invalid_request: "enabled must be true or false.",
    invalid_transition: "This endpoint is disabled. Enable it to send a test event.",
    insufficient_scope: insufficientScope("webhooks:write").message,
  },
  Refunds: {
    invalid_amount: "You can refund up to 7.25 USDT.",
    not_found: "No such refund.",
    invalid_id: `id must be ${REFUND_ID_RULE}.`,
    invalid_request: "This address receives payments here. Enter a different address.",
    invalid_transition: "This refund was already sent, so it can't be cancelled.",
    idempotency_conflict: OTHER_REFUND,
    insufficient_scope: insufficientScope("refunds:write").message,
    limit_reached: "This key can prepare refunds of up to 500.00 USDT per UTC day. 12.50 USDT is left today.",
  },
};

type Told = { idempotent?: boolean; tag: Tag };

const REASONS: Record<number, string> = {
  400: "The request is invalid.",
  401: "The API key is missing or invalid.",
  403: "The API key isn't allowed to do this.",
  404: "It doesn't exist or isn't yours.",
  408: "The request body didn't arrive in time.",
  409: "The request conflicts with an earlier one, with the current status or with a limit.",
  410: "The cursor is no longer valid.",
  413: "The request body is too large.",
  415: "The request body is compressed.",
  429: "Too many requests.",
  500: "An unexpected error on our end.",
  503: "The service is temporarily unavailable.",
};

/**
 * The error responses of an operation by HTTP status, each with its possible codes and an example for every code.
 * `idempotent`: the operation takes an `Idempotency-Key`.
 */
export function errorAnswers(codes: AnsweredCode[], { idempotent, tag }: Told): Record<string, ResponseConfig> {
  const ordered = ERROR_CODES.filter((code): code is AnsweredCode => codes.includes(code as AnsweredCode));
  const statuses = [...new Set(ordered.flatMap(statusesOf))];
  const later = DATABASE_UNAVAILABLE[idempotent ? "idempotentApi" : "api"];
  const codesOf = (status: number) => ordered.filter((code) => statusesOf(code).includes(status));
  const sentences = { ...SENTENCES, ...OWN_SENTENCES[tag] };
  const say = (status: number) => (code: AnsweredCode) =>
    status === UNAVAILABLE && code === "api_error" ? later : sentences[code];
  return Object.fromEntries(statuses.map((status) => [status, errorAnswer(status, codesOf(status), say(status))]));
}

const statusesOf = (code: AnsweredCode) => [ERROR_STATUS[code], ...(code === "api_error" ? [UNAVAILABLE] : [])];

function errorAnswer(status: number, codes: AnsweredCode[], say: (code: AnsweredCode) => string): ResponseConfig {
  const example = (code: AnsweredCode) => ({
    summary: ERROR_WHEN[code],
    value: { error: say(code), code },
  });
  return {
    description: REASONS[status] ?? "The request was refused.",
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
  415: ["Accept-Encoding"],
  429: ["RateLimit", "RateLimit-Policy", "Retry-After"],
  503: ["Retry-After"],
};
