import type { ResponseConfig, RouteConfig } from "@asteasolutions/zod-to-openapi";
import type { z } from "zod";
import { type AnsweredCode, errorAnswers } from "@/lib/service/api/openapi/errors";
import { headersOf } from "@/lib/service/api/openapi/headers";
import type { Parameter } from "@/lib/service/api/openapi/shape";

/** An operation described like its handler: key, limit, input, response and specific errors. */
export type OperationDraft = {
  method: "get" | "post";
  path: string;
  operationId: string;
  tag: string;
  summary: string;
  description: string;
  servers?: { url: string; description?: string }[];
  needsKey: boolean;
  limited: boolean;
  idempotent?: boolean;
  query?: z.ZodObject;
  body?: { schema: z.ZodObject; examples: Record<string, { summary: string; value: unknown }>; mayBeMissing?: true };
  answer: { schema: z.ZodObject; description: string; example: unknown; links?: ResponseConfig["links"] };
  /** in addition to those implied by the members above */
  codes: AnsweredCode[];
};

export const KEY_SCHEME = "terminalKey";

/** Completes an operation with everything implied by a key, a limit, a body or an `Idempotency-Key`. */
export function operation(draft: OperationDraft): RouteConfig {
  const { method, path, operationId, summary, description, servers, query, body } = draft;
  return {
    method,
    path,
    operationId,
    summary,
    description,
    tags: [draft.tag],
    ...(servers && { servers }),
    security: draft.needsKey ? [{ [KEY_SCHEME]: [] }] : [],
    ...(draft.idempotent && { parameters: [IDEMPOTENCY_KEY] }),
    request: {
      ...(query && { query }),
      ...(body && { body: bodyOf(body) }),
    },
    responses: { 200: success(draft), ...errorAnswers(codesOf(draft), draft) },
  };
}

function bodyOf({ schema, examples, mayBeMissing }: NonNullable<OperationDraft["body"]>) {
  return { required: !mayBeMissing, content: { "application/json": { schema, examples } } };
}

function success({ answer, limited, idempotent }: OperationDraft): ResponseConfig {
  return {
    description: answer.description,
    headers: headersOf([
      ...(limited ? (["RateLimit", "RateLimit-Policy"] as const) : []),
      ...(idempotent ? (["Idempotent-Replayed"] as const) : []),
    ]),
    content: { "application/json": { schema: answer.schema, example: answer.example } },
    ...(answer.links && { links: answer.links }),
  };
}

function codesOf({ needsKey, limited, idempotent, body, codes }: OperationDraft): AnsweredCode[] {
  return [
    ...codes,
    ...(needsKey ? (["missing_api_key", "invalid_api_key", "environment_mismatch"] as const) : []),
    ...(limited ? (["rate_limited"] as const) : []),
    ...(idempotent ? (["invalid_idempotency_key", "idempotency_conflict"] as const) : []),
    ...(body ? (["request_timeout", "payload_too_large", "unsupported_media_type"] as const) : []),
    "api_error",
  ];
}

const IDEMPOTENCY_KEY: Parameter = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description:
    "Extension. A unique value that you choose for each action. Repeating a request with the same key and body within 24 hours returns the same response without repeating the action.",
  schema: { type: "string", minLength: 1, maxLength: 255, pattern: "^[ -~]+$" },
  example: "order-1042-attempt-1",
};
