import { anonymous } from "@/lib/service/api/context";
import { sharedStore } from "@/lib/service/api/limits/shared-store";
import { isStoreUnavailable } from "@/lib/service/api/limits/store-state";
import { onlyGet } from "@/lib/service/api/only-get";
import { checkDiskSpace } from "@/lib/service/jobs/disk";
import { logHealthChanges } from "@/lib/service/jobs/log-health-changes";
import { readHealth } from "@/lib/service/jobs/service-health";

export const dynamic = "force-dynamic";

/**
 * 200 when payments can be created and looked at: the database answers and has this version's migrations. How the
 * engine, the chain, the last backup, the store of the limits and the disk stand is in the answer, and in the log when
 * it changes.
 */
export async function GET() {
  const { ready, checks, jobLagSeconds } = await readHealth(anonymous());
  const details = { jobs: checks.jobs, chain: checks.chain, backup: checks.backup, limits: limits(), disk: disk() };
  if (checks.database) logHealthChanges(details);
  return Response.json(
    { status: ready ? "ok" : "not ready", checks: { ...checks, ...details }, job_lag_seconds: jobLagSeconds },
    { status: ready ? 200 : 503, headers: { "cache-control": "no-store" } },
  );
}

/** null without a shared store */
const limits = () => (sharedStore() ? !isStoreUnavailable() : null);

/** null where there is no data folder */
function disk(): boolean | null {
  return checkDiskSpace(anonymous().settings.dataFolder)?.isEnough ?? null;
}

export const { POST, PUT, PATCH, DELETE } = onlyGet();
