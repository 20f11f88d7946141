import { serializeSalesReport } from "@/lib/payments/reports/present";
import { salesReport } from "@/lib/payments/reports/sales";
import { SalesPeriodInput, SalesPeriodQuery } from "@/lib/payments/reports/schemas";
import { keyEndpoint } from "@/lib/service/api/endpoint";
import { parseBody, parseQuery } from "@/lib/service/api/request";

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
