import type { Context } from "@/lib/base/context/context";
import { NEWEST_MIGRATION } from "@/lib/base/db/schema-version";
import { watcherHealth } from "@/lib/chain/nodes/health";
import { nextDeliveryDueMs } from "@/lib/delivery/sending/pending";
import { nextIntentDueMs } from "@/lib/payments/intents/next-due";
import { backupAge } from "@/lib/service/backup/age";

/** Work overdue for longer means that no engine is running. */
const MAX_LAG_SECONDS = 60;

export type Health = {
  /** payments can be created and viewed */
  ready: boolean;
  /** only the first two decide: taking the service out of rotation would not run its jobs any sooner */
  checks: {
    database: boolean;
    migrations: boolean;
    jobs: boolean;
    /** null while live is off */
    chain: boolean | null;
    /**
     * the last backup is recent enough; null when its age isn't watched, and after a first start while there is none
     * yet
     */
    backup: boolean | null;
  };
  /** seconds that the oldest due work has waited; null when the database is unavailable */
  jobLagSeconds: number | null;
  /** without a backup, since the first start; null when it isn't watched or the database is unavailable */
  backupAgeSeconds: number | null;
};

/** Whether this service can take payments now, and the state of its engine and the chain. Never throws. */
export async function readHealth(ctx: Context): Promise<Health> {
  try {
    const [applied] = await ctx.db.sql<[{ newest: number }]>`
      select coalesce(max(created_at), 0)::float8 as newest from drizzle.__drizzle_migrations`;
    const { expiry, demo } = await nextIntentDueMs(ctx);
    const due = [expiry, demo, await nextDeliveryDueMs(ctx)].filter((ms) => ms !== null);
    const jobLagSeconds = Math.max(0, -Math.min(0, ...due) / 1_000);
    const isMigrated = applied.newest >= NEWEST_MIGRATION;
    const backup = await backupAge(ctx);
    const backupAgeSeconds = ctx.settings.backupMaxAgeSeconds === null ? null : backup.seconds;
    const checks = {
      database: true,
      migrations: isMigrated,
      jobs: jobLagSeconds < MAX_LAG_SECONDS,
      chain: await isChainRead(ctx),
      backup: backup.isRecent,
    };
    return { ready: isMigrated, checks, jobLagSeconds, backupAgeSeconds };
  } catch {
    const chain = ctx.settings.network ? false : null;
    const checks = { database: false, migrations: false, jobs: false, chain, backup: null };
    return { ready: false, checks, jobLagSeconds: null, backupAgeSeconds: null };
  }
}

async function isChainRead({ db, settings }: Context): Promise<boolean | null> {
  const { network, watcher } = settings;
  if (!network) return null;
  return (await watcherHealth(db.sql, network.id, watcher)).isHealthy;
}
