import { keyEndpoint } from "@/lib/api/endpoint";
import { parseBody, parseQuery } from "@/lib/api/request";
import { serializeSalesReport } from "@/lib/reports/present";
import { salesReport } from "@/lib/reports/sales";
import { SalesPeriodInput, SalesPeriodQuery } from "@/lib/reports/schemas";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = keyEndpoint({
  path: "/api/v1/get-terminal-sales",
  limit: null,
  input: {
    GET: (request) => parseQuery(request, SalesPeriodQuery, { body: "invalid_period" }),
    POST: (request) => parseBody(request, SalesPeriodInput, { body: "invalid_period", none: {} }),
  },
  verb: (ctx, period) => salesReport(ctx, ctx.actor, period),
  present: serializeSalesReport,
});
