import { DemoAnswer, IntentStatusAnswer, SimulatePaymentInput } from "@/lib/payments/intents/schemas";
import { EXAMPLE_ID, exampleDemo, exampleStatus } from "@/lib/service/api/openapi/examples";
import { linksToIntent } from "@/lib/service/api/openapi/intents";
import { type OperationDraft, operation } from "@/lib/service/api/openapi/operation";

const tag = "Sandbox";

export const sandboxOperations = () => [demo(), simulate()].map(operation);

function demo(): OperationDraft {
  return {
    method: "post",
    path: "/demo-create-intent",
    operationId: "demoCreateIntent",
    tag,
    summary: "Create a demo intent",
    description:
      "Creates a sandbox intent for a demo business. It is paid automatically after 6 seconds. Requires no key and no body. Open to browsers from any origin.",
    needsKey: false,
    limited: true,
    answer: {
      schema: DemoAnswer,
      description: "The intent is pending and will be paid automatically.",
      example: exampleDemo(),
      links: { status: linksToIntent("/intent_id").status },
    },
    codes: [],
  };
}

function simulate(): OperationDraft {
  return {
    method: "post",
    path: "/simulate-payment",
    operationId: "simulatePayment",
    tag,
    summary: "Simulate a payment",
    description: [
      "Extension. Simulates a customer's payment of a sandbox intent, processed like a real transfer. Requires no key, since no funds move. Live intents return `not_found`.",
      "",
      "| Outcome | What happens |",
      "|---|---|",
      "| `paid` | The remaining amount arrives and the intent is paid. |",
      "| `underpaid` | Half of the remaining amount arrives, or less if the underpayment tolerance covers half, and the intent stays pending. |",
      "| `overpaid` | 1 USDT more than the remaining amount arrives and the intent is paid. |",
      "| `late` | The intent expires, then the payment arrives. The intent stays expired. Up to 3 times within 24 hours after it ended. |",
      "| `expired` | The intent expires now, unpaid. |",
    ].join("\n"),
    needsKey: false,
    limited: true,
    body: {
      schema: SimulatePaymentInput,
      examples: {
        paid: { summary: "The customer pays in full.", value: { id: EXAMPLE_ID, outcome: "paid" } },
        underpaid: {
          summary: "The customer pays only part of the amount.",
          value: { id: EXAMPLE_ID, outcome: "underpaid" },
        },
      },
    },
    answer: {
      schema: IntentStatusAnswer,
      description: "The intent after the simulation.",
      example: exampleStatus("paid"),
    },
    codes: ["invalid_id", "invalid_request", "not_found", "invalid_transition"],
  };
}
