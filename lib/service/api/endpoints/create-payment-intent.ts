import { AMOUNT_RULE } from "@/lib/base/values/amount-usdt";
import { withTerminal } from "@/lib/business/terminals/with-terminal";
import { createIntent } from "@/lib/payments/intents/create";
import { CreatedAnswer, CreateIntentInput } from "@/lib/payments/intents/schemas";
import { CURRENCY_RULE, PRICE_RULE } from "@/lib/payments/prices/price-input";
import { declareIdempotent } from "@/lib/service/api/declare";
import { bodyOf } from "@/lib/service/api/input";
import { TERMINAL_OF_CALL } from "@/lib/service/api/intent-id";
import { exampleCreated } from "@/lib/service/api/openapi/examples";
import { linksToIntent } from "@/lib/service/api/openapi/links";

const RETURN_URL = {
  rule: "a full URL of up to 2,048 characters that starts with https:// or http://, without a user name or password",
  code: "invalid_request",
} as const;

export const createPaymentIntent = declareIdempotent({
  path: "/create-payment-intent",
  tag: "Payment intents",
  limit: "create",
  scope: "intents:write",
  operations: {
    POST: {
      id: "createPaymentIntent",
      summary: "Create a payment intent",
      description: [
        "Creates a pending intent for the terminal that the key belongs to, or that `terminal_id` names, in the environment of the key's prefix, and sends the event `intent.created`.",
        "",
        "Call this endpoint from your server only. Anyone with the key can create intents for this terminal.",
        "",
        "Give the amount in USDT as `amount_usdt`, or a price in a currency as `amount` and `currency`: see [Prices in a currency](#prices-in-a-currency).",
        "",
        "Show `intent.checkout_uri` as a QR code, or redirect the customer to `intent.checkout_url`.",
      ].join("\n"),
      input: bodyOf(CreateIntentInput, {
        code: "invalid_amount",
        fields: {
          amount_usdt: { rule: AMOUNT_RULE },
          amount: { rule: PRICE_RULE },
          currency: { rule: CURRENCY_RULE, code: "invalid_currency" },
          reference: {
            rule: "text of 1 to 200 characters without NUL characters or unpaired surrogates",
            code: "invalid_request",
          },
          metadata: {
            rule: "an object of up to 20 pairs of text without NUL characters or unpaired surrogates: names of 1 to 40 characters other than __proto__, values of up to 500",
            code: "invalid_request",
          },
          expires_in: { rule: "a whole number of seconds from 300 to 86400", code: "invalid_request" },
          terminal_id: TERMINAL_OF_CALL,
          success_url: RETURN_URL,
          cancel_url: RETURN_URL,
        },
        sample: '{"amount_usdt": 12.5}',
        examples: {
          amount: { summary: "With an amount in USDT.", value: { amount_usdt: 12.5 } },
          extended: {
            summary: "With your order ID, metadata and an earlier expiry.",
            value: { amount_usdt: 12.5, reference: "order-1042", metadata: { cart: "8812" }, expires_in: 900 },
          },
          price: { summary: "With a price in a currency.", value: { amount: "24.90", currency: "EUR" } },
          return: {
            summary: "With return URLs for the customer.",
            value: {
              amount_usdt: 12.5,
              success_url: "https://shop.example/thank-you",
              cancel_url: "https://shop.example/cart",
            },
          },
        },
      }),
    },
  },
  answer: {
    schema: CreatedAnswer,
    description: "The intent was created and is pending.",
    example: exampleCreated,
    links: linksToIntent("/intent/id"),
  },
  errors: ["daily_cap_exceeded", "invalid_currency", "currency_not_enabled", "rate_unavailable", "not_found"],
  isRechecked: true,
  verb: async (ctx, input, idempotency) => createIntent(await withTerminal(ctx, input.terminal_id), input, idempotency),
  wake: ({ intent }) => ({ intentId: intent.id, expiresAt: intent.expiresAt }),
});
