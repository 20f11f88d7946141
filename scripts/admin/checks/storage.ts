import path from "node:path";
import journal from "@/drizzle/migrations/meta/_journal.json";
import { systemContext } from "@/lib/base/context/context";
import { ignoredParameters } from "@/lib/base/db/client";
import { type UnchangeableSetting, unchangeableSettings } from "@/lib/base/db/unchangeable-settings";
import { countByKey } from "@/lib/base/encryption/count-by-key";
import { adminCommand } from "@/lib/base/process/admin-command";
import { env } from "@/lib/base/process/env";
import { currentKeyId } from "@/lib/base/process/secrets";
import { listUnknownZones, type UnknownZone } from "@/lib/business/merchants/unknown-zones";
import { backupAge } from "@/lib/service/backup/age";
import { checkDiskSpace } from "@/lib/service/jobs/disk";
import { readHealth } from "@/lib/service/jobs/service-health";
import type { Service } from "@/lib/service/server/boot";
import { type Check, fail, ok, warn } from "@/scripts/admin/checks/check";

const MAX_CLOCK_SKEW_MS = 2_000;
export const FIRST_BACKUP = `Run ${adminCommand("backup")} every day, or set BACKUP_MAX_AGE_HOURS=0 if the database is backed up otherwise.`;

export function checkDisk(root: string): Check {
  const folder = path.resolve(root, env().DATA_DIR);
  const disk = checkDiskSpace(folder);
  if (!disk) return ok("disk", `${folder} will be created on the first start`);
  const detail = `${(disk.freeBytes / 1024 ** 3).toFixed(1)} GiB free in ${folder}`;
  return disk.isEnough ? ok("disk", detail) : fail("disk", detail, "Free at least 1 GiB, or the database will stop.");
}

export async function checkDatabase({ db, embedded }: Service): Promise<Check[]> {
  const before = Date.now();
  const [row] = await db.sql<[{ now: Date; version: string }]>`
    select clock_timestamp() as now, current_setting('server_version') as version`;
  const skewMs = Math.round(row.now.getTime() - (before + Date.now()) / 2);
  const { checks, jobLagSeconds } = await readHealth(systemContext(db, "doctor"));
  const clocks = `this machine and the database are ${Math.abs(skewMs)} ms apart`;
  const migrations = `this version's latest is ${journal.entries.at(-1)?.tag}`;
  const lag = `the oldest job is ${Math.round(jobLagSeconds ?? 0)} s overdue`;
  return [
    ok("database", `PostgreSQL ${row.version}${embedded ? ", embedded" : ""}`),
    Math.abs(skewMs) <= MAX_CLOCK_SKEW_MS
      ? ok("clock", clocks)
      : fail("clock", clocks, "Set both clocks by a time server (NTP)."),
    checks.migrations ? ok("migrations", migrations) : fail("migrations", migrations, "Start Till, or run migrate."),
    checks.jobs
      ? ok("jobs", jobLagSeconds ? lag : "nothing is overdue")
      : fail("jobs", lag, "Is the service running, and one process with an engine (TILL_ROLE, JOBS_DRIVER)?"),
  ];
}

/** What of the server's settings Till can't set, and parameters of URLs that have no effect. */
export async function checkSettings({ db }: Service): Promise<Check[]> {
  const { DATABASE_DIRECT_URL } = env();
  const found = await unchangeableSettings(db.sql, DATABASE_DIRECT_URL !== undefined);
  const ignored = ignoredParameters().map(({ variable, ignored: names }) =>
    ok("database", `${variable}: without effect here: ${names.join(", ")}`),
  );
  if (found.length === 0) return [ok("database", "Till sets all settings that it relies on"), ...ignored];
  return [...found.map(judgeSetting), ...ignored];
}

/** A setting that differs from what Till was made for. */
export function judgeSetting({ name, value }: UnchangeableSetting): Check {
  const detail = `${name} is ${value}`;
  if (name === "idle_session_timeout") {
    const todo = "alter role till set idle_session_timeout = 0; with the name of Till's role";
    return warn("database", `${detail}, which cuts the pooler's connections`, `Run: ${todo}.`);
  }
  if (name.startsWith("enable_")) {
    const todo = `alter role till reset ${name}; and the same for the database and the server's configuration.`;
    return warn(
      "database",
      `${detail}, so queries of large tables can be slow`,
      `Run, with the name of Till's role: ${todo}`,
    );
  }
  if (name === "session_replication_role") {
    return fail(
      "database",
      `${detail}, so triggers don't run`,
      "Run as an administrator: alter role till reset session_replication_role;",
    );
  }
  const todo = `Set ${name} = on in the server's configuration.`;
  return fail("database", `${detail}: a power failure can destroy the database`, todo);
}

/** Fails when PostgreSQL doesn't know the time zone of a business or terminal, whose figures then can't be computed. */
export async function checkZones({ db }: Service): Promise<Check> {
  const unknown = await listUnknownZones(systemContext(db, "doctor"));
  if (unknown.length === 0) return ok("zones", "PostgreSQL knows all time zones that are used");
  return fail(
    "zones",
    `PostgreSQL doesn't know ${unknown.map(describeZone).join(", ")}`,
    "Choose others in the settings of the business or terminal, or install the time zones on the database's server " +
      "(Debian and Ubuntu: tzdata-legacy) and restart PostgreSQL.",
  );
}

function describeZone({ merchant, terminal, zone }: UnknownZone): string {
  return `${zone} of ${terminal === null ? `the business ${merchant}` : `the terminal ${terminal} of ${merchant}`}`;
}

/** Says whether the old keys are still needed. The service can't be opened if no key decrypts a secret. */
export async function checkSecrets({ db }: Service): Promise<Check> {
  const counts = await countByKey(systemContext(db, "doctor"));
  const old = counts.filter(({ keyId }) => keyId !== currentKeyId()).reduce((sum, { rows }) => sum + rows, 0);
  if (old === 0) return ok("secrets", "all encrypted with ENCRYPTION_KEY");
  return warn("secrets", `${old} still need a key from ENCRYPTION_KEYS_OLD`, "Run re-encrypt.");
}

/**
 * Fails when the last backup is too old, or when there is none as long after the first start. Before that, it warns.
 */
export async function checkBackup({ db }: Service): Promise<Check> {
  const most = env().BACKUP_MAX_AGE_HOURS;
  if (most === 0) return ok("backup", "its age isn't watched: BACKUP_MAX_AGE_HOURS is 0");
  const { isMissing, seconds, isRecent } = await backupAge(systemContext(db, "doctor"));
  if (isMissing) return (isRecent === false ? fail : warn)("backup", "there is no backup", FIRST_BACKUP);
  const detail = `the last one is ${((seconds ?? 0) / 3_600).toFixed(1)} hours old`;
  return isRecent ? ok("backup", detail) : fail("backup", detail, `Run backup. Up to ${most} hours are fine.`);
}
