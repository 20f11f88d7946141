import { createHash, timingSafeEqual } from "node:crypto";
import { env } from "@/lib/base/process/env";
import { anonymous } from "@/lib/service/api/context";
import { onlyGet } from "@/lib/service/api/only-get";
import { collectMetrics } from "@/lib/service/jobs/collect-metrics";

export const dynamic = "force-dynamic";

/** Prometheus metrics for who knows METRICS_TOKEN; without one there is nothing here. */
export async function GET(request: Request) {
  const token = env().METRICS_TOKEN;
  if (!token) return Response.json({ error: "No such page.", code: "not_found" }, { status: 404 });
  if (!sameText(request.headers.get("authorization") ?? "", `Bearer ${token}`)) {
    return Response.json(
      { error: "Send the metrics token: Authorization: Bearer …", code: "missing_api_key" },
      { status: 401 },
    );
  }
  const { text, contentType } = await collectMetrics(anonymous());
  return new Response(text, { headers: { "content-type": contentType, "cache-control": "no-store" } });
}

function sameText(given: string, expected: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}

export const { POST, PUT, PATCH, DELETE } = onlyGet();
