import type { Header } from "@/lib/service/api/openapi/shape";

/** The response headers besides those of HTTP itself. */
export const ANSWER_HEADERS = {
  "X-Request-Id": {
    description: "The ID of this request. Include it when you contact us about the request.",
    schema: { type: "string", format: "uuid" },
    example: "3b241101-e2bb-4255-8caf-4136c566a962",
  },
  RateLimit: {
    description: "Requests left (`r`) and seconds until the limit resets (`t`). Not sent if the limit is turned off.",
    schema: { type: "string" },
    example: '"create";r=99;t=1',
  },
  "RateLimit-Policy": {
    description: "Number of requests (`q`) allowed per window in seconds (`w`). Not sent if the limit is turned off.",
    schema: { type: "string" },
    example: '"create";q=100;w=1',
  },
  "Retry-After": {
    description: "Seconds to wait before the next request.",
    schema: { type: "integer", minimum: 1 },
    example: 42,
  },
  "Idempotent-Replayed": {
    description: "`true` if this is the stored response to an earlier request with the same `Idempotency-Key`.",
    schema: { type: "string", enum: ["true"] },
    example: "true",
  },
  "Accept-Encoding": {
    description: "The supported content coding of request bodies: none.",
    schema: { type: "string", enum: ["identity"] },
    example: "identity",
  },
  "WWW-Authenticate": {
    description: "The required authentication scheme.",
    schema: { type: "string", enum: ["Bearer"] },
    example: "Bearer",
  },
} satisfies Record<string, Header>;

type AnswerHeader = keyof typeof ANSWER_HEADERS;

/** References to the headers of a response; every response has its request ID. */
export function headersOf(names: AnswerHeader[]): Record<string, { $ref: string }> {
  const all: AnswerHeader[] = ["X-Request-Id", ...names];
  return Object.fromEntries(all.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
