import { setTimeout as sleep } from "node:timers/promises";
import { bringUp, type Running } from "./bring-up";
import { isRunning } from "./pid-file";
import type { Server } from "./postmaster";

type Supervisor = {
  /** Ends supervision; once it resolves, nothing is restarted. */
  stop(): Promise<void>;
};

const LIVENESS_POLL_MS = 1_000;
/** After running this long, a dying postmaster counts as a first failure again. */
const STABLE_AFTER_MS = 60_000;
const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 30_000;

/**
 * Restarts PostgreSQL whenever it dies, on the same port so that connection pools find it: immediately the first time,
 * then after 0.5 s, doubling up to 30 s until it has run for a minute.
 */
export function supervise(server: Server, first: Running): Supervisor {
  const quit = new AbortController();
  const loop = keepRunning(server, first, quit.signal).catch((error: unknown) => {
    if (!quit.signal.aborted) server.log(`PostgreSQL is no longer supervised: ${error}`);
  });
  return {
    stop: async () => {
      quit.abort();
      await loop;
    },
  };
}

async function keepRunning(server: Server, first: Running, signal: AbortSignal): Promise<never> {
  let running: Running | null = first;
  for (let failures = 0; ; failures++) {
    if (running) {
      const since = performance.now();
      server.log(`PostgreSQL (process ${running.pid}) died: ${await untilGone(server, running, signal)}`);
      if (performance.now() - since >= STABLE_AFTER_MS) failures = 0;
    }
    await sleep(failures && Math.min(FIRST_DELAY_MS * 2 ** (failures - 1), LONGEST_DELAY_MS), null, {
      signal,
      ref: false,
    });
    running = await tryAgain(server, first.port, signal);
  }
}

/** Resolves with the reason once the postmaster has ended; one that we didn't start is checked every second. */
async function untilGone({ home }: Server, running: Running, signal: AbortSignal): Promise<string> {
  const { launch } = running;
  while (launch ? !launch.ended : await isRunning(home.cluster, running)) {
    const pause = sleep(LIVENESS_POLL_MS, null, { signal, ref: false });
    await (launch ? Promise.race([launch.exited, pause]) : pause);
  }
  return launch?.ended ?? "its process is gone";
}

async function tryAgain(server: Server, port: number, signal: AbortSignal): Promise<Running | null> {
  try {
    const running = await bringUp(server, { port, signal });
    server.log(
      running.port === port
        ? `PostgreSQL is back on 127.0.0.1:${port} (process ${running.pid})`
        : `PostgreSQL was started by another process on port ${running.port}. Restart this process to connect to it.`,
    );
    return running;
  } catch (error) {
    signal.throwIfAborted();
    server.log(String(error));
    return null;
  }
}
