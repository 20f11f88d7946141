import { onlyGet } from "@/lib/service/api/only-get";

export const dynamic = "force-dynamic";

/** The process runs. */
export function GET() {
  return Response.json({ status: "ok" }, { headers: { "cache-control": "no-store" } });
}

export const { POST, PUT, PATCH, DELETE } = onlyGet();
