import { parseBody } from "@/lib/api/body";
import { anonymous } from "@/lib/api/context";
import { endpoint } from "@/lib/api/endpoint";
import { addressKey, limitShared } from "@/lib/api/limits/limit";
import { wakeJobs } from "@/lib/api/wake";
import { presentStatus } from "@/lib/intents/present";
import { SimulatePaymentInput } from "@/lib/intents/schemas";
import { simulatePayment } from "@/lib/intents/simulate";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  path: "/api/v1/simulate-payment",
  POST: async ({ request, address }) => {
    const headers = await limitShared("simulate", addressKey(address));
    const input = await parseBody(request, SimulatePaymentInput, {
      body: "invalid_id",
      fields: { outcome: "invalid_request" },
    });
    const state = await simulatePayment(anonymous(), input);
    wakeJobs({ intentId: state.id, settled: state.status !== "pending" });
    return { json: presentStatus(state), headers };
  },
});
