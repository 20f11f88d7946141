import { exampleReport } from "@/lib/api/openapi/examples";
import { type OperationDraft, operation } from "@/lib/api/openapi/operation";
import { env } from "@/lib/env";
import { SalesPeriodInput, SalesReportAnswer } from "@/lib/reports/schemas";

export const reportOperations = () => [byGet(), byPost()].map(operation);

function byGet(): OperationDraft {
  return {
    ...shared(),
    method: "get",
    operationId: "getTerminalSales",
    summary: "Read a terminal's takings",
    description: [
      "What the key's terminal collected in the key's environment from `start` until just before `end`, by the moment of payment. Without either, it is the terminal's business day so far.",
      "",
      "A moment with an offset is taken as it is. A date-time without one is in the terminal's time zone, and a date is the beginning of that business day. One report's `end` is the next one's `start`.",
      "",
      "The path `/v1/get-terminal-sales` of this host answers the same.",
    ].join("\n"),
    query: SalesPeriodInput,
  };
}

function byPost(): OperationDraft {
  const period = { start: "2026-03-01T00:00:00Z", end: "2026-03-02T00:00:00Z" };
  return {
    ...shared(),
    method: "post",
    operationId: "postTerminalSales",
    summary: "Read a terminal's takings, asked by POST",
    description: "The same report, with the period in a JSON body; `{}` or no body asks for the business day so far.",
    body: {
      mayBeMissing: true,
      schema: SalesPeriodInput,
      examples: {
        period: { summary: "A period.", value: period },
        today: { summary: "The business day so far.", value: {} },
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
    answer: { schema: SalesReportAnswer, description: "The report.", example: exampleReport() },
    codes: ["invalid_period"],
  };
}
