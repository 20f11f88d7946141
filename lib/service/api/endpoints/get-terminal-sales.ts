import { withTerminal } from "@/lib/business/terminals/with-terminal";
import { serializeSalesReport } from "@/lib/payments/reports/present";
import { salesReport } from "@/lib/payments/reports/sales";
import { SalesPeriodInput, SalesPeriodQuery, SalesReportAnswer } from "@/lib/payments/reports/schemas";
import { declareKeyed } from "@/lib/service/api/declare";
import { bodyOf, queryOf } from "@/lib/service/api/input";
import { TERMINAL_OF_CALL } from "@/lib/service/api/intent-id";
import { exampleReport } from "@/lib/service/api/openapi/examples";

const MOMENT = { rule: "an ISO 8601 date or date-time, for example 2026-03-01T00:00:00Z" };
const PERIOD = {
  code: "invalid_period",
  fields: { start: MOMENT, end: MOMENT, terminal_id: TERMINAL_OF_CALL },
} as const;

export const getTerminalSales = declareKeyed({
  path: "/get-terminal-sales",
  alsoBelow: "/v1",
  tag: "Reports",
  limit: null,
  scope: "reports:read",
  operations: {
    GET: {
      id: "getTerminalSales",
      summary: "Get terminal sales",
      description: [
        "Returns the sales of the key's terminal and environment from `start` up to, but not including, `end`, by time of payment. Without a period, the report covers the current business day so far.",
        "",
        "A date-time without a UTC offset is in the terminal's time zone. A date stands for the start of that business day.",
        "",
        "To report without gaps, use the `reconciliation_period.end` of one answer as the `start` of the next request. It's slightly earlier than now while payments are being recorded. Each payment is then in exactly one report, unless you request an `end` in the future.",
        "",
        "`total_refunded` is the sum of the refunds of the terminal's payments that became final in the period, also of earlier payments and of late and excess amounts, which aren't in `total_collected`. A refund counts at its block's time and is recorded about a minute later, so the last minutes of a period can still gain refunds. Refunds of money without a payment belong to no terminal and aren't included.",
        "",
        "The same report is available at `/v1/get-terminal-sales` on this host.",
      ].join("\n"),
      input: queryOf(SalesPeriodQuery, PERIOD),
    },
    POST: {
      id: "postTerminalSales",
      summary: "Get terminal sales (POST)",
      description:
        "Returns the same report for a period in a JSON body. Send `{}` or no body for the current business day so far.",
      input: bodyOf(SalesPeriodInput, {
        ...PERIOD,
        none: {},
        examples: {
          period: {
            summary: "A specific period.",
            value: { start: "2026-03-01T00:00:00Z", end: "2026-03-02T00:00:00Z" },
          },
          today: { summary: "The current business day so far.", value: {} },
        },
      }),
    },
  },
  answer: { schema: SalesReportAnswer, description: "The sales report.", example: exampleReport },
  errors: ["invalid_request", "not_found"],
  verb: async (ctx, { terminal_id, ...period }) => {
    const { terminal, environment } = await withTerminal(ctx, terminal_id);
    return salesReport(ctx, { terminalId: terminal.id, environment }, period);
  },
  present: serializeSalesReport,
});
