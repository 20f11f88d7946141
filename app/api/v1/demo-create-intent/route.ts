import { noInput, publicEndpoint } from "@/lib/api/endpoint";
import { createDemoIntent } from "@/lib/intents/create";
import { presentDemo } from "@/lib/intents/present";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = publicEndpoint({
  path: "/api/v1/demo-create-intent",
  cors: true,
  limit: "demo",
  input: { POST: noInput },
  verb: createDemoIntent,
  wake: ({ id, expiresAt }) => ({ intentId: id, expiresAt, demo: true }),
  present: presentDemo,
});
