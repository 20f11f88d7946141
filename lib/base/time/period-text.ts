import { z } from "zod";

const MOMENT_WITH_OFFSET = z.iso.datetime({ offset: true });
const LOCAL_MOMENT = z.iso.datetime({ local: true });
const DAY = z.iso.date();

/** One end of a period: an instant, or a local time or business day in the terminal's time zone. */
export type PeriodEnd = { kind: "instant" | "local" | "day"; text: string };

/** ISO 8601: a date-time with or without an offset, or a date. To the millisecond, like the ends in answers. */
export const PeriodText = z.string().transform((text, context): PeriodEnd => {
  // an unescaped plus sign in an offset arrives as a space
  const moment = text.replace(/ (\d\d:?\d\d)$/, "+$1");
  if (MOMENT_WITH_OFFSET.safeParse(moment).success && inRange(moment)) {
    return { kind: "instant", text: new Date(moment).toISOString() };
  }
  if (LOCAL_MOMENT.safeParse(moment).success && inRange(`${moment}Z`)) {
    return { kind: "local", text: moment.replace(/(\.\d{3})\d+$/, "$1") };
  }
  if (DAY.safeParse(moment).success && inRange(moment)) return { kind: "day", text: moment };
  context.addIssue({ code: "custom", message: "must be ISO 8601, for example 2026-03-01T00:00:00Z" });
  return z.NEVER;
});

function inRange(text: string): boolean {
  const year = new Date(text).getUTCFullYear();
  return year >= 1970 && year <= 9998;
}
