import { createDemoIntent } from "@/lib/payments/intents/create-demo";
import { presentDemo } from "@/lib/payments/intents/present";
import { noInput, publicEndpoint } from "@/lib/service/api/endpoint";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = publicEndpoint({
  path: "/api/v1/demo-create-intent",
  cors: true,
  limit: "demo",
  input: { POST: noInput },
  verb: createDemoIntent,
  wake: ({ id, expiresAt }) => ({ intentId: id, expiresAt, demo: true }),
  present: presentDemo,
});
