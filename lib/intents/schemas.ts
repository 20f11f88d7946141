import { z } from "zod";
import { ENVIRONMENTS } from "@/lib/context";
import { INTENT_STATUSES } from "@/lib/intents/state";
import { hasAtMostSixPlaces, MAX_AMOUNT_USDT, MIN_AMOUNT_USDT } from "@/lib/money";

export const MIN_LIFE_SECONDS = 300;
export const MAX_LIFE_SECONDS = 86_400;

/** PostgreSQL text holds every character but NUL. */
const text = (max: number) =>
  z
    .string()
    .max(max)
    .refine((value) => !value.includes("\u0000"), { error: "must not contain the NUL character" });

export const AmountUsdt = z
  .number()
  .min(MIN_AMOUNT_USDT)
  .max(MAX_AMOUNT_USDT)
  .refine(hasAtMostSixPlaces, { error: "must have at most six decimals" })
  .meta({ description: "Amount in USDT, up to six decimals.", example: 12.5 });

export const CreateIntentInput = z.object({
  amount_usdt: AmountUsdt,
  reference: text(200).min(1).nullish().meta({
    description: "Your order id. Comes back on the intent; shown to the customer.",
    example: "order-1042",
  }),
  metadata: z
    .record(text(40).min(1), text(500))
    .refine((value) => Object.keys(value).length <= 20, { error: "must have at most 20 entries" })
    .nullish()
    .meta({ description: "Up to 20 pairs of text that come back on the intent.", example: { cart: "8812" } }),
  expires_in: z
    .number()
    .int()
    .min(MIN_LIFE_SECONDS)
    .max(MAX_LIFE_SECONDS)
    .nullish()
    .meta({ description: "Seconds until the intent expires. Default: the terminal's setting, 1800 at first." }),
});
export type CreateIntentInput = z.infer<typeof CreateIntentInput>;

export const IntentId = z.object({ id: z.uuid().meta({ description: "The intent's id." }) });
export type IntentId = z.infer<typeof IntentId>;

export const SIMULATED_OUTCOMES = ["paid", "underpaid", "overpaid", "late", "expired"] as const;
export const SimulatePaymentInput = IntentId.extend({
  outcome: z.enum(SIMULATED_OUTCOMES).default("paid").meta({ description: "What the simulated customer does." }),
});
export type SimulatePaymentInput = z.infer<typeof SimulatePaymentInput>;

const shared = {
  id: z.uuid(),
  amount_usdt: z.number().meta({ example: 12.5 }),
  status: z.enum(INTENT_STATUSES),
  environment: z.enum(ENVIRONMENTS),
  livemode: z.boolean(),
  expires_at: z.iso.datetime(),
};

export const IntentStatusAnswer = z.object(shared);

export const CreatedAnswer = z.object({
  success: z.literal(true),
  message: z.string(),
  terminal: z.string(),
  environment: z.enum(ENVIRONMENTS),
  livemode: z.boolean(),
  intent: z.object({
    ...shared,
    checkout_uri: z.string().meta({ description: "Deep link for the wallet app; show it as a QR code." }),
    checkout_url: z.url().meta({ description: "Hosted checkout page; send the customer there." }),
    reference: z.string().nullable(),
    metadata: z.record(z.string(), z.string()).nullable(),
  }),
});

export const DemoAnswer = z.object({
  intent_id: z.uuid(),
  amount_usdt: z.number(),
  environment: z.literal("sandbox"),
  expires_at: z.iso.datetime(),
  auto_completes_in_ms: z.literal(6_000),
});
