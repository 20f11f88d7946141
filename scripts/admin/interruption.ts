import { constants } from "node:os";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
/** The terminal and npm both forward Ctrl-C, so a second signal within this time counts as the same one. */
const SAME_MS = 2_000;

/** The exit code is the one that shells expect: 128 and the signal's number. */
export class Interruption extends Error {
  readonly exitCode: number;

  constructor(signal: (typeof SIGNALS)[number]) {
    super(`Interrupted by ${signal}.`);
    this.exitCode = 128 + constants.signals[signal];
  }
}

/**
 * Aborts with an `Interruption` on the first signal, so that a command can clean up. A later signal ends the process at
 * once.
 */
export function watchSignals(): AbortSignal {
  const controller = new AbortController();
  let since = 0;
  for (const name of SIGNALS) {
    process.on(name, () => {
      const interruption = new Interruption(name);
      if (!controller.signal.aborted) {
        since = performance.now();
        console.error("Stopping. Press Ctrl-C again to stop without cleaning up.");
        controller.abort(interruption);
      } else if (performance.now() - since > SAME_MS) process.exit(interruption.exitCode);
    });
  }
  return controller.signal;
}

/** Begins `work`, and waits for its end until the signal aborts. Error: the signal's reason. */
export async function untilAborted<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  signal.throwIfAborted();
  const aborted = new Promise<never>((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
  return Promise.race([work(), aborted]);
}
