import { collectDefaultMetrics, Gauge } from "prom-client";
import type { Context } from "@/lib/context";
import { readBusinessFigures } from "@/lib/jobs/business-figures";
import { readHealth } from "@/lib/jobs/service-health";
import { metricsRegistry, metricsText } from "@/lib/metrics";
import { processWide } from "@/lib/process-wide";
import { readChainFigures } from "@/lib/watcher/chain-figures";

/** All metrics in Prometheus' text format, with the current lag of timed work and of the chain. */
export async function collectMetrics(ctx: Context): Promise<{ text: string; contentType: string }> {
  const registry = metricsRegistry();
  const gauges = processWide("metrics.gauges", () => {
    collectDefaultMetrics({ register: registry });
    return {
      jobLag: gauge("till_job_lag_seconds", "How long the oldest due work has waited; -1 when the database is away"),
      chainLag: gauge(
        "till_chain_lag_seconds",
        "Age of the last block in the books; -1 when live is off or never read",
      ),
      backupAge: gauge(
        "till_backup_age_seconds",
        "Age of the last backup; -1 when none was made or the database is away",
      ),
      chainFailures: gauge("till_chain_failures", "Passes over the chain that failed in a row"),
      pending: gauge("till_payments_pending", "Payments that wait for their money", ["environment"]),
      attention: gauge("till_attention_open", "Open items that need attention", ["environment"]),
      deliveries: gauge("till_webhook_deliveries_pending", "Deliveries that wait for an attempt", ["environment"]),
      oldestDelivery: gauge("till_webhook_delivery_oldest_seconds", "Age of the oldest such delivery", ["environment"]),
    };
  });
  const { jobLagSeconds, backupAgeSeconds } = await readHealth(ctx, 0);
  gauges.jobLag.set(jobLagSeconds ?? -1);
  gauges.backupAge.set(backupAgeSeconds ?? -1);
  const chain = await readChainFigures(ctx);
  gauges.chainLag.set(chain?.lagSeconds ?? -1);
  gauges.chainFailures.set(chain?.failures ?? 0);
  const figures = jobLagSeconds === null ? [] : await readBusinessFigures(ctx);
  for (const { environment, ...waits } of figures) {
    gauges.pending.set({ environment }, waits.pending);
    gauges.attention.set({ environment }, waits.attention);
    gauges.deliveries.set({ environment }, waits.deliveries);
    gauges.oldestDelivery.set({ environment }, waits.oldestDeliverySeconds);
  }
  return { text: await metricsText(), contentType: registry.contentType };
}

/** The same value in every process of a cluster. */
function gauge(name: string, help: string, labelNames: string[] = []) {
  return new Gauge({ name, help, labelNames, registers: [metricsRegistry()], aggregator: "max" });
}
