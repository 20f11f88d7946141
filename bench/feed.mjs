import { randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import { freePort } from "../scripts/lib/free-port.mjs";
import { ask, nextMessage, startFile, stopChild } from "./lib/children.mjs";
import { runLoad } from "./lib/load.mjs";
import { heldBytes, inspectable } from "./lib/memory.mjs";
import { median, milliseconds, percentile, perSecond, whole } from "./lib/numbers.mjs";
import { createLoad, NOWHERE } from "./lib/requests.mjs";
import { interleave, medianOf, medianRatio } from "./lib/rounds.mjs";
import { startService } from "./lib/service.mjs";
import { atLeast, atMost, row } from "./lib/table.mjs";
import { sleep, waitFor } from "./lib/wait.mjs";

const CLIENT = fileURLToPath(new URL("lib/reader-client.mjs", import.meta.url));
const PER_KEY = 10;
const KEYS = 50;
const EVENTS = 200;
const SPACING_MS = 30;
const IDLE_SECONDS = 15;
/** a connection of PostgreSQL's tells of what it did at most so late */
const STATISTICS_MS = 11_000;
const MEGABYTE = 1_000_000;

/**
 * Readers that wait for events: how soon they have one, what 500 of them cost one process, how soon they are answered
 * when it stops, and what numbering the events costs those that are created.
 */
export async function feed(bench) {
  if (process.platform !== "linux") throw new Error("memory is read from /proc, which only Linux has");
  const { url, sql } = await bench.database();
  const merchants = await bench.till.makeMerchants(url, KEYS);
  const creator = await bench.till.makeMerchant(url, [NOWHERE], {
    email: "creator@example.com",
    password: randomUUID(),
  });
  const world = { bench, url, sql, merchants, creator };
  const service = await startService(bench, url, { JOBS_DRIVER: "off" });
  const load = createLoad(bench, service, creator.key);
  await runLoad({ ...load, seconds: 3 });

  const { waiting, alone, beside } = await interleave(bench, {
    waiting: () => measureWaiting(world),
    alone: () => runLoad(load),
    beside: () => whileNumbering(world, service, () => runLoad(load)),
  });
  const readers = `${whole(KEYS * PER_KEY)} waiting readers`;
  const p95 = medianOf(waiting, "p95Ms");
  const megabytes = medianOf(waiting, "megabytes");
  const drainMs = medianOf(waiting, "drainMs");
  const queries = medianOf(waiting, "queriesPerSecond");
  return [
    row({
      path: `${readers}: commit → reader, p95`,
      measured: `${milliseconds(p95)} (p50 ${milliseconds(medianOf(waiting, "p50Ms"))})`,
      value: p95,
      wanted: atMost(300, "ms"),
    }),
    row({
      path: `${readers}: memory`,
      measured: `${megabytes.toFixed(1)} MB`,
      value: megabytes,
      wanted: atMost(20, "MB"),
    }),
    row({
      path: `${readers}: transactions in a second, idle`,
      measured: queries.toFixed(1),
      baseline: `${medianOf(waiting, "queriesOfFewPerSecond").toFixed(1)} with ${PER_KEY} readers`,
    }),
    row({
      path: `${readers}: SIGTERM → last answer`,
      measured: milliseconds(drainMs),
      value: drainMs,
      wanted: atMost(1_000, "ms"),
    }),
    row({
      path: "POST /create-payment-intent while events are numbered",
      measured: perSecond(medianOf(beside, "perSecond")),
      baseline: `${perSecond(medianOf(alone, "perSecond"))} without`,
      ratio: medianRatio(beside, alone, "perSecond"),
      wanted: atLeast(0.95),
    }),
  ];
}

async function measureWaiting(world) {
  const { bench, url, sql, merchants } = world;
  const port = await freePort();
  const server = await startService(bench, url, { JOBS_DRIVER: "off", NODE_OPTIONS: inspectable(port) });
  const client = await startClient(bench);
  const keys = merchants.map(({ key }) => key);
  await client.do({ open: { url: server.url, keys: keys.slice(0, 1), perKey: PER_KEY } });
  const queriesOfFewPerSecond = await whileIdle(sql);
  const bytesBefore = await heldBytes(port);
  await client.do({ open: { url: server.url, keys: keys.slice(1), perKey: PER_KEY } });
  await sleep(1_000);
  const megabytes = ((await heldBytes(port)) - bytesBefore) / MEGABYTE;
  const queriesPerSecond = await whileIdle(sql);
  const waits = await writeInTurn(world, client);
  const draining = client.do("last");
  const stoppedAt = process.hrtime.bigint();
  const stopping = server.stop();
  const { at, failed } = await draining;
  await stopping;
  if (failed > 0) throw new Error(`${failed} readers failed`);
  return {
    p50Ms: percentile(waits, 50),
    p95Ms: percentile(waits, 95),
    megabytes,
    queriesPerSecond,
    queriesOfFewPerSecond,
    drainMs: Number(BigInt(at) - stoppedAt) / 1e6,
  };
}

/** Reads of another business, whose readers number the events of all. */
async function whileNumbering({ bench, merchants }, service, work) {
  const client = await startClient(bench);
  await client.do({ open: { url: service.url, keys: [merchants[0].key], perKey: PER_KEY } });
  const result = await work();
  client.stop();
  return result;
}

async function startClient(bench) {
  const child = startFile(CLIENT);
  bench.onEnd(() => stopChild(child));
  await nextMessage(child);
  return {
    stop: () => stopChild(child),
    async do(task) {
      const answer = await ask(child, task);
      if (answer.failed) throw new Error(answer.failed);
      return answer.done;
    },
  };
}

/** Transactions of the database in a second. */
async function whileIdle(sql) {
  await sleep(STATISTICS_MS);
  const before = await countTransactions(sql);
  await sleep(IDLE_SECONDS * 1_000);
  return ((await countTransactions(sql)) - before - 1) / IDLE_SECONDS;
}

async function countTransactions(sql) {
  const [{ count }] = await sql`
    select xact_commit::int as count from pg_stat_database where datname = current_database()`;
  return count;
}

/** From the commit of an event to the answer of each reader that waits for those of its business. */
async function writeInTurn({ bench, sql, merchants }, client) {
  const written = new Map();
  for (let n = 0; n < EVENTS; n++) {
    const id = randomUUID();
    const { merchantId, terminalId } = merchants[n % merchants.length];
    await sql`
      insert into events (id, merchant_id, terminal_id, environment, type, body)
      values (${id}, ${merchantId}, ${terminalId}, 'sandbox', 'payment.success', '{}')`;
    written.set(id, process.hrtime.bigint());
    await sleep(SPACING_MS);
  }
  const arrived = [];
  await waitFor("every reader", async () => {
    arrived.push(...(await client.do("arrivals")));
    return arrived.length >= EVENTS * PER_KEY;
  });
  const waits = arrived.map(([id, at]) => Number(BigInt(at) - written.get(id)) / 1e6);
  bench.say(`told after ${milliseconds(median(waits))} at the median`);
  return waits;
}
