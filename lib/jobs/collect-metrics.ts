import { collectDefaultMetrics, Gauge } from "prom-client";
import type { Context } from "@/lib/context";
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
      chainFailures: gauge("till_chain_failures", "Passes over the chain that failed in a row"),
    };
  });
  gauges.jobLag.set((await readHealth(ctx, 0)).jobLagSeconds ?? -1);
  const chain = await readChainFigures(ctx);
  gauges.chainLag.set(chain?.lagSeconds ?? -1);
  gauges.chainFailures.set(chain?.failures ?? 0);
  return { text: await metricsText(), contentType: registry.contentType };
}

/** The same value in every process of a cluster. */
function gauge(name: string, help: string) {
  return new Gauge({ name, help, registers: [metricsRegistry()], aggregator: "max" });
}
