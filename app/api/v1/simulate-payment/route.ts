import { publicEndpoint } from "@/lib/api/endpoint";
import { parseBody } from "@/lib/api/request";
import { presentStatus } from "@/lib/intents/present";
import { SimulatePaymentInput } from "@/lib/intents/schemas";
import { simulatePayment } from "@/lib/intents/simulate";

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
