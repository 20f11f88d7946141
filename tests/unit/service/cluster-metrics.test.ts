import { Counter, Gauge, Histogram, type MetricObject, Registry } from "prom-client";
import { expect, it } from "vitest";
import { createClusterMetrics } from "@/lib/service/server/cluster-metrics";

/** A worker's registry; `ask` answers as over the channel. */
function startWorker() {
  const registers = [new Registry()] as [Registry];
  const common = { help: "of the test", registers };
  const attempts = new Counter({ name: "attempts_total", labelNames: ["outcome"], ...common });
  const seconds = new Histogram({ name: "seconds", buckets: [1], ...common });
  const memory = new Gauge({ name: "memory_bytes", ...common });
  const ask = async () => JSON.parse(JSON.stringify(await registers[0].getMetricsAsJSON())) as MetricObject[];
  return { attempts, seconds, memory, ask };
}

const FIGURES = [
  'attempts_total{outcome="delivered"}',
  'attempts_total{outcome="failed"}',
  'seconds_bucket{le="1"}',
  "seconds_sum",
  "seconds_count",
  "memory_bytes",
];

/** The values of `FIGURES`. */
async function scrape(metrics: ReturnType<typeof createClusterMetrics>) {
  const lines = (await metrics.collect()).split("\n");
  return FIGURES.map((name) => {
    const line = lines.find((one) => one.startsWith(`${name} `));
    return line === undefined ? null : Number(line.slice(name.length + 1));
  });
}

it("the sums of a cluster don't fall when workers end, and what they measured ends with them", async () => {
  const metrics = createClusterMetrics();
  const [first, second] = [startWorker(), startWorker()];
  for (const worker of [first, second]) metrics.add(worker, worker.ask);
  first.attempts.inc({ outcome: "delivered" }, 7);
  second.attempts.inc({ outcome: "delivered" }, 2);
  second.attempts.inc({ outcome: "failed" }, 1);
  first.seconds.observe(0.5);
  second.seconds.observe(3);
  for (const worker of [first, second]) worker.memory.set(100);
  const before = [9, 1, 1, 3.5, 2, 200];
  expect(await scrape(metrics)).toEqual(before);

  metrics.remove(first);
  expect(await scrape(metrics)).toEqual([...before.slice(0, -1), 100]);
  const third = startWorker();
  metrics.add(third, third.ask);
  third.attempts.inc({ outcome: "delivered" }, 1);
  third.seconds.observe(1);
  expect(await scrape(metrics)).toEqual([10, 1, 2, 4.5, 3, 100]);

  metrics.remove(second);
  metrics.remove(third);
  expect(await scrape(metrics)).toEqual([10, 1, 2, 4.5, 3, null]);
});

it("a worker that ends while it is asked fails the look, since its count would be missing in the next one", async () => {
  const metrics = createClusterMetrics();
  const worker = startWorker();
  worker.attempts.inc(5);
  metrics.add(worker, worker.ask);
  const look = metrics.collect();
  metrics.remove(worker);
  await expect(look).rejects.toThrow("ended before its metrics");
});
