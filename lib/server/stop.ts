import { log } from "@/lib/log";

const DEADLINE_MS = 30_000;

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
    setTimeout(() => process.exit(1), DEADLINE_MS).unref();
    stop().then(
      () => process.exit(0),
      (error) => {
        log().error({ err: error }, "stopping failed");
        process.exit(1);
      },
    );
  };
  process.on("SIGINT", signal);
  process.on("SIGTERM", signal);
}
