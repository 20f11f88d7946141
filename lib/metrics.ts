import { Counter, Histogram, Registry } from "prom-client";
import { processWide } from "@/lib/process-wide";

export function metricsRegistry() {
  return processWide("metrics.registry", () => new Registry());
}

type CollectAll = () => Promise<string>;

const clusterSlot = () => processWide("metrics.cluster", () => ({ collect: null as CollectAll | null }));

/** A worker of a cluster answers for all of its processes. */
export function setClusterMetrics(collect: CollectAll): void {
  clusterSlot().collect = collect;
}

/** Everything that is counted, in Prometheus' text format: of this process, or of the whole cluster it belongs to. */
export function metricsText(): Promise<string> {
  return clusterSlot().collect?.() ?? metricsRegistry().metrics();
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
        help: "Payments by what became of them",
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
        help: "Amounts of payments by what became of them",
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
        help: "Webhook attempts by what came of them",
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
        help: "Passes over the chain by what came of them",
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
        help: "Transfers that passes found: entered as arrived or left, rejected by their receipt, disputed, unreadable",
        labelNames: ["kind"],
        registers: [metricsRegistry()],
      }),
  );
}
