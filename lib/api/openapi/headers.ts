import type { Header } from "@/lib/api/openapi/shape";

/** The headers that answers carry beside HTTP's own. */
export const ANSWER_HEADERS = {
  "X-Request-Id": {
    description: "The id of this call. Give it to us when you ask about it.",
    schema: { type: "string", format: "uuid" },
    example: "3b241101-e2bb-4255-8caf-4136c566a962",
  },
  RateLimit: {
    description: "What is left (`r`) and in how many seconds it is whole again (`t`). Not sent where the limit is off.",
    schema: { type: "string" },
    example: '"create";r=99;t=1',
  },
  "RateLimit-Policy": {
    description: "How many requests (`q`) in how many seconds (`w`). Not sent where the limit is off.",
    schema: { type: "string" },
    example: '"create";q=100;w=1',
  },
  "Retry-After": {
    description: "Seconds to wait before the next request.",
    schema: { type: "integer", minimum: 1 },
    example: 42,
  },
  "Idempotent-Replayed": {
    description: "Sent with `true` when this is the kept answer of an earlier request with the same `Idempotency-Key`.",
    schema: { type: "string", enum: ["true"] },
    example: "true",
  },
  "WWW-Authenticate": {
    description: "The scheme that is wanted.",
    schema: { type: "string", enum: ["Bearer"] },
    example: "Bearer",
  },
} satisfies Record<string, Header>;

type AnswerHeader = keyof typeof ANSWER_HEADERS;

/** References to the headers of an answer; every answer has its request id. */
export function headersOf(names: AnswerHeader[]): Record<string, { $ref: string }> {
  const all: AnswerHeader[] = ["X-Request-Id", ...names];
  return Object.fromEntries(all.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
