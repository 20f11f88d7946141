import type { Context } from "@/lib/context";
import { nextIntentDueMs } from "@/lib/intents/next-due";
import { nextDeliveryDueMs } from "@/lib/webhooks/next-due";

/** Work that is this long overdue means that no engine is doing it. */
const MAX_LAG_SECONDS = 60;

export type Health = {
  ready: boolean;
  checks: { database: boolean; migrations: boolean; jobs: boolean };
  /** seconds that the oldest due work has waited; null when the database is away */
  jobLagSeconds: number | null;
};

/** Whether this service can take payments now. Never throws. */
export async function readHealth(ctx: Context, migrations: number): Promise<Health> {
  try {
    const [applied] = await ctx.db.sql<[{ count: number }]>`
      select count(*)::int as count from drizzle.__drizzle_migrations`;
    const { expiry, demo } = await nextIntentDueMs(ctx);
    const due = [expiry, demo, await nextDeliveryDueMs(ctx)].filter((ms) => ms !== null);
    const jobLagSeconds = Math.max(0, -Math.min(0, ...due) / 1_000);
    const checks = { database: true, migrations: applied.count >= migrations, jobs: jobLagSeconds < MAX_LAG_SECONDS };
    return { ready: Object.values(checks).every(Boolean), checks, jobLagSeconds };
  } catch {
    return { ready: false, checks: { database: false, migrations: false, jobs: false }, jobLagSeconds: null };
  }
}
