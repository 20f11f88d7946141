import { z } from "zod";
import { PeriodText } from "@/lib/base/time/period-text";
import { TerminalOfCall } from "@/lib/business/terminals/schemas";

/**
 * A date, or a date-time with or without an offset. One pattern: some client generators refuse alternatives of a
 * string.
 */
const PERIOD_PATTERN = "^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}(:\\d{2}(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})?)?)?$";

const START = {
  pattern: PERIOD_PATTERN,
  description:
    "Start of the period, inclusive. ISO 8601 date-time or date. Default: the start of the business day that contains `end`.",
  examples: ["2026-03-01T00:00:00Z", "2026-03-01T09:00:00", "2026-03-01"],
};
const END = {
  pattern: PERIOD_PATTERN,
  description: "End of the period, exclusive. ISO 8601 date-time or date. Default: now.",
  examples: ["2026-03-02T00:00:00Z", "2026-03-01T18:00:00", "2026-03-02"],
};

export const SalesPeriodQuery = z.object({
  start: PeriodText.optional().meta(START),
  end: PeriodText.optional().meta(END),
  terminal_id: TerminalOfCall.optional(),
});

export const SalesPeriodInput = z
  .object({
    start: PeriodText.nullish().meta(START),
    end: PeriodText.nullish().meta(END),
    terminal_id: TerminalOfCall.nullish(),
  })
  .meta({ id: "SalesPeriod", description: "From `start` (inclusive) to `end` (exclusive)." });
export type SalesPeriodInput = z.infer<typeof SalesPeriodInput>;

export const SalesReportAnswer = z
  .object({
    success: z.literal(true),
    merchant_name: z.string(),
    terminal_name: z.string(),
    reconciliation_period: z.object({ start: z.iso.datetime(), end: z.iso.datetime() }).meta({
      description: "From `start` (inclusive) to `end` (exclusive), in UTC.",
    }),
    summary: z.object({
      total_collected: z.number().meta({
        format: "double",
        description:
          "Sum of the paid intents' amounts in USDT, exact to the millionth. Large sums can have more digits than a double holds, so parse it as a decimal.",
        examples: [1234.567891],
      }),
      currency: z.literal("USDT"),
      sales_count: z.number().int().meta({ description: "Number of paid intents." }),
      total_refunded: z.number().meta({
        format: "double",
        description:
          "Sum in USDT of the refunds of the terminal's payments that became final in the period. `total_collected` is the sum before refunds.",
        examples: [20.5],
      }),
      refunds_count: z.number().int().meta({ description: "Number of these refunds." }),
      total_net: z.number().meta({
        format: "double",
        description: "`total_collected` minus `total_refunded`. Negative if more was refunded than collected.",
        examples: [1214.067891],
      }),
    }),
  })
  .meta({ id: "SalesReport", description: "Sales of one terminal." });
