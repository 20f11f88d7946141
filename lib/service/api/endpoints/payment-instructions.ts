import { IntentId } from "@/lib/payments/intents/schemas";
import { getInstructions } from "@/lib/payments/page/get-instructions";
import { InstructionsAnswer, presentInstructions } from "@/lib/payments/page/instructions";
import { declarePublic } from "@/lib/service/api/declare";
import { queryOf } from "@/lib/service/api/input";
import { INTENT_ID } from "@/lib/service/api/intent-id";
import { exampleInstructions } from "@/lib/service/api/openapi/examples";
import { linksToIntent } from "@/lib/service/api/openapi/links";

export const paymentInstructions = declarePublic({
  path: "/payment-instructions",
  tag: "Payment intents",
  cors: true,
  limit: "status",
  operations: {
    GET: {
      id: "getPaymentInstructions",
      summary: "Get payment instructions",
      description: [
        "Extension. Returns everything a customer needs to pay with any TRC20 wallet: the receiving address, the token contract and the remaining amount. In sandbox there is no address, since no funds move. Open to browsers from any origin, with the same rate limit as the status.",
        "",
        "`received_usdt` and `missing_usdt` count only final transfers. A transfer that is still being confirmed is in `confirming` and is also part of `missing_usdt`, so don't ask for it again. Show customers `to_send_usdt`: the amount they still have to send.",
        "",
        "An intent that has ended has no address, because transfers to it would no longer be applied.",
      ].join("\n"),
      input: queryOf(IntentId, INTENT_ID),
    },
  },
  answer: {
    schema: InstructionsAnswer,
    description: "The current payment instructions.",
    example: exampleInstructions,
    links: { status: linksToIntent("/id").status },
  },
  errors: ["not_found"],
  verb: (ctx, { id }) => getInstructions(ctx, id),
  present: (found, { settings }) => presentInstructions(found, settings),
});
