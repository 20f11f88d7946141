import { setTimeout as sleep } from "node:timers/promises";
import { openForUs } from "./connection";
import { findPostmaster, lastPort } from "./pid-file";
import { choosePort } from "./port";
import { type Launch, launchPostmaster, type Server } from "./postmaster";
import { readServerLog } from "./server-log";

/** A postmaster that accepts our connections; `launch` is null if another process started it. */
export type Running = { pid: number; port: number; socketFolder: string | null; launch: Launch | null };

type BringUpOptions = {
  /** the only port to start on; default: the last one if it is free, else any free one */
  port?: number;
  signal?: AbortSignal;
};

const POLL_MS = 20;
const RETRY_MS = 100;
const GIVE_UP_AFTER_MS = 60_000;
const SLOW_AFTER_MS = 5_000;

/** Another process was faster, or a killed postmaster's children are still exiting: both resolve by themselves. */
const PASSING = /\.(pid|lock)" (already exists|is empty)|bogus data in lock file|pre-existing shared memory block/;
const PORT_TAKEN = /could not create any TCP\/IP sockets/;

/**
 * Attaches to the cluster's running postmaster or starts one, and returns once it accepts connections. If several
 * processes do this at once, one starts it and the others attach. Waits as long as PostgreSQL reports that it is
 * starting (it may be recovering from a crash), and a minute for anything else.
 * @throws with the last lines of postgres.log if it fails or `signal` aborts; nothing is left running
 */
export async function bringUp(server: Server, options: BringUpOptions = {}): Promise<Running> {
  const own: { launch: Launch | null } = { launch: null };
  const slow = setTimeout(
    () => server.log("PostgreSQL is still starting. After a crash, it recovers first."),
    SLOW_AFTER_MS,
  );
  try {
    return await untilRunning(server, own, options);
  } catch (error) {
    if (own.launch) await endLaunch(own.launch);
    throw error;
  } finally {
    clearTimeout(slow);
  }
}

async function untilRunning(server: Server, own: { launch: Launch | null }, options: BringUpOptions): Promise<Running> {
  const { cluster } = server.home;
  let deadline = performance.now() + GIVE_UP_AFTER_MS;
  while (!options.signal?.aborted && performance.now() < deadline) {
    const found = await findPostmaster(cluster, { isStarting: own.launch !== null });
    if (found?.status === "ready" && (await openForUs(cluster, found))) {
      const { pid, port, socketFolder } = found;
      return { pid, port, socketFolder, launch: pid === own.launch?.child.pid ? own.launch : null };
    }
    if (found?.status === "starting") deadline = performance.now() + GIVE_UP_AFTER_MS;
    if (own.launch?.ended) {
      if (!mayRetry(cluster, own.launch, options)) throw failure(cluster, own.launch.ended, own.launch);
      own.launch = null;
      await sleep(RETRY_MS);
    } else if (!found && !own.launch) {
      own.launch = launchPostmaster(server, options.port ?? (await choosePort(lastPort(cluster))));
    } else {
      await sleep(POLL_MS);
    }
  }
  throw failure(
    cluster,
    options.signal?.aborted ? "it was told to stop" : "it was not ready after a minute",
    own.launch,
  );
}

function mayRetry(cluster: string, launch: Launch, { port }: BringUpOptions): boolean {
  const words = readServerLog(cluster, launch.logStart);
  return PASSING.test(words) || (port === undefined && PORT_TAKEN.test(words));
}

function failure(cluster: string, reason: string, launch: Launch | null): Error {
  const words = readServerLog(cluster, launch?.logStart ?? 0);
  return new Error(`PostgreSQL did not start: ${reason}. The last lines of ${cluster}/postgres.log:\n${words}`);
}

async function endLaunch(launch: Launch): Promise<void> {
  launch.child.kill("SIGINT");
  for (const deadline = performance.now() + GIVE_UP_AFTER_MS; !launch.ended && performance.now() < deadline; )
    await sleep(POLL_MS);
}
