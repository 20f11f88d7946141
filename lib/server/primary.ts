import cluster, { type Worker } from "node:cluster";
import { createServer } from "node:net";
import { type Count, slidingLog } from "@/lib/api/limits/window";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { openService } from "@/lib/server/boot";
import { startJobs } from "@/lib/server/jobs";
import type { ToPrimary, ToWorker } from "@/lib/server/primary-link";
import { sayReady } from "@/lib/server/say-ready";
import { onStopSignal } from "@/lib/server/stop";

const RESTART_MS = 1_000;

/** The first of several processes: it holds the database and the timed work, and starts a worker again that dies. */
export async function runPrimary(root: string): Promise<void> {
  if (env().PORT === 0) process.env.PORT = String(await freePort());
  const service = await openService(root, (line) => console.error(line));
  const jobs = env().jobs.embedded ? await startJobs(service) : null;
  let stopping = false;
  cluster.on("message", (worker, message: ToPrimary) => {
    if (message.till === "wake") jobs?.wake();
    if (message.till === "count") worker.send(count(message));
  });
  cluster.on("exit", (worker) => {
    if (stopping) return;
    log().error({ worker: worker.process.pid }, "a worker died and is started again");
    setTimeout(() => !stopping && cluster.fork(), RESTART_MS);
  });
  onStopSignal(async () => {
    stopping = true;
    await Promise.all(Object.values(cluster.workers ?? {}).map((worker) => worker && stopWorker(worker)));
    await jobs?.stop();
    await service.close();
  });
  await Promise.all(Array.from({ length: env().WEB_CONCURRENCY }, startWorker));
  await sayReady(service.db);
}

function startWorker(): Promise<void> {
  const worker = cluster.fork();
  return new Promise((resolve, reject) => {
    worker.on("message", (message: ToPrimary) => message.till === "ready" && resolve());
    worker.once("exit", () => reject(new Error("a worker stopped before it was ready")));
  });
}

function stopWorker(worker: Worker): Promise<void> {
  return new Promise((resolve) => {
    worker.once("exit", () => resolve());
    worker.kill("SIGTERM");
  });
}

const counters = new Map<string, Count>();

function count(message: Extract<ToPrimary, { till: "count" }>): ToWorker {
  const counter = counters.get(message.name) ?? slidingLog(message.limit, message.windowMs);
  counters.set(message.name, counter);
  return { till: "counted", call: message.call, state: counter(message.key, performance.now()) };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}
