import type { MetricObject } from "prom-client";
import { log } from "@/lib/base/process/log";
import { mergeMetrics, processMetrics, sumCounts } from "@/lib/base/process/metrics";

type Report = MetricObject[];

/** What a cluster's primary knows of the metrics of all its processes. Their sums must not fall. */
export function createClusterMetrics() {
  const workers = new Map<object, { ask: () => Promise<Report>; last: Report }>();
  let ended: Promise<Report> = Promise.resolve([]);

  const reportOf = async (worker: object, ask: () => Promise<Report>) => {
    const last = await ask();
    if (!workers.has(worker)) throw new Error("a worker ended before its metrics were taken");
    workers.set(worker, { ask, last });
    return last;
  };

  return {
    add(worker: object, ask: () => Promise<Report>): void {
      workers.set(worker, { ask, last: [] });
    },
    /** What the worker had counted when it was last asked remains in the sums. */
    remove(worker: object): void {
      const { last = [] } = workers.get(worker) ?? {};
      workers.delete(worker);
      ended = ended.then((before) =>
        sumCounts([before, last]).catch((error) => {
          log().error({ err: error }, "what a worker had counted is lost");
          return before;
        }),
      );
    },
    /** The sum of all processes' metrics, in Prometheus' text format. Rejects if one doesn't answer. */
    async collect(): Promise<string> {
      const theirs = [...workers].map(([worker, { ask }]) => reportOf(worker, ask));
      return mergeMetrics(await Promise.all([processMetrics(), ended, ...theirs]));
    },
  };
}
