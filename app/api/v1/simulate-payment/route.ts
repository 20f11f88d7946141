import { presentStatus } from "@/lib/payments/intents/present";
import { SimulatePaymentInput } from "@/lib/payments/intents/schemas";
import { simulatePayment } from "@/lib/payments/intents/simulate";
import { publicEndpoint } from "@/lib/service/api/endpoint";
import { parseBody } from "@/lib/service/api/request";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = publicEndpoint({
  path: "/api/v1/simulate-payment",
  limit: "simulate",
  input: {
    POST: (request) =>
      parseBody(request, SimulatePaymentInput, { body: "invalid_id", fields: { outcome: "invalid_request" } }),
  },
  verb: simulatePayment,
  wake: ({ id, status }) => ({ intentId: id, settled: status !== "pending" }),
  present: presentStatus,
});
