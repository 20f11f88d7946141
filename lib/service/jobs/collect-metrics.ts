import { Gauge, Registry } from "prom-client";
import type { Context } from "@/lib/base/context/context";
import { metricsText } from "@/lib/base/process/metrics";
import { readBusinessFigures } from "@/lib/service/jobs/business-figures";
import { readHealth } from "@/lib/service/jobs/service-health";
import { readChainFigures } from "@/lib/settlement/watcher/chain-figures";

/**
 * All metrics in Prometheus' text format: what the processes have counted, and what the database says at this moment.
 */
export async function collectMetrics(ctx: Context): Promise<{ text: string; contentType: string }> {
  const registry = await readDatabaseFigures(ctx);
  return { text: (await metricsText()) + (await registry.metrics()), contentType: registry.contentType };
}

/**
 * In a registry of their own, so that only the process that answers reports them, and nothing is left of an earlier
 * scrape.
 */
async function readDatabaseFigures(ctx: Context): Promise<Registry> {
  const registry = new Registry();
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers: [registry] });

  const jobLag = gauge(
    "till_job_lag_seconds",
    "How long the oldest due work has waited; -1 when the database is unavailable",
  );
  const backupAge = gauge(
    "till_backup_age_seconds",
    "Age of the last backup, or time since the first start without one; -1 when it isn't watched or the database is unavailable",
  );
  const backupMaxAge = gauge(
    "till_backup_max_age_seconds",
    "Age from which the last backup is too old: BACKUP_MAX_AGE_HOURS; 0 when it isn't watched",
  );
  const { jobLagSeconds, backupAgeSeconds } = await readHealth(ctx);
  jobLag.set(jobLagSeconds ?? -1);
  backupAge.set(backupAgeSeconds ?? -1);
  backupMaxAge.set(ctx.settings.backupMaxAgeSeconds ?? 0);

  const chainLag = gauge("till_chain_lag_seconds", "Age of the last recorded block; -1 when live is off or never read");
  const chainFailures = gauge("till_chain_failures", "Consecutive failed passes over the blockchain");
  const chain = await readChainFigures(ctx);
  chainLag.set(chain?.lagSeconds ?? -1);
  chainFailures.set(chain?.failures ?? 0);

  const byEnvironment = (name: string, help: string) => gauge(name, help, ["environment"]);
  const pending = byEnvironment("till_payments_pending", "Pending payments");
  const attention = byEnvironment("till_attention_open", "Open items that need attention");
  const deliveries = byEnvironment("till_webhook_deliveries_pending", "Deliveries that wait for an attempt");
  const oldestDelivery = byEnvironment("till_webhook_delivery_oldest_seconds", "Age of the oldest such delivery");
  const figures = jobLagSeconds === null ? [] : await readBusinessFigures(ctx);
  for (const { environment, ...waits } of figures) {
    pending.set({ environment }, waits.pending);
    attention.set({ environment }, waits.attention);
    deliveries.set({ environment }, waits.deliveries);
    oldestDelivery.set({ environment }, waits.oldestDeliverySeconds);
  }
  return registry;
}
