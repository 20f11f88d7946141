import type { ResponseConfig, RouteConfig } from "@asteasolutions/zod-to-openapi";
import { env } from "@/lib/base/process/env";
import { type Scope, TERMINAL_KEY_SCOPES } from "@/lib/base/values/scopes";
import type { ApiEndpoint } from "@/lib/service/api/declare";
import { OPERATION_METHODS, type OperationMethod } from "@/lib/service/api/endpoint";
import { type AnsweredCode, errorAnswers } from "@/lib/service/api/openapi/errors";
import { headersOf } from "@/lib/service/api/openapi/headers";
import type { Parameter } from "@/lib/service/api/openapi/shape";

export const KEY_SCHEME = "terminalKey";

type Operation = NonNullable<ApiEndpoint["operations"]["GET"]>;
type HttpMethod = Lowercase<OperationMethod>;

/**
 * The operations of an endpoint, one a method, each with everything that a key, a limit, a body or an `Idempotency-Key`
 * implies.
 */
export function operationsOf(endpoint: ApiEndpoint): RouteConfig[] {
  return OPERATION_METHODS.flatMap((method) => {
    const declared = endpoint.operations[method];
    return declared ? [operation(endpoint, method.toLowerCase() as HttpMethod, declared)] : [];
  });
}

function operation(endpoint: ApiEndpoint, method: HttpMethod, declared: Operation): RouteConfig {
  const { path, tag, scope, orScope, isIdempotent } = endpoint;
  const { id, summary, description, input } = declared;
  const codes = codesOf(endpoint, declared);
  return {
    method,
    path,
    operationId: id,
    summary,
    description: scope ? `${description}\n\n${keysFor(scope, orScope)}` : description,
    tags: [tag],
    ...(endpoint.paths.length > 1 && { servers: serversOf(endpoint) }),
    security: scope ? [{ [KEY_SCHEME]: [] }] : [],
    ...(isIdempotent && { parameters: [IDEMPOTENCY_KEY] }),
    request: {
      ...(input.path && { params: input.path }),
      ...(input.query && { query: input.query }),
      ...(input.body && { body: bodyOf(input.body) }),
    },
    responses: { 200: success(endpoint), ...errorAnswers(codes, { idempotent: isIdempotent, tag }) },
  };
}

function serversOf({ path, paths }: ApiEndpoint) {
  return paths.map((whole) => ({ url: env().APP_URL + whole.slice(0, -path.length) }));
}

function bodyOf({ schema, examples, mayBeMissing }: NonNullable<Operation["input"]["body"]>) {
  return { required: !mayBeMissing, content: { "application/json": { schema, examples } } };
}

function success({ answer, limit, isIdempotent }: ApiEndpoint): ResponseConfig {
  return {
    description: answer.description,
    headers: headersOf([
      ...(limit ? (["RateLimit", "RateLimit-Policy"] as const) : []),
      ...(isIdempotent ? (["Idempotent-Replayed"] as const) : []),
    ]),
    content: { "application/json": { schema: answer.schema, example: answer.example() } },
    ...(answer.links && { links: answer.links }),
  };
}

/** Which keys can call an operation. */
function keysFor(scope: Scope, orScope?: Scope): string {
  const restricted = `a restricted key with the scope \`${scope}\`${orScope ? ` or \`${orScope}\`` : ""}`;
  return TERMINAL_KEY_SCOPES.includes(scope) ? `Key: a terminal's key, or ${restricted}.` : `Key: ${restricted}.`;
}

function codesOf({ scope, limit, isIdempotent, errors }: ApiEndpoint, { input }: Operation): AnsweredCode[] {
  return [
    ...input.codes,
    ...errors,
    ...(scope ? KEY_CODES : []),
    ...(limit ? (["rate_limited"] as const) : []),
    ...(isIdempotent ? (["invalid_idempotency_key", "idempotency_conflict"] as const) : []),
    ...(input.body ? (["request_timeout", "payload_too_large", "unsupported_media_type"] as const) : []),
    "api_error",
  ];
}

const KEY_CODES: AnsweredCode[] = [
  "missing_api_key",
  "invalid_api_key",
  "environment_mismatch",
  "insufficient_scope",
  "address_not_allowed",
];

const IDEMPOTENCY_KEY: Parameter = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description:
    "Extension. A unique value that you choose for each action. Repeating a request with the same key and body doesn't repeat the action: within 24 hours it returns the same response, and for a refund, at any time, the refund as it is then.",
  schema: { type: "string", minLength: 1, maxLength: 255, pattern: "^[ -~]+$" },
  example: "order-1042-attempt-1",
};
