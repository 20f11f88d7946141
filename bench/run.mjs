// npm run bench [-- names…] [--rounds 3] [--seconds 5] [--scale 1] [--profile folder]: see docs/bench.md.
import { randomBytes } from "node:crypto";
import { parseArgs } from "node:util";
import { ensureBuilt } from "../scripts/lib/ensure-built.mjs";
import { chain } from "./chain.mjs";
import { connections } from "./connections.mjs";
import { cpu } from "./cpu.mjs";
import { create } from "./create.mjs";
import { createPending } from "./create-pending.mjs";
import { createPriced } from "./create-priced.mjs";
import { dashboard } from "./dashboard.mjs";
import { dashboardPages } from "./dashboard-pages.mjs";
import { expiry } from "./expiry.mjs";
import { feed } from "./feed.mjs";
import { firstAttempt } from "./first-attempt.mjs";
import { heavyReads } from "./heavy-reads.mjs";
import { createBench } from "./lib/bench.mjs";
import { loadTill } from "./lib/bundle.mjs";
import { openCluster } from "./lib/cluster.mjs";
import { loadGenerator } from "./lib/load.mjs";
import { describeMachine } from "./lib/machine.mjs";
import { SERVICE_ENV } from "./lib/service.mjs";
import { formatTable } from "./lib/table.mjs";
import { lighthouse } from "./lighthouse.mjs";
import { month } from "./month.mjs";
import { page } from "./page.mjs";
import { report } from "./report.mjs";
import { slowLine } from "./slow-line.mjs";
import { start } from "./start.mjs";
import { status } from "./status.mjs";
import { storage } from "./storage.mjs";
import { waiting } from "./waiting.mjs";
import { webhooks } from "./webhooks.mjs";

const BENCHES = {
  status,
  create,
  "create-pending": createPending,
  "create-priced": createPriced,
  cpu,
  connections,
  webhooks,
  "first-attempt": firstAttempt,
  expiry,
  report,
  dashboard,
  "dashboard-pages": dashboardPages,
  "heavy-reads": heavyReads,
  page,
  lighthouse,
  "slow-line": slowLine,
  waiting,
  feed,
  start,
  storage,
  chain,
};
/** What needs so much space and time that it runs only when it is named. */
const ON_REQUEST = { month };
const LIMIT_MS = 20 * 60_000;
const ON_REQUEST_LIMIT_MS = 4 * 60 * 60_000;

async function main() {
  const { names, options } = readArguments();
  // for the verbs that run in this process and for every child
  Object.assign(process.env, SERVICE_ENV, { ENCRYPTION_KEY: randomBytes(32).toString("base64") });
  await ensureBuilt(console.error);
  const till = await loadTill();
  const cluster = await openCluster(till);
  const rows = [];
  const failures = [];
  try {
    for (const name of names) {
      console.error(`\n${name}`);
      const bench = createBench(name, { ...options, cluster, till });
      try {
        const run = BENCHES[name] ?? ON_REQUEST[name];
        rows.push(...(await within(name in ON_REQUEST ? ON_REQUEST_LIMIT_MS : LIMIT_MS, run(bench))));
      } catch (error) {
        console.error(error);
        failures.push(`${name} did not run: ${String(error.message).split("\n")[0]}`);
      } finally {
        await bench.end();
      }
    }
  } finally {
    await cluster.close();
  }
  console.log(`\n${describeMachine({ ...options, cluster, load: loadGenerator() })}\n\n${formatTable(rows)}`);
  for (const failure of failures) console.log(`\n${failure}`);
  process.exitCode = failures.length === 0 ? 0 : 1;
}

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      rounds: { type: "string", default: "3" },
      seconds: { type: "string", default: "5" },
      scale: { type: "string", default: "1" },
      profile: { type: "string" },
    },
  });
  const known = Object.keys({ ...BENCHES, ...ON_REQUEST });
  const unknown = positionals.filter((name) => !known.includes(name));
  if (unknown.length > 0) stop(`There is no bench ${unknown.join(", ")}. There are: ${known.join(", ")}.`);
  const options = {
    rounds: inRange("rounds", values.rounds, 1, 20),
    seconds: inRange("seconds", values.seconds, 1, 60),
    scale: inRange("scale", values.scale, 0.001, 1),
    profile: values.profile ?? null,
  };
  return { names: positionals.length > 0 ? positionals : Object.keys(BENCHES), options };
}

function inRange(name, text, min, max) {
  const value = Number(text);
  if (!(value >= min && value <= max)) stop(`--${name} must be a number from ${min} to ${max}. It is ${text}.`);
  return value;
}

function stop(sentence) {
  console.error(sentence);
  process.exit(2);
}

/** A bench that hangs is given up; what it has started is stopped by `bench.end()`. */
function within(ms, work) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`it was not through after ${ms / 60_000} minutes`)), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

// children are ended in the handlers of `exit`, which a signal alone does not run
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, () => {
    console.error(`stopped by ${signal}`);
    process.exit(130);
  });
}
process.on("unhandledRejection", (error) => {
  console.error(error);
  process.exit(1);
});

await main();
