import { env } from "@/lib/base/process/env";
import { SalesPeriodInput, SalesPeriodQuery, SalesReportAnswer } from "@/lib/payments/reports/schemas";
import { exampleReport } from "@/lib/service/api/openapi/examples";
import { type OperationDraft, operation } from "@/lib/service/api/openapi/operation";

export const reportOperations = () => [byGet(), byPost()].map(operation);

function byGet(): OperationDraft {
  return {
    ...shared(),
    method: "get",
    operationId: "getTerminalSales",
    summary: "Get terminal sales",
    description: [
      "Returns the sales of the key's terminal and environment from `start` up to, but not including, `end`, by time of payment. Without a period, the report covers the current business day so far.",
      "",
      "A date-time without a UTC offset is in the terminal's time zone. A date stands for the start of that business day.",
      "",
      "To report without gaps, use the `reconciliation_period.end` of one answer as the `start` of the next request. It's slightly earlier than now while payments are being recorded. Each payment is then in exactly one report, unless you request an `end` in the future.",
      "",
      "The same report is available at `/v1/get-terminal-sales` on this host.",
    ].join("\n"),
    query: SalesPeriodQuery,
  };
}

function byPost(): OperationDraft {
  const period = { start: "2026-03-01T00:00:00Z", end: "2026-03-02T00:00:00Z" };
  return {
    ...shared(),
    method: "post",
    operationId: "postTerminalSales",
    summary: "Get terminal sales (POST)",
    description:
      "Returns the same report for a period in a JSON body. Send `{}` or no body for the current business day so far.",
    body: {
      mayBeMissing: true,
      schema: SalesPeriodInput,
      examples: {
        period: { summary: "A specific period.", value: period },
        today: { summary: "The current business day so far.", value: {} },
      },
    },
  };
}

function shared(): Omit<OperationDraft, "method" | "operationId" | "summary" | "description"> {
  return {
    path: "/get-terminal-sales",
    tag: "Reports",
    servers: [`${env().APP_URL}/api/v1`, `${env().APP_URL}/v1`].map((url) => ({ url })),
    needsKey: true,
    limited: false,
    answer: { schema: SalesReportAnswer, description: "The sales report.", example: exampleReport() },
    codes: ["invalid_period"],
  };
}
