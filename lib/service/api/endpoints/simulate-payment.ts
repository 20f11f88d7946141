import { presentStatus } from "@/lib/payments/intents/present";
import { IntentStatusAnswer, SimulatePaymentInput } from "@/lib/payments/intents/schemas";
import { simulatePayment as simulate } from "@/lib/payments/intents/simulate";
import { declarePublic } from "@/lib/service/api/declare";
import { bodyOf } from "@/lib/service/api/input";
import { INTENT_ID } from "@/lib/service/api/intent-id";
import { EXAMPLE_ID, exampleStatus } from "@/lib/service/api/openapi/examples";

export const simulatePayment = declarePublic({
  path: "/simulate-payment",
  tag: "Sandbox",
  limit: "simulate",
  operations: {
    POST: {
      id: "simulatePayment",
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
      input: bodyOf(SimulatePaymentInput, {
        ...INTENT_ID,
        fields: {
          ...INTENT_ID.fields,
          outcome: { rule: "one of paid, underpaid, overpaid, late, expired", code: "invalid_request" },
        },
        examples: {
          paid: { summary: "The customer pays in full.", value: { id: EXAMPLE_ID, outcome: "paid" } },
          underpaid: {
            summary: "The customer pays only part of the amount.",
            value: { id: EXAMPLE_ID, outcome: "underpaid" },
          },
        },
      }),
    },
  },
  answer: {
    schema: IntentStatusAnswer,
    description: "The intent after the simulation.",
    example: () => exampleStatus("paid"),
  },
  errors: ["not_found", "invalid_transition"],
  verb: simulate,
  wake: ({ id, status }) => ({ intentId: id, settled: status !== "pending" }),
  present: presentStatus,
});
