import { anonymous } from "@/lib/api/context";
import { endpoint } from "@/lib/api/endpoint";
import { addressKey, limitShared } from "@/lib/api/limits/limit";
import { wakeJobs } from "@/lib/api/wake";
import { createDemoIntent } from "@/lib/intents/create";
import { presentDemo } from "@/lib/intents/present";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  path: "/api/v1/demo-create-intent",
  cors: true,
  POST: async ({ address }) => {
    const headers = await limitShared("demo", addressKey(address));
    const intent = await createDemoIntent(anonymous());
    wakeJobs({ intentId: intent.id, expiresAt: intent.expiresAt, demo: true });
    return { json: presentDemo(intent), headers };
  },
});
