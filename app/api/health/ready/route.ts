import journal from "@/drizzle/migrations/meta/_journal.json";
import { anonymous } from "@/lib/api/context";
import { readHealth } from "@/lib/jobs/health";

export const dynamic = "force-dynamic";

/** 200 when payments can be taken: the database answers, it has this version's migrations, and timed work is done in time. */
export async function GET() {
  const health = await readHealth(anonymous(), journal.entries.length);
  return Response.json(
    { status: health.ready ? "ok" : "not ready", checks: health.checks, job_lag_seconds: health.jobLagSeconds },
    { status: health.ready ? 200 : 503, headers: { "cache-control": "no-store" } },
  );
}
