import type { OpenApi } from "@/components/docs/openapi";

const error = (code: string, words: string) => ({ summary: words, value: { error: words, code } });

/** A small description with every feature that the reference shows. */
export const FIXTURE: OpenApi = {
  info: {
    title: "Payment Intent Service",
    version: "1.1.0",
    description: [
      "Takes payments in **USDT** on TRON. See [the list](#endpoints).",
      "",
      "## Authentication",
      "Send `Authorization: Bearer <key>`.",
      "The prefix selects the environment:",
      "",
      "| Environment | Prefix | Effect |",
      "|---|---|---|",
      "| sandbox | `svc_test_` | No real funds move. |",
      "| live | `svc_live_` | Real USDT settles. |",
      "",
      "## Errors",
      "- Branch on `code`.",
      "- The sentence in `error` may",
      "  change.",
      "",
      "```json",
      '{ "error": "…", "code": "not_found" }',
      "```",
    ].join("\n"),
  },
  servers: [{ url: "/api/v1" }],
  paths: {
    "/create-payment-intent": {
      post: {
        operationId: "createPaymentIntent",
        summary: "Create a payment intent",
        description: "Makes a new intent on the key's terminal.",
        security: [{ key: [] }],
        parameters: [
          { name: "Idempotency-Key", in: "header", description: "1–255 characters.", schema: { type: "string" } },
        ],
        requestBody: {
          required: true,
          content: {
            "application/json": {
              schema: { $ref: "#/components/schemas/Create" },
              examples: { simple: { value: { amount_usdt: 12.5, reference: "Tom's order" } } },
            },
          },
        },
        responses: {
          "200": {
            description: "Created.",
            content: {
              "application/json": {
                schema: { $ref: "#/components/schemas/Created" },
                example: { success: true, intent: { id: "3f9a1b2c-77aa-4d4c-9b1e-5f00aa11c21e", amount_usdt: 12.5 } },
              },
            },
          },
          "401": {
            description: "No valid key.",
            content: {
              "application/json": {
                examples: {
                  missing: error("missing_api_key", "No Authorization header."),
                  invalid: error("invalid_api_key", "The key is unknown."),
                },
              },
            },
          },
        },
      },
    },
    "/intent-status": {
      get: {
        operationId: "getIntentStatus",
        summary: "Look at an intent",
        parameters: [{ name: "id", in: "query", required: true, schema: { type: "string", format: "uuid" } }],
        responses: { "404": { description: "No such intent." } },
      },
    },
  },
  webhooks: {
    "payment.success": {
      post: {
        summary: "An intent is paid",
        requestBody: {
          content: {
            "application/json": {
              schema: {
                type: "object",
                required: ["event"],
                properties: {
                  event: { const: "payment.success" },
                  transfer_id: { anyOf: [{ type: "string", format: "uuid" }, { type: "null" }] },
                },
              },
              example: { event: "payment.success", transfer_id: null },
            },
          },
        },
      },
    },
  },
  components: {
    schemas: {
      Amount: { type: "number", minimum: 0.000001, maximum: 999999999.999999, description: "Amount in USDT." },
      Create: {
        type: "object",
        required: ["amount_usdt"],
        properties: {
          amount_usdt: { $ref: "#/components/schemas/Amount" },
          reference: { type: ["string", "null"], maxLength: 200 },
          metadata: { type: "object", additionalProperties: { type: "string" } },
        },
      },
      Created: {
        allOf: [
          { type: "object", required: ["success"], properties: { success: { const: true } } },
          {
            type: "object",
            required: ["intent"],
            properties: {
              intent: {
                type: "object",
                required: ["id"],
                properties: {
                  id: { type: "string", format: "uuid" },
                  status: { enum: ["pending", "paid"] },
                  tags: { type: "array", items: { type: "object", properties: { name: { type: "string" } } } },
                },
              },
            },
          },
        ],
      },
    },
  },
};
