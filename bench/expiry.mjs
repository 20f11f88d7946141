import { startLoad } from "./lib/load.mjs";
import { kilobytes, microseconds, milliseconds, seconds, whole } from "./lib/numbers.mjs";
import { startReceiver } from "./lib/receiver.mjs";
import { createLoad } from "./lib/requests.mjs";
import { interleave, medianOf, medianRatio } from "./lib/rounds.mjs";
import { vacuum } from "./lib/seed.mjs";
import { countCpu, startService } from "./lib/service.mjs";
import { openStandIn } from "./lib/stand-in.mjs";
import { atMost, row } from "./lib/table.mjs";
import { sleep, waitFor } from "./lib/wait.mjs";

/** Time to write the intents that become due, all in one moment. */
const LEAD_SECONDS = 15;
/** Load before the part of it that is measured. */
const RUN_UP_MS = 1_000;
/** As in `lib/payments/intents/expire-due.ts`. */
const BATCH = 1_000;
const LANES = 2;

/** How long many due intents take to expire while their events are sent too, and what creates feel of it. */
export async function expiry(bench) {
  const count = bench.count(50_000);
  const { url, sql } = await bench.database();
  const receiver = await startReceiver(bench, "fast");
  const merchant = await bench.till.makeMerchant(url, [`${receiver.url}/hook`]);
  const service = await startService(bench, url, { JOBS_DRIVER: "embedded" });
  const load = createLoad(bench, service, merchant.key);
  await createDuring(load, () => sleep(2_000));
  const standIn = await openStandIn(sql, service.pid);
  const batches = Math.ceil(count / BATCH);
  let ofBatch;

  const { alone, without, meanwhile, computing, writing } = await interleave(bench, {
    without: async () => {
      await quieten(sql);
      return createDuring(load, () => sleep(bench.seconds * 1_000));
    },
    alone: async () => {
      await quieten(sql);
      const due = await seedDue(sql, merchant, count);
      await sleep(due - performance.now());
      const writtenSince = await standIn.countWritten();
      const usedByEach = countCpu(service.pid);
      const result = await untilExpired(sql, due);
      const used = usedByEach(count);
      ofBatch = { postgresMicros: (used.postgresMicros * count) / batches, bytes: (await writtenSince()) / batches };
      await requireEvents(sql);
      return { ...result, ...used, bytes: (ofBatch.bytes * batches) / count };
    },
    meanwhile: async () => {
      await quieten(sql);
      const due = await seedDue(sql, merchant, count);
      await sleep(due - RUN_UP_MS - performance.now());
      const result = await createDuring(load, () => untilExpired(sql, due));
      await requireEvents(sql);
      return result;
    },
    ...(standIn.isMeasurable && {
      computing: async () => {
        await quieten(sql);
        return createDuring(load, () => inLanes(batches, () => standIn.compute(ofBatch)));
      },
      writing: async () => {
        await quieten(sql);
        return createDuring(load, () => inLanes(batches, () => standIn.write(ofBatch)));
      },
    }),
  });
  const took = medianOf(alone, "seconds");
  return [
    row({
      path: `${whole(count)} due intents expired, with events and deliveries`,
      measured: `${seconds(took)} (beside creates ${seconds(medianOf(meanwhile, "seconds"))})`,
      value: took,
      wanted: atMost(4, "s"),
    }),
    row({
      path: "CPU of one: node + PostgreSQL",
      measured: `${microseconds(medianOf(alone, "nodeMicros"))} + ${microseconds(medianOf(alone, "postgresMicros"))}`,
      baseline: `${kilobytes(medianOf(alone, "bytes"))} of write-ahead log`,
    }),
    row({
      path: "create's p99 meanwhile, 32 connections",
      measured: milliseconds(medianOf(meanwhile, "p99Ms")),
      baseline: `${milliseconds(medianOf(without, "p99Ms"))} without`,
      ratio: medianRatio(meanwhile, without, "p99Ms"),
      wanted: atMost(1.5),
    }),
    ...(standIn.isMeasurable
      ? [
          besideStandIn("the same beside queries that only compute, for as much CPU time", computing, without),
          besideStandIn("the same beside queries that also write as much of the log", writing, without),
        ]
      : []),
  ];
}

function besideStandIn(path, standIn, without) {
  return row({
    path,
    measured: milliseconds(medianOf(standIn, "p99Ms")),
    baseline: `${milliseconds(medianOf(without, "p99Ms"))} without, ${seconds(medianOf(standIn, "seconds"))}`,
    ratio: medianRatio(standIn, without, "p99Ms"),
  });
}

/** Waits until every event of the measurement before is delivered. */
async function quieten(sql) {
  await waitFor("the deliveries", async () => {
    const [{ waiting }] = await sql`select exists (select from webhook_deliveries where status = 'pending') as waiting`;
    return !waiting;
  });
  await sleep(1_200); // the request log writes once a second
}

/** Pending intents that all become due at once. Gives the moment on the scale of `performance.now()`. */
async function seedDue(sql, { merchantId, terminalId }, count) {
  const begun = performance.now();
  await sql`
    insert into payment_intents (id, merchant_id, terminal_id, environment, amount_micros, expires_at)
    select gen_random_uuid(), ${merchantId}, ${terminalId}, 'sandbox', 1000000 + n,
           now() + make_interval(secs => ${LEAD_SECONDS})
      from generate_series(1, ${count}::int) n`;
  await vacuum(sql);
  const due = begun + LEAD_SECONDS * 1_000;
  if (performance.now() > due - 2 * RUN_UP_MS) throw new Error("the machine is too busy to seed the intents in time");
  return due;
}

async function untilExpired(sql, due) {
  await waitFor("every expiry", async () => {
    const [{ waiting }] = await sql`
      select exists (select from payment_intents where status = 'pending' and expires_at <= now()) as waiting`;
    return !waiting;
  });
  return { seconds: (performance.now() - due) / 1_000 };
}

async function requireEvents(sql) {
  const [{ left }] = await sql`
    select count(*)::int as left from payment_intents i where i.status = 'expired' and not exists (
      select from events e join webhook_deliveries d on d.event_id = e.id
       where e.intent_id = i.id and e.type = 'payment.expired')`;
  if (left > 0) throw new Error(`${left} expiries left no event with a delivery`);
}

/** Keeps as many backends busy as expiries do. */
async function inLanes(batches, work) {
  const begun = performance.now();
  let left = batches;
  const lane = async () => {
    while (left-- > 0) await work();
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return { seconds: (performance.now() - begun) / 1_000 };
}

/** The latencies of creates during some work, after a run-up. */
async function createDuring(load, work) {
  const running = await startLoad(load);
  await sleep(RUN_UP_MS);
  await running.mark();
  const worked = await work();
  const result = await running.stop();
  if (result.failed > 0) throw new Error(`${result.failed} creates failed`);
  return { ...result, ...worked };
}
