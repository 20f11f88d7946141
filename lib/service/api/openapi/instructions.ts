import { IntentId } from "@/lib/payments/intents/schemas";
import { InstructionsAnswer } from "@/lib/payments/page/instructions";
import { exampleInstructions } from "@/lib/service/api/openapi/examples";
import { linksToIntent } from "@/lib/service/api/openapi/intents";
import { type OperationDraft, operation } from "@/lib/service/api/openapi/operation";

export const instructionOperations = () => [instructions()].map(operation);

function instructions(): OperationDraft {
  return {
    method: "get",
    path: "/payment-instructions",
    operationId: "getPaymentInstructions",
    tag: "Payment intents",
    summary: "Get payment instructions",
    description: [
      "Extension. Returns everything a customer needs to pay with any TRC20 wallet: the receiving address, the token contract and the remaining amount. In sandbox there is no address, since no funds move. Open to browsers from any origin, with the same rate limit as the status.",
      "",
      "`received_usdt` and `missing_usdt` count only final transfers. A transfer that is still being confirmed is in `confirming` and is also part of `missing_usdt`, so don't ask for it again. Show customers `to_send_usdt`: the amount they still have to send.",
      "",
      "An intent that has ended has no address, because transfers to it would no longer be applied.",
    ].join("\n"),
    needsKey: false,
    limited: true,
    query: IntentId,
    answer: {
      schema: InstructionsAnswer,
      description: "The current payment instructions.",
      example: exampleInstructions(),
      links: { status: linksToIntent("/id").status },
    },
    codes: ["invalid_id", "not_found"],
  };
}
