import cluster from "node:cluster";
import { log } from "@/lib/log";

const DEADLINE_MS = 30_000;
const ORPHAN_CHECK_MS = 500;

/**
 * Runs `stop` once on the first SIGINT or SIGTERM and then leaves with 0. A terminal and npm both pass Ctrl-C on, so a
 * second signal within two seconds is the same one; after that it means: leave now.
 */
export function onStopSignal(stop: () => Promise<void>): void {
  let begun = 0;
  const signal = () => {
    if (begun > 0) {
      if (performance.now() - begun > 2_000) process.exit(1);
      return;
    }
    begun = performance.now();
    if (!cluster.isWorker) console.log("Stopping: what is under way is finished first.");
    setTimeout(() => process.exit(1), DEADLINE_MS).unref();
    stop().then(
      () => {
        if (!cluster.isWorker) console.log("Stopped.");
        process.exit(0);
      },
      (error) => {
        log().error({ err: error }, "stopping failed");
        process.exit(1);
      },
    );
  };
  process.on("SIGINT", signal);
  process.on("SIGTERM", signal);
  if (process.env.npm_lifecycle_event === "start") onOrphaned(signal);
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
