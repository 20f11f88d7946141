import path from "node:path";
import journal from "@/drizzle/migrations/meta/_journal.json";
import { sharedStore } from "@/lib/api/limits/shared-store";
import { backupAge } from "@/lib/backup/age";
import { watcherHealth } from "@/lib/chain/health";
import { probeProviders } from "@/lib/chain/probe";
import { getsKey } from "@/lib/chain/rpc-secrets";
import { findSendFault } from "@/lib/chain/send-transaction";
import { systemContext } from "@/lib/context";
import { countByKey } from "@/lib/encryption/count-by-key";
import { EnvError, env } from "@/lib/env";
import { checkDiskSpace } from "@/lib/jobs/disk";
import { readHealth } from "@/lib/jobs/service-health";
import { hasTraffic } from "@/lib/network";
import { currentKeyId } from "@/lib/secrets";
import { openService, type Service } from "@/lib/server/boot";
import { readSettings } from "@/lib/settings";

/** `warns`: it works, but could be improved. */
type Check = { name: string; ok: boolean; detail: string; warns?: true };

const MAX_CLOCK_SKEW_MS = 2_000;
const REACH_MS = 5_000;

/** Prints a line for each check. The exit code is 1 if one fails. */
export async function doctor(root: string): Promise<void> {
  const checks: Check[] = [checkDisk(root)];
  try {
    const service = await openService(root, { create: false, migrate: false });
    checks.push(...(await checkDatabase(service)));
    checks.push(await checkSecrets(service));
    checks.push(await checkBackup(service));
    checks.push(await checkReach());
    checks.push(...(await checkNodes()));
    checks.push(...(await checkSending()));
    checks.push(await checkChain(service));
    checks.push(await checkLimits());
    await service.close();
  } catch (error) {
    checks.push({
      name: error instanceof EnvError ? "settings" : "database",
      ok: false,
      detail: error instanceof Error ? error.message : String(error),
    });
  }
  for (const check of checks) console.log(`${markOf(check)}  ${check.name.padEnd(11)} ${check.detail}`);
  process.exitCode = checks.every((check) => check.ok) ? 0 : 1;
}

function markOf({ ok, warns }: Check): string {
  if (!ok) return "FAIL";
  return warns ? "warn" : "ok  ";
}

/** One line per TRON node, and one for each warning about it. */
async function checkNodes(): Promise<Check[]> {
  const { network, tronApiKey: apiKey } = readSettings();
  if (!network) return [];
  const reports = await probeProviders(network, {
    ...{ apiKey, timeoutMs: REACH_MS, hasTraffic: hasTraffic(network) },
  });
  return reports.flatMap(({ host, problem, warnings }): Check[] => [
    { name: "node", ok: problem === null, detail: problem ?? `${host} responds for ${network.id}` },
    ...warnings.map((warning) => ({ name: "node", ok: true, warns: true as const, detail: `${host}: ${warning}` })),
  ]);
}

/** One line per node that should take the transactions that owners sign in the dashboard. Payments come in without. */
async function checkSending(): Promise<Check[]> {
  const { network, tronApiKey } = readSettings();
  const checks = (network?.httpUrls ?? []).map(async (url): Promise<Check> => {
    const apiKey = getsKey(url, network?.httpUrls ?? []) ? tronApiKey : undefined;
    const fault = await findSendFault(url, { apiKey, timeoutMs: REACH_MS });
    return fault === null
      ? { name: "sending", ok: true, detail: `${new URL(url).host} takes transactions` }
      : {
          ...{ name: "sending", ok: true, warns: true },
          detail: `${fault}. Refunds and sweeps can't be sent from the dashboard through it. Set TRON_HTTP_URLS.`,
        };
  });
  return Promise.all(checks);
}

async function checkDatabase({ db, embedded }: Service): Promise<Check[]> {
  const before = Date.now();
  const [row] = await db.sql<[{ now: Date; version: string }]>`
    select clock_timestamp() as now, current_setting('server_version') as version`;
  const skewMs = Math.round(row.now.getTime() - (before + Date.now()) / 2);
  const health = await readHealth(systemContext(db, "doctor"), journal.entries.length);
  const lag = health.jobLagSeconds ?? 0;
  return [
    { name: "database", ok: true, detail: `PostgreSQL ${row.version}${embedded ? ", embedded" : ""}` },
    {
      name: "clock",
      ok: Math.abs(skewMs) <= MAX_CLOCK_SKEW_MS,
      detail: `this machine and the database are ${Math.abs(skewMs)} ms apart`,
    },
    { name: "migrations", ok: health.checks.migrations, detail: `${journal.entries.length} known to this version` },
    {
      name: "jobs",
      ok: health.checks.jobs,
      detail:
        lag === 0 ? "nothing is overdue" : `the oldest job is ${Math.round(lag)} s overdue. Is the service running?`,
    },
  ];
}

/** Says whether the old keys are still needed. `openService` fails if no key can decrypt a secret. */
async function checkSecrets({ db }: Service): Promise<Check> {
  const counts = await countByKey(systemContext(db, "doctor"));
  const old = counts.filter(({ keyId }) => keyId !== currentKeyId()).reduce((sum, { rows }) => sum + rows, 0);
  return {
    name: "secrets",
    ok: true,
    detail:
      old === 0
        ? "all encrypted with ENCRYPTION_KEY"
        : `${old} still need a key from ENCRYPTION_KEYS_OLD. Run re-encrypt.`,
  };
}

/** A database that is backed up otherwise has no backup here: that is a warning, an old one is a failure. */
async function checkBackup({ db }: Service): Promise<Check> {
  const name = "backup";
  const most = env().BACKUP_MAX_AGE_HOURS;
  if (most === 0) return { name, ok: true, detail: "its age isn't watched: BACKUP_MAX_AGE_HOURS is 0" };
  const { seconds, isRecent } = await backupAge(systemContext(db, "doctor"));
  if (seconds === null) {
    const detail =
      "none was made yet. Run backup every day, or set BACKUP_MAX_AGE_HOURS=0 if the database is backed up otherwise.";
    return { name, ok: true, warns: true, detail };
  }
  const detail = `the last one is ${(seconds / 3_600).toFixed(1)} hours old`;
  return {
    name,
    ok: isRecent !== false,
    detail: isRecent === false ? `${detail}, more than ${most}. Run backup.` : detail,
  };
}

async function checkChain({ db }: Service): Promise<Check> {
  const { network, watcher } = readSettings();
  if (!network) return { name: "chain", ok: true, detail: "live payments are off: TRON_RPC_URLS is not set" };
  const { isHealthy, reasonText, cursor, lagSeconds } = await watcherHealth(db.sql, network.id, watcher);
  const detail = isHealthy
    ? `${network.id} read up to block ${cursor?.blockNumber}, ${lagSeconds} s old`
    : `${reasonText}`;
  return { name: "chain", ok: isHealthy, detail };
}

function checkDisk(root: string): Check {
  const folder = path.resolve(root, env().DATA_DIR);
  const disk = checkDiskSpace(folder);
  if (!disk) return { name: "disk", ok: true, detail: `${folder} will be created on the first start` };
  return {
    name: "disk",
    ok: disk.isEnough,
    detail: `${(disk.freeBytes / 1024 ** 3).toFixed(1)} GiB free in ${folder}`,
  };
}

async function checkLimits(): Promise<Check> {
  const name = "limits";
  const store = sharedStore();
  if (!store) return { name, ok: true, detail: "counted in each process: REDIS_URL is not set" };
  try {
    await store.get("till:doctor");
    return { name, ok: true, detail: "the shared store responds" };
  } catch (error) {
    return {
      name,
      ok: false,
      detail: `the shared store doesn't respond: ${(error as Error).message}`,
    };
  }
}

async function checkReach(): Promise<Check> {
  const url = `${env().APP_URL}/api/health/live`;
  try {
    const { status } = await fetch(url, { signal: AbortSignal.timeout(REACH_MS), redirect: "manual" });
    return { name: "APP_URL", ok: status === 200, detail: `${url} returns ${status}` };
  } catch {
    return {
      name: "APP_URL",
      ok: false,
      detail: `${url} doesn't respond. Is the service running, and is the URL right?`,
    };
  }
}
