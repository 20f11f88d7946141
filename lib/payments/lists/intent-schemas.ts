import { z } from "zod";
import { ENVIRONMENTS } from "@/lib/base/context/context";
import { After, pageAnswer, pageLimit } from "@/lib/base/lists/page-query";
import { InstantText } from "@/lib/base/time/instant-text";
import { isStorable } from "@/lib/base/values/storable-text";
import { QuoteAnswer } from "@/lib/payments/intents/schemas";
import { INTENT_STATUSES } from "@/lib/payments/intents/state";
import { TRANSFERS_MAX } from "@/lib/payments/lists/select-intents";
import { CONFIRMATIONS_REQUIRED } from "@/lib/payments/page/progress";
import { RefundStatusAnswer } from "@/lib/payments/refunds/schemas";

const REFERENCE_MAX = 200;
export const ListIntentsQuery = z.object({
  reference: z
    .string()
    .refine((text) => text !== "" && [...text].length <= REFERENCE_MAX && isStorable(text))
    .optional()
    .meta({
      description: "Only intents with exactly this reference.",
      minLength: 1,
      maxLength: REFERENCE_MAX,
      examples: ["order-1042"],
    }),
  status: z.enum(INTENT_STATUSES).optional().meta({ description: "Only intents with this status." }),
  created_after: InstantText.optional().meta({
    description: "Only intents created at this time or later. ISO 8601 with an offset.",
    format: "date-time",
  }),
  created_before: InstantText.optional().meta({
    description: "Only intents created before this time. ISO 8601 with an offset.",
    format: "date-time",
  }),
  terminal_id: z
    .guid()
    .optional()
    .meta({ description: "Only intents of this terminal. Useful with a key for all terminals." }),
  after: After,
  limit: pageLimit("Intents"),
});
export type ListIntentsQuery = z.infer<typeof ListIntentsQuery>;

const usdt = (description: string) => z.number().meta({ description, format: "double" });
const moment = (description: string) => z.iso.datetime().meta({ description });
const end = (description: string) => z.iso.datetime().nullable().meta({ description });

const TransferAnswer = z
  .object({
    id: z.guid().nullable().meta({ description: "ID of the transfer. `null` until its block is final." }),
    tx_hash: z.string().meta({ description: "The transaction hash, made up for a simulated transfer." }),
    from_address: z.string().nullable().meta({
      description:
        "The sender, often an exchange: don't refund to it without asking. `null` for a simulated transfer, and until the block is final.",
    }),
    amount_usdt: usdt("Amount in USDT, exact to six decimals."),
    block_number: z.number().int().nullable().meta({ description: "Its block. `null` for a simulated transfer." }),
    confirmations: z
      .number()
      .int()
      .nullable()
      .meta({
        description: `Blocks that confirm it, up to ${CONFIRMATIONS_REQUIRED}. \`null\` for a simulated transfer.`,
      }),
    received_at: moment("The time of its block, or when it was detected while the block isn't final."),
    counted: z.boolean().meta({
      description: "Whether it was applied to the intent. `false` for late transfers, and until the block is final.",
    }),
    simulated: z.boolean().meta({ description: "`true` in the sandbox." }),
  })
  .meta({ id: "IntentTransfer", description: "A transfer to an intent." });

const RefundAnswer = z
  .object({
    id: z.guid().meta({ description: "ID of the refund." }),
    amount_usdt: usdt("Amount in USDT, exact to six decimals."),
    status: RefundStatusAnswer,
    tx_hash: z.string().nullable().meta({ description: "The transaction hash. `null` until it's sent." }),
    created_at: moment("When it was prepared."),
    to_address: z.string().nullable().optional().meta({
      description: "The recipient; `null` until it's known. Only with the scope `customers:read`, left out otherwise.",
    }),
  })
  .meta({ id: "IntentRefund", description: "A refund of money that was paid to an intent." });

export const DetailedIntentAnswer = z
  .object({
    id: z.guid().meta({ description: "ID of the intent." }),
    terminal_id: z.guid().meta({ description: "ID of its terminal." }),
    terminal_name: z.string().meta({ description: "Name of its terminal." }),
    environment: z.enum(ENVIRONMENTS).meta({ description: "`sandbox`: no real funds. `live`: real USDT." }),
    livemode: z.boolean().meta({ description: "`true` for live, `false` for sandbox." }),
    status: z.enum(INTENT_STATUSES).meta({ description: "`pending` until the intent ends. The others are final." }),
    amount_usdt: usdt("Amount due in USDT, exact to six decimals."),
    received_usdt: usdt("Sum of the transfers that were applied to the intent."),
    remaining_usdt: usdt("What is missing of the amount due. 0 within the terminal's underpayment tolerance."),
    overpaid_usdt: usdt("What was received beyond the amount due."),
    quote: QuoteAnswer.nullable().meta({ description: "The price, if it has one; `null` for an amount in USDT." }),
    flags: z.array(z.enum(["partially_paid", "overpaid", "late"])).meta({
      description: "What is unusual: less received than due, more than due, or a late transfer that wasn't applied.",
    }),
    reference: z.string().nullable().meta({ description: "As given when the intent was created." }),
    metadata: z
      .record(z.string(), z.string())
      .nullable()
      .meta({ description: "As given when the intent was created." }),
    success_url: z.string().nullable().meta({ description: "As given when the intent was created." }),
    cancel_url: z.string().nullable().meta({ description: "As given when the intent was created." }),
    checkout_url: z.url().meta({ description: "Hosted payment page." }),
    receive_address: z.string().nullable().meta({ description: "Where it's paid to. `null` in the sandbox." }),
    created_at: moment("When the intent was created."),
    expires_at: moment("When it expires while it's pending."),
    paid_at: end("When it was paid."),
    expired_at: end("When it expired."),
    cancelled_at: end("When it was cancelled."),
    transfers: z
      .array(TransferAnswer)
      .meta({ description: `Oldest first, at most the newest ${TRANSFERS_MAX}. Not final ones come last.` }),
    refunds: z.array(RefundAnswer).meta({ description: "Oldest first." }),
    refund_address: z.string().nullable().optional().meta({
      description:
        "Where the customer would like a refund to go, left on the payment page and not confirmed. Only with the scope `customers:read`, left out otherwise.",
    }),
  })
  .meta({ id: "DetailedPaymentIntent", description: "An intent with its transfers and refunds." });

export const IntentPageAnswer = z
  .object(pageAnswer(DetailedIntentAnswer))
  .meta({ id: "PaymentIntentPage", description: "A page of intents." });
