import { z } from "zod";

const MOMENT_WITH_OFFSET = z.iso.datetime({ offset: true });
const LOCAL_MOMENT = z.iso.datetime({ local: true });
const DAY = z.iso.date();

/** One end of a period: an instant, or a local time or business day of the terminal's zone. */
export type PeriodEnd = { kind: "instant" | "local" | "day"; text: string };

/** ISO 8601: a date-time with or without an offset, or a date. */
export const PeriodText = z.string().transform((text, context): PeriodEnd => {
  // an unescaped plus sign of an offset arrives as a space
  const moment = text.replace(/ (\d\d:?\d\d)$/, "+$1");
  if (MOMENT_WITH_OFFSET.safeParse(moment).success && inRange(moment)) {
    return { kind: "instant", text: new Date(moment).toISOString() };
  }
  if (LOCAL_MOMENT.safeParse(moment).success && inRange(`${moment}Z`)) return { kind: "local", text: moment };
  if (DAY.safeParse(moment).success && inRange(moment)) return { kind: "day", text: moment };
  context.addIssue({ code: "custom", message: "must be ISO 8601, for example 2026-03-01T00:00:00Z" });
  return z.NEVER;
});
const periodEnd = PeriodText.optional();

function inRange(text: string): boolean {
  const year = new Date(text).getUTCFullYear();
  return year >= 1970 && year <= 9998;
}

/** The forms that a moment is taken in, beside `type: string`, so that a generator of typed clients makes text of it. */
const PERIOD_FORMS = [
  { format: "date-time" },
  { format: "date" },
  { pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(:\\d{2}(\\.\\d+)?)?$" },
];

export const SalesPeriodInput = z
  .object({
    start: periodEnd.meta({
      anyOf: PERIOD_FORMS,
      description:
        "First moment that counts, ISO 8601 date-time or date. Default: the beginning of the business day that `end` lies in.",
      examples: ["2026-03-01T00:00:00Z", "2026-03-01T09:00:00", "2026-03-01"],
    }),
    end: periodEnd.meta({
      anyOf: PERIOD_FORMS,
      description: "First moment that no longer counts, ISO 8601 date-time or date. Default: now.",
      examples: ["2026-03-02T00:00:00Z", "2026-03-01T18:00:00", "2026-03-02"],
    }),
  })
  .meta({ id: "SalesPeriod", description: "From `start` until just before `end`." });
export type SalesPeriodInput = z.infer<typeof SalesPeriodInput>;

export const SalesReportAnswer = z
  .object({
    success: z.literal(true),
    merchant_name: z.string(),
    terminal_name: z.string(),
    reconciliation_period: z
      .object({ start: z.iso.datetime(), end: z.iso.datetime() })
      .meta({ description: "From `start` until just before `end`, in UTC." }),
    summary: z.object({
      total_collected: z.number().meta({
        format: "double",
        description:
          "Sum of the paid intents' amounts in USDT, exact to the millionth. A large sum may have more digits than a double holds: read it as a decimal.",
        examples: [1234.567891],
      }),
      currency: z.literal("USDT"),
      sales_count: z.number().int().meta({ description: "How many intents were paid." }),
    }),
  })
  .meta({ id: "SalesReport", description: "What one terminal collected." });
