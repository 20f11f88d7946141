import {
  AggregatorRegistry,
  Counter,
  collectDefaultMetrics,
  Histogram,
  type MetricObject,
  Registry,
} from "prom-client";
import { processWide } from "@/lib/base/process/process-wide";

/**
 * What this process counts. Figures of the database are not among them: every process would report them at another
 * time.
 */
function metricsRegistry() {
  return processWide("metrics.registry", () => new Registry());
}

/** With the standard metrics of a Node.js process, collected from the first scrape on. */
function scrapedRegistry() {
  return processWide("metrics.scraped", () => {
    const registry = metricsRegistry();
    collectDefaultMetrics({ register: registry });
    return registry;
  });
}

/** What this process reports when another one of its cluster answers. */
export function processMetrics(): Promise<MetricObject[]> {
  return scrapedRegistry().getMetricsAsJSON();
}

/** The sum of what several processes report, in Prometheus' text format. */
export function mergeMetrics(reports: MetricObject[][]): Promise<string> {
  return AggregatorRegistry.aggregate(reports).metrics();
}

/** What several processes have counted, as one report. What they only measure, such as memory, is left out. */
export function sumCounts(reports: MetricObject[][]): Promise<MetricObject[]> {
  const counts = reports.map((report) => report.filter(({ type }) => String(type) !== "gauge"));
  return AggregatorRegistry.aggregate(counts).getMetricsAsJSON();
}

type CollectAll = () => Promise<string>;

const clusterSlot = () => processWide("metrics.cluster", () => ({ collect: null as CollectAll | null }));

/** A worker of a cluster answers for all of its processes; null: for itself. */
export function setClusterMetrics(collect: CollectAll | null): void {
  clusterSlot().collect = collect;
}

/** Everything that is counted, in Prometheus' text format: of this process, or of the whole cluster it belongs to. */
export function metricsText(): Promise<string> {
  return clusterSlot().collect?.() ?? scrapedRegistry().metrics();
}

export function apiRequestSeconds() {
  return processWide(
    "metrics.apiRequests",
    () =>
      new Histogram({
        name: "till_api_request_seconds",
        help: "Duration of API requests",
        labelNames: ["route", "method", "status"],
        buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
        registers: [metricsRegistry()],
      }),
  );
}

/** By `outcome`: `created`, `paid`, `expired`, `cancelled`. */
export function payments() {
  return processWide(
    "metrics.payments",
    () =>
      new Counter({
        name: "till_payments_total",
        help: "Payments by outcome",
        labelNames: ["environment", "outcome"],
        registers: [metricsRegistry()],
      }),
  );
}

/** In USDT, by `outcome`: `created`, `paid`, `expired`, `cancelled`. */
export function paymentAmounts() {
  return processWide(
    "metrics.paymentAmounts",
    () =>
      new Counter({
        name: "till_payments_usdt_total",
        help: "Amounts of payments in USDT by outcome",
        labelNames: ["environment", "outcome"],
        registers: [metricsRegistry()],
      }),
  );
}

export function webhookAttempts() {
  return processWide(
    "metrics.webhookAttempts",
    () =>
      new Counter({
        name: "till_webhook_attempts_total",
        help: "Webhook attempts by outcome",
        labelNames: ["outcome"],
        registers: [metricsRegistry()],
      }),
  );
}

export function chainPasses() {
  return processWide(
    "metrics.chainPasses",
    () =>
      new Counter({
        name: "till_chain_passes_total",
        help: "Passes over the blockchain by outcome",
        labelNames: ["outcome"],
        registers: [metricsRegistry()],
      }),
  );
}

export function chainTransfers() {
  return processWide(
    "metrics.chainTransfers",
    () =>
      new Counter({
        name: "till_chain_transfers_total",
        help: "Transfers that passes found: recorded as arrived or left, rejected by their receipt, disputed, unreadable",
        labelNames: ["kind"],
        registers: [metricsRegistry()],
      }),
  );
}
