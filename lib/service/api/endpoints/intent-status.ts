import { getStatus } from "@/lib/payments/intents/get-status";
import { presentStatus } from "@/lib/payments/intents/present";
import { IntentId, IntentStatusAnswer } from "@/lib/payments/intents/schemas";
import { declarePublic } from "@/lib/service/api/declare";
import { queryOf } from "@/lib/service/api/input";
import { INTENT_ID } from "@/lib/service/api/intent-id";
import { exampleStatus } from "@/lib/service/api/openapi/examples";

export const intentStatus = declarePublic({
  path: "/intent-status",
  tag: "Payment intents",
  cors: true,
  limit: "status",
  operations: {
    GET: {
      id: "getIntentStatus",
      summary: "Get the status of an intent",
      description:
        "Returns the status of an intent. Open to browsers from any origin. Poll about every 2 seconds until `status` is no longer `pending`. The status of an ended intent is final.",
      input: queryOf(IntentId, INTENT_ID),
    },
  },
  answer: {
    schema: IntentStatusAnswer,
    description: "The current state of the intent.",
    example: () => exampleStatus("pending"),
  },
  errors: ["not_found"],
  verb: (ctx, { id }) => getStatus(ctx, id),
  present: presentStatus,
});
