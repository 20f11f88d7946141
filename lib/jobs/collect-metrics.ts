import { collectDefaultMetrics, Gauge } from "prom-client";
import type { Context } from "@/lib/context";
import { readHealth } from "@/lib/jobs/health";
import { metricsRegistry, metricsText } from "@/lib/metrics";
import { processWide } from "@/lib/process-wide";

/** Everything that is counted, in Prometheus' text format, with the lag of timed work read just now. */
export async function collectMetrics(ctx: Context): Promise<{ text: string; contentType: string }> {
  const registry = metricsRegistry();
  const lag = processWide("metrics.jobLag", () => {
    collectDefaultMetrics({ register: registry });
    return new Gauge({
      name: "till_job_lag_seconds",
      help: "How long the oldest due work has waited; -1 when the database is away",
      registers: [registry],
      // every process of a cluster reads the same lag
      aggregator: "max",
    });
  });
  lag.set((await readHealth(ctx, 0)).jobLagSeconds ?? -1);
  return { text: await metricsText(), contentType: registry.contentType };
}
