import { createDemoIntent } from "@/lib/payments/intents/create-demo";
import { presentDemo } from "@/lib/payments/intents/present";
import { DemoAnswer } from "@/lib/payments/intents/schemas";
import { declarePublic } from "@/lib/service/api/declare";
import { noInput } from "@/lib/service/api/input";
import { exampleDemo } from "@/lib/service/api/openapi/examples";
import { linksToIntent } from "@/lib/service/api/openapi/links";

export const demoCreateIntent = declarePublic({
  path: "/demo-create-intent",
  tag: "Sandbox",
  cors: true,
  limit: "demo",
  operations: {
    POST: {
      id: "demoCreateIntent",
      summary: "Create a demo intent",
      description:
        "Creates a sandbox intent for a demo business. It is paid automatically after 6 seconds. Requires no key and no body. Open to browsers from any origin.",
      input: noInput,
    },
  },
  answer: {
    schema: DemoAnswer,
    description: "The intent is pending and will be paid automatically.",
    example: exampleDemo,
    links: { status: linksToIntent("/intent_id").status },
  },
  errors: [],
  verb: createDemoIntent,
  wake: ({ id, expiresAt }) => ({ intentId: id, expiresAt, demo: true }),
  present: presentDemo,
});
