import { z } from "zod";
import { PeriodText } from "@/lib/base/time/period-text";

/** Digits behind the millisecond that aren't all zeros. */
const FINER = /\.\d{3}\d*[1-9]/;

/**
 * An ISO 8601 instant with its offset, as the text of a whole millisecond in UTC. A finer one is rounded up, so that
 * comparing a stored time with it is the same as comparing the milliseconds that answers show of that time.
 */
export const InstantText = z.string().transform((text, context): string => {
  const end = PeriodText.safeParse(text).data;
  if (end?.kind === "instant") return new Date(Date.parse(end.text) + (FINER.test(text) ? 1 : 0)).toISOString();
  context.addIssue({ code: "custom", message: "must be an ISO 8601 date-time with its offset" });
  return z.NEVER;
});
