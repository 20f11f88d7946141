import cluster from "node:cluster";
import { log } from "@/lib/log";

const DEADLINE_MS = 30_000;
const ORPHAN_CHECK_MS = 500;
/** A page may begin to read what it awaits only later, when that has already failed. */
const LATE_AWAIT_MS = 1_000;

/** Ends this process with an exit code; while it starts there is nothing that could be ended in order. */
let end: (code: number) => void = (code) => process.exit(code);
let begun = 0;

/**
 * Runs `stop` once on the first SIGINT or SIGTERM and then leaves with 0. A terminal and npm both pass Ctrl-C on, so a
 * second signal within two seconds is the same one; after that it means: leave now.
 */
export function onStopSignal(stop: () => Promise<void>): void {
  end = (code) => {
    if (begun > 0) return;
    begun = performance.now();
    if (!cluster.isWorker) console.log("Stopping: what is under way is finished first.");
    setTimeout(() => process.exit(1), DEADLINE_MS).unref();
    stop().then(
      () => {
        if (!cluster.isWorker) console.log("Stopped.");
        process.exit(code);
      },
      (error) => {
        log().error({ err: error }, "stopping failed");
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
 * After an error that nothing caught, this process cannot vouch for what it holds in memory: it stops in order and leaves
 * with 1, so that the primary or the service manager starts another. Next on its own would only print the error.
 */
export function endOnUncaughtErrors(): void {
  process.on("uncaughtException", (error) => fail(error, "an error was not caught"));
  const unhandled = new Set<Promise<unknown>>();
  process.on("rejectionHandled", (promise) => unhandled.delete(promise));
  process.on("unhandledRejection", (reason, promise) => {
    unhandled.add(promise);
    setTimeout(() => unhandled.delete(promise) && fail(reason, "a rejection was not handled"), LATE_AWAIT_MS);
  });
}

function fail(error: unknown, what: string): void {
  log().fatal({ err: error }, `${what}: this process stops`);
  end(1);
}

/** An npm that was killed passes nothing on: without it nobody could stop this process by the command that started it. */
function onOrphaned(signal: () => void): void {
  const npm = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(watch);
    signal();
  }, ORPHAN_CHECK_MS);
  watch.unref();
}
