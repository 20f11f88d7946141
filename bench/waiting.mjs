import { fileURLToPath } from "node:url";
import { Client } from "undici";
import { freePort } from "../scripts/lib/free-port.mjs";
import { startBaseline } from "./lib/baseline.mjs";
import { ask, nextMessage, startFile, stopChild } from "./lib/children.mjs";
import { heldBytes, inspectable } from "./lib/memory.mjs";
import { kilobytes, median, microseconds, milliseconds, percentile, whole } from "./lib/numbers.mjs";
import { NOWHERE } from "./lib/requests.mjs";
import { interleave, medianOf, medianRatio } from "./lib/rounds.mjs";
import { seedPending } from "./lib/seed.mjs";
import { cpuMicros, startService } from "./lib/service.mjs";
import { atMost, row } from "./lib/table.mjs";
import { sleep, waitFor } from "./lib/wait.mjs";

const CLIENT = fileURLToPath(new URL("lib/page-client.mjs", import.meta.url));
/** every page hears one beat in this time, and everything that is watched is read once */
const IDLE_SECONDS = 30;
/** a connection of PostgreSQL's tells of what it did at most so late */
const STATISTICS_MS = 11_000;
const POLL_MS = 2_000;
const PAID = 200;
const SPACING_MS = 20;
const WARM_UP = 100;

/**
 * Customers who wait with their page open: what they cost one process while nothing happens, and how soon they are
 * told.
 */
export async function waiting(bench) {
  if (process.platform !== "linux") throw new Error("CPU time and memory are read from /proc, which only Linux has");
  const count = bench.count(2_000);
  const { url, sql } = await bench.database();
  const merchant = await bench.till.makeMerchant(url, [NOWHERE]);
  const payer = await startService(bench, url, { JOBS_DRIVER: "off" });
  const world = { bench, sql, merchant, payer, count };

  const results = await interleave(bench, {
    bare: () => measureOpen(world, (env) => startBaseline(bench, "events-server.mjs", [url], env)),
    ours: () => measureOpen(world, (env) => startService(bench, url, { JOBS_DRIVER: "off", ...env })),
    polling: async () => measurePolling(world, await startService(bench, url, { JOBS_DRIVER: "off" })),
  });
  return rows(count, results);
}

function rows(count, { bare, ours, polling }) {
  const pages = `${whole(count)} open payment pages`;
  const compared = (path, member, say) =>
    row({
      path,
      measured: say(medianOf(ours, member)),
      baseline: `${say(medianOf(bare, member))} bare node:http`,
      ratio: medianRatio(ours, bare, member),
    });
  const idle = (results) => microseconds(medianOf(results, "idleMicrosPerPage"));
  const queries = medianOf(ours, "queriesPerSecond");
  const p95 = medianOf(ours, "p95Ms");
  return [
    compared(`${pages}: CPU to open one`, "openMicros", microseconds),
    compared(`${pages}: memory of one`, "bytes", kilobytes),
    compared(`${pages}: CPU of one in a second, idle`, "idleMicrosPerPage", microseconds),
    row({
      path: `${pages}: the same, beside polling every 2 s`,
      measured: idle(ours),
      baseline: `${idle(polling)} polling`,
      ratio: medianRatio(ours, polling, "idleMicrosPerPage"),
    }),
    row({
      path: `${pages}: queries in a second, idle`,
      measured: queries.toFixed(2),
      baseline: `${medianOf(polling, "queriesPerSecond").toFixed(0)} polling`,
      value: queries,
      wanted: atMost(1, "/s"),
    }),
    row({
      path: `${pages}: payment → page, p95`,
      measured: `${milliseconds(p95)} (p50 ${milliseconds(medianOf(ours, "p50Ms"))})`,
      baseline: `${milliseconds(medianOf(bare, "p95Ms"))} bare node:http`,
      value: p95,
      wanted: atMost(1_000, "ms"),
    }),
  ];
}

async function measureOpen(world, start) {
  const { sql, merchant, count } = world;
  const port = await freePort();
  const server = await start({ NODE_OPTIONS: inspectable(port) });
  const client = await startClient(world);
  await client.do({ open: { url: server.url, ids: await seedPending(sql, merchant, WARM_UP) } });
  await client.do("close");
  const ids = await seedPending(sql, merchant, count);
  const bytesBefore = await heldBytes(port);
  const microsBefore = cpuMicros(server.pid);
  await client.do({ open: { url: server.url, ids } });
  const openMicros = (cpuMicros(server.pid) - microsBefore) / count;
  const bytes = ((await heldBytes(port)) - bytesBefore) / count;
  const idle = await whileIdle(sql, server);
  const waits = await payInTurn(world, client, ids);
  await client.do("close");
  await server.stop();
  return {
    openMicros,
    bytes,
    idleMicrosPerPage: idle.microsPerSecond / count,
    queriesPerSecond: idle.queriesPerSecond,
    p50Ms: percentile(waits, 50),
    p95Ms: percentile(waits, 95),
  };
}

async function measurePolling(world, server) {
  const { sql, merchant, count } = world;
  const client = await startClient(world);
  await client.do({ poll: { url: server.url, ids: await seedPending(sql, merchant, count), everyMs: POLL_MS } });
  await sleep(POLL_MS);
  const idle = await whileIdle(sql, server);
  const { failed } = await client.do("close");
  if (failed > 0) throw new Error(`${failed} looks at a status failed`);
  await server.stop();
  return { idleMicrosPerPage: idle.microsPerSecond / count, queriesPerSecond: idle.queriesPerSecond };
}

async function startClient({ bench }) {
  const child = startFile(CLIENT);
  bench.onEnd(() => stopChild(child));
  await nextMessage(child);
  return {
    async do(task) {
      const answer = await ask(child, task);
      if (answer.failed) throw new Error(answer.failed);
      return answer.done;
    },
  };
}

async function whileIdle(sql, { pid }) {
  await sleep(STATISTICS_MS);
  const queries = await countQueries(sql);
  const micros = cpuMicros(pid);
  await sleep(IDLE_SECONDS * 1_000);
  const spent = cpuMicros(pid) - micros;
  return {
    microsPerSecond: spent / IDLE_SECONDS,
    // the one of the second count itself does not count
    queriesPerSecond: Math.max(0, (await countQueries(sql)) - queries - 1) / IDLE_SECONDS,
  };
}

/** Transactions of the database so far. */
async function countQueries(sql) {
  const [{ count }] = await sql`
    select xact_commit::int as count from pg_stat_database where datname = current_database()`;
  return count;
}

/** From a payment's answer, which follows its commit, to the moment at which the page has it. */
async function payInTurn({ bench, payer }, client, ids) {
  const http = new Client(payer.url);
  const paid = new Map();
  const paying = [];
  for (const id of ids.slice(0, PAID)) {
    paying.push(pay(http, id).then((at) => paid.set(id, at)));
    await sleep(SPACING_MS);
  }
  await Promise.all(paying);
  await http.close();
  const arrived = await waitFor("every page", async () => {
    const arrivals = new Map(await client.do("arrivals"));
    return arrivals.size >= paid.size && arrivals;
  });
  const waits = [...paid].map(([id, at]) => Math.max(0, Number(BigInt(arrived.get(id)) - at) / 1e6));
  bench.say(`told after ${milliseconds(median(waits))} at the median`);
  return waits;
}

async function pay(http, id) {
  const answer = await http.request({
    method: "POST",
    path: "/api/v1/simulate-payment",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ id }),
  });
  const text = await answer.body.text();
  if (answer.statusCode !== 200) throw new Error(`a payment was answered ${answer.statusCode}: ${text}`);
  return process.hrtime.bigint();
}
