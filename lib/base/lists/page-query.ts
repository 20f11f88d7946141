import { z } from "zod";

/** What the lists of the API have in common. */

const DEFAULT_LIMIT = 20;
const LIMIT_MAX = 100;

/** What the error about a cursor says that it must be. */
export const AFTER_RULE =
  "the next of a page that a key of the same business, terminal and environment has received with the same filters";
export const LIMIT_RULE = `a whole number from 1 to ${LIMIT_MAX}`;

export const After = z.string().max(100).optional().meta({ description: "The `next` of the page before." });

/** `things`: "Intents" */
export function pageLimit(things: string) {
  return z
    .string()
    .regex(/^[1-9]\d{0,2}$/)
    .transform(Number)
    .refine((limit) => limit <= LIMIT_MAX)
    .default(DEFAULT_LIMIT)
    .meta({
      description: `${things} per page, from 1 to ${LIMIT_MAX}. Default: ${DEFAULT_LIMIT}.`,
      type: "integer",
      minimum: 1,
      maximum: LIMIT_MAX,
    });
}

/** The page of the API whose items are described by `item`. */
export function pageAnswer<S extends z.ZodType>(item: S) {
  return {
    data: z.array(item).meta({ description: "Newest first." }),
    has_more: z.boolean().meta({ description: "Whether there is another page." }),
    next: z
      .string()
      .nullable()
      .meta({ description: "Send it as `after` for the next page, with the same filters. `null` on the last page." }),
  };
}
