import { type ChildProcess, spawn } from "node:child_process";
import fs from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { Home } from "./home";
import { findPostmaster, isPostmasterOf } from "./pid-file";
import { programFile, programOptions, runProgram } from "./program";
import { openServerLog } from "./server-log";

/** Everything needed to run a cluster. `settings` are additional `name=value` pairs. */
export type Server = { home: Home; binaries: string; settings: string[]; log: (line: string) => void };

/** A postmaster that we started, ready or not. */
export type Launch = {
  child: ChildProcess;
  /** why it ended; null while it is running */
  ended: string | null;
  exited: Promise<void>;
  /** where its lines in postgres.log begin, in bytes */
  logStart: number;
};

const FAST_SHUTDOWN_MS = 60_000;
const IMMEDIATE_SHUTDOWN_MS = 10_000;
const POLL_MS = 20;

/**
 * Starts a postmaster on 127.0.0.1 in its own session, so that Ctrl-C in our terminal doesn't reach it. Its
 * output goes to postgres.log, and it neither keeps this process alive nor ends with it.
 */
export function launchPostmaster({ home, binaries, settings }: Server, port: number): Launch {
  const { handle, start } = openServerLog(home);
  const child = spawn(programFile(binaries, "postgres"), postmasterArguments(home.cluster, port, settings), {
    ...programOptions(home.account),
    cwd: home.cluster,
    detached: true,
    stdio: ["ignore", handle, handle],
  });
  fs.closeSync(handle);
  child.unref();
  const ended = new Promise<string>((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("exit", (code, signal) => resolve(`it ended with ${signal ?? `code ${code}`}`));
  });
  const launch: Launch = { child, ended: null, logStart: start, exited: Promise.resolve() };
  launch.exited = ended.then((reason) => {
    launch.ended = reason;
  });
  return launch;
}

/**
 * Stops the cluster's postmaster and waits until it has ended: a fast shutdown, then after a minute an immediate one.
 * Does nothing if none is running where this process can see it: the process that started an unseen one stops it.
 * @throws if it survives both
 */
export async function stopPostmaster({ home: { cluster }, binaries }: Server): Promise<void> {
  const running = await findPostmaster(cluster);
  if (!running || !isPostmasterOf(cluster, running.pid)) return;
  const steps = [
    { signal: "INT", patienceMs: FAST_SHUTDOWN_MS },
    { signal: "QUIT", patienceMs: IMMEDIATE_SHUTDOWN_MS },
  ] as const;
  for (const { signal, patienceMs } of steps) {
    await sendSignal(running.pid, signal, binaries);
    for (const deadline = performance.now() + patienceMs; performance.now() < deadline; await sleep(POLL_MS)) {
      if (!isPostmasterOf(cluster, running.pid)) return;
    }
  }
  throw new Error(`PostgreSQL (process ${running.pid}) could not be stopped.`);
}

function postmasterArguments(cluster: string, port: number, settings: string[]): string[] {
  const all = [
    "listen_addresses=127.0.0.1",
    `unix_socket_directories=${socketSetting(cluster)}`,
    "max_connections=100",
    "timezone=UTC",
    "log_timezone=UTC",
    ...settings,
  ];
  return ["-D", cluster, "-p", String(port), ...all.flatMap((setting) => ["-c", setting])];
}

/** Longest path of a socket's address on Linux and macOS, with room for the file's name. */
const LONGEST_SOCKET_FOLDER = 80;

/** In the cluster's folder, which only its account and root can enter; none where the path is too long for a socket. */
function socketSetting(cluster: string): string {
  if (process.platform === "win32" || Buffer.byteLength(cluster) > LONGEST_SOCKET_FOLDER) return "";
  return `"${cluster.replaceAll('"', '""')}"`;
}

async function sendSignal(pid: number, signal: "INT" | "QUIT", binaries: string): Promise<void> {
  if (process.platform === "win32") {
    await runProgram(programFile(binaries, "pg_ctl"), ["kill", signal, String(pid)], programOptions(null));
    return;
  }
  try {
    process.kill(pid, `SIG${signal}`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error; // it has already ended
  }
}
