import { z } from "zod";
import { ENVIRONMENTS } from "@/lib/base/context/context";
import { After, pageAnswer, pageLimit } from "@/lib/base/lists/page-query";
import { InstantText } from "@/lib/base/time/instant-text";
import { AmountUsdt } from "@/lib/base/values/amount-usdt";
import { isStorable } from "@/lib/base/values/storable-text";
import { REFUND_STATUSES } from "@/lib/payments/refunds/state";

export const RefundStatusAnswer = z.enum(REFUND_STATUSES).meta({
  description:
    "`waiting_for_address`: the payment page asks the customer. `prepared`: someone signs it next. `sent`: its transaction isn't final yet. `final`: the money has left for good. `failed`: no money moved, and it can be prepared again. `cancelled`: nothing was sent.",
});

export const CreateRefundInput = z
  .object({
    intent_id: z.guid().meta({ description: "ID of the intent whose money is refunded." }),
    amount_usdt: AmountUsdt.meta({
      description:
        "Amount in USDT with at most six decimals, up to what the intent has received and no refund gives back yet.",
      examples: [5.25],
    }),
    to: z
      .string()
      .max(100)
      .nullish()
      .meta({
        description:
          "The customer's TRON address, as they gave it to you. Never take the sender's address: it may be an exchange's. Without it, the payment page asks the customer.",
        examples: ["TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC"],
      }),
    reason: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .refine(isStorable)
      .nullish()
      .meta({ description: "For your own records. The customer doesn't see it.", examples: ["Returned item"] }),
  })
  .meta({ id: "CreateRefund", description: "What is given back to a customer." });
export type CreateRefundInput = z.output<typeof CreateRefundInput>;

export const RefundPath = z.object({ id: z.guid().meta({ description: "ID of the refund." }) });
export type RefundPath = z.output<typeof RefundPath>;

/** What the error about the ID of a refund says that it must be. */
export const REFUND_ID_RULE = "the uuid of a refund, for example d8a4b6c2-5e1f-4f3a-9b7d-0c2e8f6a4b19";

export const OTHER_REFUND =
  "This Idempotency-Key was used for another refund. Use a new key for each refund, and the same one to repeat a request.";

export const ListRefundsQuery = z.object({
  status: z.enum(REFUND_STATUSES).optional().meta({ description: "Only refunds with this status." }),
  intent_id: z.guid().optional().meta({ description: "Only refunds of this intent." }),
  created_after: InstantText.optional().meta({
    description: "Only refunds created at this time or later. ISO 8601 with an offset.",
    format: "date-time",
  }),
  created_before: InstantText.optional().meta({
    description: "Only refunds created before this time. ISO 8601 with an offset.",
    format: "date-time",
  }),
  after: After,
  limit: pageLimit("Refunds"),
});
export type ListRefundsQuery = z.output<typeof ListRefundsQuery>;

const end = (description: string) => z.iso.datetime().nullable().meta({ description });

export const RefundAnswer = z
  .object({
    id: z.guid().meta({ description: "ID of the refund." }),
    intent_id: z
      .guid()
      .nullable()
      .meta({ description: "The intent whose money is refunded. `null` for money that belongs to no intent." }),
    environment: z.enum(ENVIRONMENTS).meta({ description: "`sandbox`: no real funds. `live`: real USDT." }),
    livemode: z.boolean().meta({ description: "`true` for live, `false` for sandbox." }),
    status: RefundStatusAnswer,
    amount_usdt: z.number().meta({ description: "Amount in USDT, exact to six decimals.", format: "double" }),
    to_address: z.string().nullable().optional().meta({
      description:
        "The recipient; `null` until it's known. Only with the scope `customers:read` or `refunds:write`, left out otherwise.",
    }),
    from_address: z.string().nullable().meta({ description: "Your address that pays it. `null` in the sandbox." }),
    reason: z.string().nullable().meta({ description: "For your own records." }),
    confirmed: z.boolean().meta({
      description:
        "Whether a member has confirmed amount and recipient with their password. Only then can the refund be signed.",
    }),
    prepared_by: z.enum(["member", "api_key"]).meta({ description: "Who prepared it." }),
    tx_hash: z.string().nullable().meta({
      description: "The transaction hash, made up for a simulated transfer. `null` until the refund is sent.",
    }),
    failure: z.string().nullable().meta({
      description:
        "Why its last transaction failed, as TRON names it, for example `OUT_OF_ENERGY`, or `EXPIRED`. `null` if none failed.",
    }),
    created_at: z.iso.datetime().meta({ description: "When it was created." }),
    sent_at: end("When its transaction was sent. `null` for one that was sent without Till."),
    failed_at: end("When its last transaction failed."),
    final_at: end("When the money left, by the time of its block."),
    cancelled_at: end("When it was cancelled."),
  })
  .meta({ id: "Refund", description: "Money that goes back to a customer." });
export type RefundAnswer = z.output<typeof RefundAnswer>;

export const RefundPageAnswer = z
  .object(pageAnswer(RefundAnswer))
  .meta({ id: "RefundPage", description: "A page of refunds." });
export type RefundPageAnswer = z.output<typeof RefundPageAnswer>;
