import { z } from "zod";
import { EVENT_TYPES, type EventType, TEST_EVENT } from "@/lib/delivery/events/catalog";

/** The types of the feed: test events are sent to one endpoint only. */
const FEED_TYPES = EVENT_TYPES.filter((type) => type !== TEST_EVENT);

export const MAX_LIMIT = 100;
/** Shorter than the time after which common proxies end a silent request. */
export const MAX_WAIT_SECONDS = 25;

/** A whole number in digits, without a sign, a point or an exponent. */
const wholeNumber = (min: number, max: number, usual: number) =>
  z.preprocess(
    (text) => (typeof text === "string" && /^\d{1,9}$/.test(text) ? Number(text) : text),
    z.number().int().min(min).max(max).default(usual),
  );

const isFeedType = (text: string) => FEED_TYPES.some((type) => type === text);

export const FeedQuery = z.object({
  after: z
    .string()
    .max(100)
    .optional()
    .meta({
      description:
        "The `next` of the previous response, or `latest` for the place behind the newest event. Default: before the oldest event that is kept.",
      examples: ["latest"],
    }),
  types: z
    .string()
    .refine((text) => text.split(",").every(isFeedType))
    .transform((text) => text.split(",") as EventType[])
    .optional()
    .meta({
      description: `Only events of these types, separated by commas: ${FEED_TYPES.map((type) => `\`${type}\``).join(", ")}. Default: all of them.`,
      examples: ["payment.success,payment.expired"],
    }),
  limit: wholeNumber(1, MAX_LIMIT, MAX_LIMIT).meta({ description: "The most events to return." }),
  wait: wholeNumber(0, MAX_WAIT_SECONDS, 0).meta({
    description: "If there is no event, wait so many seconds for one. The response is sent as soon as there is one.",
  }),
});
export type FeedQuery = z.infer<typeof FeedQuery>;

export const FeedAnswer = z
  .object({
    data: z.array(
      z
        .object({
          id: z.uuid().meta({ description: "The event's ID, the same as in `webhook-id`." }),
          type: z.enum(FEED_TYPES as [EventType, ...EventType[]]).meta({ description: "The event's type." }),
          created_at: z.iso.datetime().meta({ description: "When the event happened." }),
          terminal_id: z
            .uuid()
            .nullable()
            .meta({ description: "The terminal; null for an event of the whole business." }),
          body: z
            .string()
            .meta({ description: "The JSON text that a webhook about this event carries, byte for byte." }),
        })
        .meta({ id: "FeedEvent" }),
    ),
    has_more: z.boolean().meta({ description: "True if there are events behind `next`." }),
    next: z.string().nullable().meta({
      description:
        "The place behind the last event that was looked at, for `after` of the next request. Null if there is no event yet.",
    }),
  })
  .meta({ id: "EventPage", description: "Events, oldest first." });
export type FeedAnswer = z.infer<typeof FeedAnswer>;
