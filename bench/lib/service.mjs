import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { freePort } from "../../scripts/lib/free-port.mjs";
import { root } from "../../scripts/lib/root.mjs";
import { startProgram, stopChild } from "./children.mjs";

const READY_WITHIN_MS = 60_000;
const KEPT_CHARACTERS = 4_000;
const SHOWN_CHARACTERS = 10_000;

/** Set to nothing, so that neither the caller's environment nor a `.env` file decides what is measured. */
const NOT_GIVEN = Object.fromEntries(
  [
    ..."APP_URL DATABASE_POOL TRUSTED_PROXIES WEB_CONCURRENCY METRICS_TOKEN REDIS_URL UPSTASH_REDIS_REST_URL".split(
      " ",
    ),
    ..."UPSTASH_REDIS_REST_TOKEN INNGEST_DEV INNGEST_EVENT_KEY INNGEST_SIGNING_KEY INNGEST_BASE_URL".split(" "),
    ..."WEBHOOK_RETRY_DELAYS_S WEBHOOK_ALLOW_PRIVATE_SANDBOX CHECKOUT_URI_SCHEME APP_NAME FAST_LANE".split(" "),
  ].map((name) => [name, ""]),
);

/** The environment of everything that is measured. */
export const SERVICE_ENV = {
  ...NOT_GIVEN,
  HOST: "127.0.0.1",
  LOG_LEVEL: "warn",
  RATE_LIMIT_DEMO_PER_MINUTE: "0",
  RATE_LIMIT_SIMULATE_PER_MINUTE: "0",
  RATE_LIMIT_API_PER_MINUTE: "0",
  RATE_LIMIT_STATUS_PER_MINUTE: "0",
  RATE_LIMIT_CREATE_PER_SECOND: "0",
  OPEN_PAGES_PER_ADDRESS: "0",
  OPEN_PAGES_PER_PROCESS: "0",
};

/** Starts the built service on a database of the bench; it stops with the bench. `env` adds to its environment. */
export async function startService(bench, databaseUrl, env = {}) {
  const port = await freePort();
  const profiled = bench.profile ? ["--cpu-prof", `--cpu-prof-dir=${path.resolve(bench.profile)}`] : [];
  const child = startProgram(process.execPath, [...profiled, path.join(root, "scripts", "start.mjs")], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, DATA_DIR: bench.folder, DATABASE_URL: databaseUrl, PORT: String(port), ...env },
  });
  bench.onEnd(() => stopChild(child));
  await waitUntilReady(child);
  child.once("exit", (code) => {
    if (code) bench.say(`the service ended with ${code}`);
  });
  return { url: `http://127.0.0.1:${port}`, pid: child.pid, stop: () => stopChild(child) };
}

/** Resolves when a child says that it is ready; the errors that it writes afterwards are shown, up to a limit. */
export function waitUntilReady(child) {
  return new Promise((resolve, reject) => {
    let said = "";
    let ready = false;
    let shown = 0;
    const timer = setTimeout(() => fail("was not ready in time"), READY_WITHIN_MS);
    const fail = (what) => {
      clearTimeout(timer);
      reject(new Error(`the service ${what}\n${said}`));
    };
    const hear = (chunk) => {
      said = (said + chunk).slice(-KEPT_CHARACTERS);
      if (ready) return;
      if (/^Building,/m.test(said)) fail("builds again: its source changed while the benches ran");
      if (!/ready at http/.test(said)) return;
      ready = true;
      clearTimeout(timer);
      resolve();
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", (chunk) => {
      hear(chunk);
      if (ready && shown < SHOWN_CHARACTERS) process.stderr.write(chunk);
      if (ready) shown += chunk.length;
    });
    child.once("exit", (code, signal) => fail(`ended with ${signal ?? code}`));
  });
}

/** CPU time that a process and its threads have used so far, in microseconds. Linux only. */
export function cpuMicros(pid) {
  const afterName = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /s, "")
    .split(" ");
  return (Number(afterName[11]) + Number(afterName[12])) * MICROS_PER_TICK;
}

/**
 * Starts to count CPU time, and returns a function that divides what was used since by a number of requests: in
 * microseconds, of a process and of PostgreSQL. Not a number where it can't be read, outside Linux.
 */
export function countCpu(pid) {
  if (process.platform !== "linux") return () => ({ nodeMicros: Number.NaN, postgresMicros: Number.NaN });
  const before = { node: cpuMicros(pid), postgres: postgresCpuMicros() };
  return (count) => ({
    nodeMicros: (cpuMicros(pid) - before.node) / count,
    postgresMicros: (postgresCpuMicros() - before.postgres) / count,
  });
}

/**
 * CPU time that all servers of PostgreSQL on this machine have used so far, with connections that have ended. Linux
 * only.
 */
function postgresCpuMicros() {
  let ticks = 0;
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    const stat = readStat(pid);
    if (!/^\d+ \(postgres\) /.test(stat)) continue;
    const times = stat
      .replace(/^.*\) /s, "")
      .split(" ")
      .slice(11, 15)
      .map(Number);
    ticks += times.reduce((sum, time) => sum + time, 0);
  }
  return ticks * MICROS_PER_TICK;
}

/** Empty for a process that has ended meanwhile. */
function readStat(pid) {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    return "";
  }
}

/** The kernel reports to programs in hundredths of a second on every architecture that Node runs on. */
const MICROS_PER_TICK = 10_000;
