import { EXAMPLE_ID, exampleDemo, exampleStatus } from "@/lib/api/openapi/examples";
import { linksToIntent } from "@/lib/api/openapi/intents";
import { type OperationDraft, operation } from "@/lib/api/openapi/operation";
import { DemoAnswer, IntentStatusAnswer, SimulatePaymentInput } from "@/lib/intents/schemas";

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
      "Creates a sandbox intent of a demo merchant that is paid 6 seconds later, as if by a customer. Needs no key and no body; open to browsers of any origin.",
    needsKey: false,
    limited: true,
    answer: {
      schema: DemoAnswer,
      description: "The intent is pending and pays itself.",
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
    summary: "Play the customer",
    description: [
      "Extension. Makes something happen to a sandbox intent, by the same way as a real transfer. Needs no key, since no money moves; a live intent is `not_found` here.",
      "",
      "| outcome | what happens |",
      "|---|---|",
      "| `paid` | What is missing arrives: the intent is paid. |",
      "| `underpaid` | Half of what is missing arrives: the intent stays pending. |",
      "| `overpaid` | 1 USDT more than what is missing arrives: the intent is paid. |",
      "| `late` | The intent expires, then the money arrives: it stays expired. Up to 3 times, within 24 hours of its end. |",
      "| `expired` | Nothing arrives and the intent expires now. |",
    ].join("\n"),
    needsKey: false,
    limited: true,
    body: {
      schema: SimulatePaymentInput,
      examples: {
        paid: { summary: "The customer pays.", value: { id: EXAMPLE_ID, outcome: "paid" } },
        underpaid: { summary: "The customer pays too little.", value: { id: EXAMPLE_ID, outcome: "underpaid" } },
      },
    },
    answer: {
      schema: IntentStatusAnswer,
      description: "The intent as it is afterwards.",
      example: exampleStatus("paid"),
    },
    codes: ["invalid_id", "invalid_request", "not_found", "invalid_transition"],
  };
}
