import { presentFeed } from "@/lib/delivery/feed/present";
import { readFeed } from "@/lib/delivery/feed/read";
import { FeedAnswer, FeedQuery, MAX_LIMIT, MAX_WAIT_SECONDS } from "@/lib/delivery/feed/schemas";
import { AFTER_RULE } from "@/lib/delivery/feed/select-page";
import { declareKeyed } from "@/lib/service/api/declare";
import { parametersOf } from "@/lib/service/api/input";
import { exampleFeed } from "@/lib/service/api/openapi/example-feed";

export const events = declareKeyed({
  path: "/events",
  tag: "Events",
  limit: "api",
  scope: "events:read",
  operations: {
    GET: {
      id: "listEvents",
      summary: "List events",
      description: [
        "Returns the events of the key's terminal, or of the whole business for a key for all terminals, in the environment of the key's prefix, oldest first. Every event has one place in this order, and none appears before a place that you have read. Test events aren't part of it.",
        "",
        "To read everything that happens, store `next` once you have processed a page, and send it as `after` of the next request. Repeat at once while `has_more` is true, otherwise with `wait`. A page can have fewer events than `limit`, or none, while `has_more` is true.",
        "",
        "A cursor works as long as its event is kept, which is 180 days. After that, and if the event was lost in a restore of the database or deleted by a reset of the sandbox, the response is 410 `cursor_expired`. Begin again without `after`, and skip events whose `id` you have processed.",
      ].join("\n"),
      input: parametersOf(FeedQuery, {
        code: "invalid_request",
        fields: {
          after: { rule: AFTER_RULE },
          types: { rule: "event types separated by commas, for example payment.success,payment.expired" },
          limit: { rule: `a whole number from 1 to ${MAX_LIMIT}` },
          wait: { rule: `a whole number of seconds from 0 to ${MAX_WAIT_SECONDS}` },
        },
      }),
    },
  },
  answer: { schema: FeedAnswer, description: "A page of events.", example: exampleFeed },
  errors: ["cursor_expired"],
  verb: readFeed,
  present: presentFeed,
});
