import { exampleInstructions } from "@/lib/api/openapi/examples";
import { linksToIntent } from "@/lib/api/openapi/intents";
import { type OperationDraft, operation } from "@/lib/api/openapi/operation";
import { InstructionsAnswer } from "@/lib/intents/instructions";
import { IntentId } from "@/lib/intents/schemas";

export const instructionOperations = () => [instructions()].map(operation);

function instructions(): OperationDraft {
  return {
    method: "get",
    path: "/payment-instructions",
    operationId: "getPaymentInstructions",
    tag: "Payment intents",
    summary: "How to pay an intent",
    description: [
      "Extension: ours. Everything that a customer needs to pay with any TRC20 wallet: in live the receive address, the token's contract and what is still missing; in the sandbox there is no address, since no money moves. Open to browsers of any origin, by the same limit as the status.",
      "",
      "`received_usdt` and `missing_usdt` speak of final money. What is being confirmed stands in `confirming` and is still missing: ask nobody for it a second time. `to_send_usdt` is what to ask for.",
      "",
      "An intent that has ended gives no address: money for it would no longer count.",
    ].join("\n"),
    needsKey: false,
    limited: true,
    query: IntentId,
    answer: {
      schema: InstructionsAnswer,
      description: "How to pay it now.",
      example: exampleInstructions(),
      links: { status: linksToIntent("/id").status },
    },
    codes: ["invalid_id", "not_found"],
  };
}
