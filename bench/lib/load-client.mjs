// A keep-alive load generator. The argument is the load as JSON. It says "started", forgets what it has measured at the
// message "mark", and answers "stop" with the result.
import { readFileSync } from "node:fs";
import { Client } from "undici";
import { percentile } from "./numbers.mjs";

const { url, path, method = "GET", headers = {}, lines, connections = 32 } = JSON.parse(process.argv[2]);
const texts = lines ? readFileSync(lines, "utf8").trimEnd().split("\n") : [""];
let latencies = [];
let failed = 0;
let at = 0;
let stopped = false;

async function keepAsking() {
  const client = new Client(url);
  while (!stopped) {
    const text = texts[at++ % texts.length];
    const started = performance.now();
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
  await client.close();
}

let began = performance.now();
const asking = Array.from({ length: connections }, keepAsking);
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
  const perSecond = requests / ((performance.now() - began) / 1_000);
  stopped = true;
  await Promise.all(asking);
  process.send({ requests, perSecond, p50Ms: percentile(latencies, 50), p99Ms: percentile(latencies, 99), failed });
}
