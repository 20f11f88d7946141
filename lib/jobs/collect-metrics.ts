import { collectDefaultMetrics, Gauge } from "prom-client";
import type { Context } from "@/lib/context";
import { readHealth } from "@/lib/jobs/health";
import { metricsRegistry } from "@/lib/metrics";
import { processWide } from "@/lib/process-wide";

/** Everything that is counted in this process, in Prometheus' text format, with the lag of timed work read just now. */
export async function collectMetrics(ctx: Context): Promise<{ text: string; contentType: string }> {
  const registry = metricsRegistry();
  const lag = processWide("metrics.jobLag", () => {
    collectDefaultMetrics({ register: registry });
    return new Gauge({
      name: "till_job_lag_seconds",
      help: "How long the oldest due work has waited; -1 when the database is away",
      registers: [registry],
    });
  });
  lag.set((await readHealth(ctx, 0)).jobLagSeconds ?? -1);
  return { text: await registry.metrics(), contentType: registry.contentType };
}
