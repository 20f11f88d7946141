import cluster, { type Worker } from "node:cluster";
import type { MetricObject } from "prom-client";
import { env, resetEnv } from "@/lib/base/process/env";
import { log } from "@/lib/base/process/log";
import { type Count, slidingLog } from "@/lib/service/api/limits/counters";
import { wakeJobs } from "@/lib/service/api/wake";
import { openService } from "@/lib/service/server/boot";
import { createClusterMetrics } from "@/lib/service/server/cluster-metrics";
import { answerCalls, callsTo, type Pipe } from "@/lib/service/server/ipc";
import { notifyEngines, startJobs } from "@/lib/service/server/jobs";
import { findPort } from "@/lib/service/server/port";
import { registerRunning } from "@/lib/service/server/running";
import { sayReady } from "@/lib/service/server/say-ready";
import { onStopSignal } from "@/lib/service/server/stop";

const RESTART_MS = 1_000;

/**
 * Runs the primary of several processes. It owns the database and the background jobs and restarts workers that die.
 */
export async function runPrimary(root: string): Promise<void> {
  process.env.PORT = String(await findPort());
  resetEnv();
  const service = await openService(root, { say: (line) => console.error(line), create: true, migrate: true });
  const forget = registerRunning(root, service.embedded);
  const jobs = env().jobs.embedded ? await startJobs(service) : null;
  if (env().jobs.notifies) notifyEngines(service);
  let stopping = false;
  cluster.on("exit", (worker) => {
    if (stopping) return;
    log().error({ worker: worker.process.pid }, "a worker died and is restarted");
    setTimeout(
      () => !stopping && startWorker().catch((error) => log().error({ err: error }, "a worker could not be started")),
      RESTART_MS,
    );
  });
  onStopSignal(async () => {
    stopping = true;
    await Promise.all(workers().map(stopWorker));
    await jobs?.stop();
    forget();
    await service.close();
  });
  await Promise.all(Array.from({ length: env().WEB_CONCURRENCY }, startWorker));
  await sayReady(service, root);
}

const metrics = createClusterMetrics();

const workers = () => Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);

/** Resolves when the worker answers HTTP. */
function startWorker(): Promise<void> {
  const worker = cluster.fork();
  const ask = callsTo(worker as Pipe);
  worker.on("error", (error) => log().error({ err: error, worker: worker.process.pid }, "a worker can't be reached"));
  return new Promise((resolve, reject) => {
    const ready = () => {
      metrics.add(worker, () => ask<MetricObject[]>("metrics"));
      resolve();
    };
    answerCalls(worker as Pipe, { ready, wake: () => wakeJobs(), count, metrics: metrics.collect });
    worker.once("exit", () => {
      metrics.remove(worker);
      reject(new Error("a worker stopped before it was ready"));
    });
  });
}

function stopWorker(worker: Worker): Promise<void> {
  return new Promise((resolve) => {
    worker.once("exit", () => resolve());
    worker.kill("SIGTERM");
  });
}

const counters = new Map<string, Count>();

function count({ name, key, limit, windowMs }: { name: string; key: string; limit: number; windowMs: number }) {
  const counter = counters.get(name) ?? slidingLog(limit, windowMs);
  counters.set(name, counter);
  return counter(key, performance.now());
}
