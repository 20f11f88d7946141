import { z } from "zod";
import { ENVIRONMENTS } from "@/lib/base/context/context";
import { AmountUsdt } from "@/lib/base/values/amount-usdt";
import { isShopUrl } from "@/lib/base/values/shop-url";
import { isStorable } from "@/lib/base/values/storable-text";
import { TerminalOfCall } from "@/lib/business/terminals/schemas";
import { INTENT_STATUSES } from "@/lib/payments/intents/state";

const MIN_LIFE_SECONDS = 300;
const MAX_LIFE_SECONDS = 86_400;

const text = (max: number) =>
  z.string().max(max).refine(isStorable, { error: "must not contain NUL characters or unpaired surrogates" });

const THIS_MACHINE = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/** Live requires HTTPS; http is allowed for localhost only, for development. */
export function isLiveReturnUrl(text: string): boolean {
  const { protocol, hostname } = new URL(text);
  return protocol === "https:" || THIS_MACHINE.test(hostname);
}

const ReturnUrl = text(2_048).refine(isShopUrl, {
  error: "must be a full URL that starts with https:// or http://, without a username or password",
});
const returnUrl = (when: string, example: string) =>
  ReturnUrl.nullish().meta({
    description: `Extension: your page that the customer can return to ${when}. Live requires HTTPS or localhost.`,
    format: "uri",
    examples: [example],
  });

/** zod drops this name without an error, since setting it on an object changes the object's prototype. */
const DROPPED = "__proto__";
const Metadata = z.preprocess(
  (given, { issues }) => {
    const isDropped = typeof given === "object" && given !== null && Object.hasOwn(given, DROPPED);
    if (isDropped) issues.push({ code: "custom", input: given, message: `must not contain ${DROPPED}` });
    return given;
  },
  z
    .record(text(40).min(1), text(500))
    .refine((value) => Object.keys(value).length <= 20, { error: "must have at most 20 entries" }),
);

/** How many decimals there may be depends on the currency. */
const DECIMAL = /^(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/;

export const CreateIntentInput = z
  .object({
    amount_usdt: AmountUsdt.nullish().meta({
      description: "Amount in USDT with at most six decimals. Give either this or `amount` with `currency`.",
      format: "double",
      examples: [12.5],
    }),
    amount: z
      .string()
      .max(40)
      .regex(DECIMAL)
      .nullish()
      .meta({
        description:
          "Extension: price as decimal text, with as many decimals as the currency has. Quoted in USDT at the rate of your business, rounded up to 0.01 USDT (below 1 USDT to 0.000001).",
        examples: ["24.90"],
      }),
    // ignored beside amount_usdt, whatever it is
    currency: z
      .unknown()
      .optional()
      .meta({
        type: ["string", "null"],
        description:
          "Extension: currency of `amount`, by ISO 4217, or `USDT`. Your business must have a rate for it. Ignored without `amount`.",
        examples: ["EUR"],
      }),
    reference: text(200)
      .min(1)
      .nullish()
      .meta({
        description:
          "Extension: your order ID. Returned on the intent and shown to the customer. NUL characters and unpaired surrogates are refused.",
        examples: ["order-1042"],
      }),
    metadata: Metadata.nullish().meta({
      description:
        "Extension: up to 20 key-value pairs of text, returned on the intent. Keys have 1 to 40 characters, values up to 500. NUL characters, unpaired surrogates and the key `__proto__` are refused.",
      maxProperties: 20,
      propertyNames: { type: "string", minLength: 1, maxLength: 40, not: { const: "__proto__" } },
      examples: [{ cart: "8812" }],
    }),
    expires_in: z
      .number()
      .int()
      .min(MIN_LIFE_SECONDS)
      .max(MAX_LIFE_SECONDS)
      .nullish()
      .meta({
        description:
          "Extension: seconds until the intent expires. Defaults to the terminal's setting, which is initially 1800. With a price, at most what your business has set for quotes.",
        examples: [900],
      }),
    terminal_id: TerminalOfCall.nullish(),
    success_url: returnUrl("after paying", "https://shop.example/thank-you"),
    cancel_url: returnUrl("without paying", "https://shop.example/cart"),
  })
  .superRefine(({ amount_usdt, amount, currency }, { issues }) => {
    if (amount_usdt != null || amount != null) return;
    const path = [currency == null ? "amount_usdt" : "amount"];
    issues.push({ code: "custom", input: undefined, path, message: "is missing" });
  })
  .meta({
    id: "CreatePaymentIntent",
    description: "The payment to request. Unknown fields are ignored.",
    // not `anyOf`, of which client generators make types of their own
    if: { properties: { amount: { type: "string" } }, required: ["amount"] },
    else: { properties: { amount_usdt: { not: { type: "null" } } }, required: ["amount_usdt"] },
  });
export type CreateIntentInput = z.infer<typeof CreateIntentInput>;

export const IntentId = z
  .object({
    id: z.guid().meta({ description: "ID of the intent.", examples: ["7d9f2b52-6d5c-4b0f-9a54-0f7a3c8e1b11"] }),
  })
  .meta({ id: "IntentId", description: "The ID of an intent." });
export type IntentId = z.infer<typeof IntentId>;

const SIMULATED_OUTCOMES = ["paid", "underpaid", "overpaid", "late", "expired"] as const;
export const SimulatePaymentInput = IntentId.extend({
  outcome: z
    .enum(SIMULATED_OUTCOMES)
    .nullish()
    .transform((outcome) => outcome ?? "paid")
    // in words: some client generators write a default that doesn't compile
    .meta({ description: "What the simulated customer does. Default: `paid`." }),
}).meta({ id: "SimulatePayment", description: "A sandbox intent and the outcome to simulate." });
export type SimulatePaymentInput = z.infer<typeof SimulatePaymentInput>;

const environment = z.enum(ENVIRONMENTS).meta({ description: "`sandbox`: no real funds. `live`: real USDT." });
const livemode = z.boolean().meta({ description: "`true` for live, `false` for sandbox." });

const shared = {
  id: z.guid().meta({ description: "Unguessable ID of the intent." }),
  amount_usdt: z.number().meta({ description: "Amount in USDT, exact to six decimals.", format: "double" }),
  status: z.enum(INTENT_STATUSES).meta({ description: "`pending` until the intent ends. The other three are final." }),
  environment,
  livemode,
  expires_at: z.iso.datetime().meta({ description: "When a pending intent expires." }),
};

export const IntentStatusAnswer = z
  .object(shared)
  .meta({ id: "IntentStatus", description: "The public part of an intent, visible to anyone who knows its ID." });

/** What a payment was quoted from. */
export const QuoteAnswer = z
  .object({
    currency: z.string().meta({ description: "ISO 4217.", examples: ["EUR"] }),
    amount: z
      .string()
      .meta({ description: "The price, decimal text with all decimals of the currency.", examples: ["24.90"] }),
    rate: z.string().meta({
      description: "USDT for one unit of the currency, decimal text, before the spread.",
      examples: ["1.0895"],
    }),
    source: z.enum(["par", "manual", "url"]).meta({
      description: "`par`: 1 USD = 1 USDT. `manual`: set by a member. `url`: read from the rate URL of the business.",
    }),
    quoted_at: z.iso.datetime().meta({ description: "When the price was quoted." }),
    spread_bps: z.number().int().meta({ description: "Added to the rate, in hundredths of a percent." }),
  })
  .meta({ id: "Quote", description: "The price that the amount in USDT was quoted from." });

const CreatedIntentAnswer = z
  .object({
    ...shared,
    checkout_uri: z.string().meta({ description: "Deep link to the wallet app. Show it as a QR code." }),
    checkout_url: z.url().meta({ description: "Extension: hosted payment page. Send the customer there." }),
    quote: QuoteAnswer.nullable().meta({
      description: "Extension: the price, if one was given; `null` for an amount in USDT.",
    }),
    reference: z.string().nullable().meta({ description: "Extension: as given when the intent was created." }),
    metadata: z
      .record(z.string(), z.string())
      .nullable()
      .meta({ description: "Extension: as given when the intent was created." }),
    success_url: z.string().nullable().meta({ description: "Extension: as given when the intent was created." }),
    cancel_url: z.string().nullable().meta({ description: "Extension: as given when the intent was created." }),
  })
  .meta({ id: "PaymentIntent", description: "An intent as returned to its creator." });

export const CreatedAnswer = z
  .object({
    success: z.literal(true),
    message: z.string().meta({ description: "Human-readable message." }),
    terminal: z.string().meta({ description: "Name of the terminal." }),
    environment,
    livemode,
    intent: CreatedIntentAnswer,
  })
  .meta({ id: "CreatedPaymentIntent", description: "A new intent and the terminal it was created on." });

export const DemoAnswer = z
  .object({
    intent_id: z.guid().meta({ description: "ID of the intent." }),
    amount_usdt: z.number().meta({ description: "Amount in USDT, chosen by the service.", format: "double" }),
    environment: z.literal("sandbox"),
    expires_at: z.iso.datetime().meta({ description: "When the intent would expire if it weren't paid." }),
    auto_completes_in_ms: z
      .literal(6_000)
      .meta({ description: "Milliseconds until the simulated payment.", type: "integer" }),
  })
  .meta({ id: "DemoIntent", description: "A sandbox intent that is paid automatically." });
