import { authenticate } from "@/lib/api/authenticate";
import { parseBody, parseQuery } from "@/lib/api/body";
import { type Call, endpoint } from "@/lib/api/endpoint";
import { serializeSalesReport } from "@/lib/reports/present";
import { salesReport } from "@/lib/reports/sales";
import { SalesPeriodInput } from "@/lib/reports/schemas";

type ReadPeriod = (request: Call["request"]) => SalesPeriodInput | Promise<SalesPeriodInput>;

const report =
  (readPeriod: ReadPeriod) =>
  async ({ request, authenticated }: Call) => {
    const ctx = await authenticate(request);
    authenticated(ctx);
    return { json: serializeSalesReport(await salesReport(ctx, ctx.actor, await readPeriod(request))) };
  };

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  path: "/api/v1/get-terminal-sales",
  GET: report((request) => parseQuery(request, SalesPeriodInput, { body: "invalid_period" })),
  POST: report((request) => parseBody(request, SalesPeriodInput, { body: "invalid_period", none: {} })),
});
