// A keep-alive load generator. The argument is the load as JSON: as many requests as its connections can ask, or a
// number a second, each at its time, whatever became of the others. It says "started", forgets what it has measured at
// the message "mark", and answers "stop" with the result.
import { readFileSync } from "node:fs";
import { Client, Pool } from "undici";
import { percentile } from "./numbers.mjs";

const {
  url,
  path,
  method = "GET",
  headers = {},
  lines,
  connections = 32,
  perSecond = null,
} = JSON.parse(process.argv[2]);
const texts = lines ? readFileSync(lines, "utf8").trimEnd().split("\n") : [""];
let latencies = [];
let failed = 0;
let at = 0;
let stopped = false;

async function keepAsking() {
  const client = new Client(url);
  while (!stopped) await ask(client, performance.now());
  await client.close();
}

/**
 * A request waits for its answer from when it was due, so that a service that stands still doesn't also stop the clock.
 */
async function askOnTime() {
  const pool = new Pool(url, { connections });
  const due = [];
  const first = performance.now();
  for (let n = 0; !stopped; n++) {
    const at = first + (n * 1_000) / perSecond;
    const early = at - performance.now();
    if (early > 0) await new Promise((resolve) => setTimeout(resolve, early));
    due.push(ask(pool, at));
  }
  await Promise.all(due);
  await pool.close();
}

async function ask(client, started) {
  const text = texts[at++ % texts.length];
  try {
    const answer = await client.request(
      method === "GET" ? { method, path: path + text, headers } : { method, path, headers, body: text },
    );
    await answer.body.dump();
    if (answer.statusCode < 200 || answer.statusCode > 299) failed++;
  } catch {
    failed++;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  latencies.push(performance.now() - started);
}

let began = performance.now();
const asking = perSecond ? [askOnTime()] : Array.from({ length: connections }, keepAsking);
process.on("disconnect", () => process.exit());
process.on("message", (what) => (what === "mark" ? mark() : stop()));
process.send("started");

function mark() {
  latencies = [];
  failed = 0;
  began = performance.now();
  process.send("marked");
}

async function stop() {
  const requests = latencies.length;
  const asked = requests / ((performance.now() - began) / 1_000);
  stopped = true;
  await Promise.all(asking);
  const [p50Ms, p99Ms, mostMs] = [50, 99, 100].map((share) => percentile(latencies, share));
  process.send({ requests, perSecond: asked, p50Ms, p99Ms, mostMs, failed });
}
