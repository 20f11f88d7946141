import cluster from "node:cluster";
import { logLostMail } from "@/lib/base/mail/send-until-taken";
import { log } from "@/lib/base/process/log";
import { stopTracing } from "@/lib/service/server/tracing";

const DEADLINE_MS = 30_000;
const ORPHAN_CHECK_MS = 500;
/** A page may await a promise only after it has already failed. */
const LATE_AWAIT_MS = 1_000;

/** Ends this process with an exit code. During startup there is nothing to shut down yet. */
let end: (code: number) => void = (code) => process.exit(code);
let begun = 0;

/**
 * Runs `stop` once on the first SIGINT or SIGTERM, then exits with 0. The terminal and npm both forward Ctrl-C, so a
 * second signal within two seconds counts as the same one. A later signal exits immediately.
 */
export function onStopSignal(stop: () => Promise<void>): void {
  end = (code) => {
    if (begun > 0) return;
    begun = performance.now();
    if (!cluster.isWorker) console.log("Shutting down: finishing requests in progress…");
    setTimeout(() => process.exit(1), DEADLINE_MS).unref();
    stop()
      .finally(logLostMail)
      .finally(stopTracing)
      .then(
        () => {
          if (!cluster.isWorker) console.log("Stopped.");
          process.exit(code);
        },
        (error) => {
          log().error({ err: error }, "the shutdown failed");
          process.exit(1);
        },
      );
  };
  const signal = () => {
    if (begun > 0 && performance.now() - begun > 2_000) process.exit(1);
    end(0);
  };
  process.on("SIGINT", signal);
  process.on("SIGTERM", signal);
  if (process.env.npm_lifecycle_event === "start") onOrphaned(signal);
}

/**
 * Shuts down with exit code 1 after an uncaught error, since the process's memory may be inconsistent. The primary or
 * the service manager then starts another process. Next alone would only print the error.
 */
export function endOnUncaughtErrors(): void {
  process.on("uncaughtException", (error) => fail(error, "uncaught error"));
  const unhandled = new Set<Promise<unknown>>();
  process.on("rejectionHandled", (promise) => unhandled.delete(promise));
  process.on("unhandledRejection", (reason, promise) => {
    unhandled.add(promise);
    setTimeout(() => unhandled.delete(promise) && fail(reason, "unhandled promise rejection"), LATE_AWAIT_MS);
  });
}

function fail(error: unknown, what: string): void {
  log().fatal({ err: error }, `${what}: this process shuts down`);
  end(1);
}

/** A killed npm forwards no signal, so this process stops when its parent npm is gone. */
function onOrphaned(signal: () => void): void {
  const npm = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(watch);
    signal();
  }, ORPHAN_CHECK_MS);
  watch.unref();
}
