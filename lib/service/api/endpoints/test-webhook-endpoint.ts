import { TestEventAnswer } from "@/lib/delivery/endpoints/key-schemas";
import { presentTestEvent } from "@/lib/delivery/endpoints/present";
import { pingKeyEndpoint } from "@/lib/delivery/sending/ping-by-key";
import { declareKeyed } from "@/lib/service/api/declare";
import { endpointPath } from "@/lib/service/api/endpoint-id";
import { noInput } from "@/lib/service/api/input";
import { exampleTestEvent } from "@/lib/service/api/openapi/endpoint-examples";

export const testWebhookEndpoint = declareKeyed({
  path: "/webhook-endpoints/{id}/test",
  tag: "Webhook endpoints",
  limit: "testEvent",
  scope: "webhooks:write",
  operations: {
    POST: {
      id: "testWebhookEndpoint",
      summary: "Send a test event",
      description:
        "Extension. Sends a signed `test.ping` event once to an endpoint that this key created, whether it is subscribed or not, and returns your server's response. It waits up to 10 seconds for the response. A disabled endpoint can't be tested.",
      input: endpointPath(noInput),
    },
  },
  answer: {
    schema: TestEventAnswer,
    description: "How your server responded. `status` says if the event was delivered.",
    example: exampleTestEvent,
  },
  errors: ["not_found", "invalid_transition"],
  verb: (ctx, { id }) => pingKeyEndpoint(ctx, { endpointId: id }),
  wake: () => ({}),
  present: presentTestEvent,
});
