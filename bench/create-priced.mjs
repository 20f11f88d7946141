import { runLoad, startLoad } from "./lib/load.mjs";
import { microseconds, milliseconds, perSecond } from "./lib/numbers.mjs";
import { createLoad, NOWHERE, PRICED_BODIES } from "./lib/requests.mjs";
import { interleave, medianOf, medianRatio } from "./lib/rounds.mjs";
import { countCpu, startService } from "./lib/service.mjs";
import { atMost, row } from "./lib/table.mjs";
import { sleep } from "./lib/wait.mjs";

const RUN_UP_MS = 1_000;
/** Of each kind, at the same time, so that whatever else the machine does affects both alike. */
const CREATES_PER_SECOND = 100;

/** Creates by price against creates in USDT, at the rate of a URL that isn't called. */
export async function createPriced(bench) {
  const { url, sql } = await bench.database();
  const { key, merchantId } = await bench.till.makeMerchant(url, [NOWHERE]);
  await seedRate(sql, merchantId);
  const service = await startService(bench, url, { JOBS_DRIVER: "off" });
  const usdt = createLoad(bench, service, key);
  const priced = { ...usdt, lines: bench.writeLines("priced.txt", PRICED_BODIES) };
  for (const load of [usdt, priced]) await runLoad({ ...load, seconds: 3 });

  const withCpu = async (load) => {
    const usedByEach = countCpu(service.pid);
    const result = await runLoad(load);
    return { ...result, ...usedByEach(result.requests) };
  };
  const found = await interleave(bench, {
    beside: () => besideEachOther(bench, { usdt, priced }),
    usdt: () => withCpu(usdt),
    priced: () => withCpu(priced),
  });
  const paced = (kind) => found.beside.map((round) => round[kind]);
  const cpu = (kind) =>
    `${microseconds(medianOf(found[kind], "nodeMicros"))} + ${microseconds(medianOf(found[kind], "postgresMicros"))}`;
  return [
    ...["p99Ms", "p50Ms"].map((member) =>
      row({
        path: `${2 * CREATES_PER_SECOND} creates a second, half by price: ${member === "p99Ms" ? "p99" : "median"}`,
        measured: milliseconds(medianOf(paced("priced"), member)),
        baseline: `${milliseconds(medianOf(paced("usdt"), member))} in USDT`,
        ratio: medianRatio(paced("priced"), paced("usdt"), member),
        wanted: member === "p99Ms" ? atMost(1.1) : null,
      }),
    ),
    row({
      path: "create by price, 32 connections",
      measured: perSecond(medianOf(found.priced, "perSecond")),
      baseline: `${perSecond(medianOf(found.usdt, "perSecond"))} in USDT`,
      ratio: medianRatio(found.priced, found.usdt, "perSecond"),
    }),
    row({ path: "CPU of one: node + PostgreSQL", measured: cpu("priced"), baseline: `${cpu("usdt")} in USDT` }),
  ];
}

/** A rate that stays in force for the whole run. */
async function seedRate(sql, merchantId) {
  await sql`
    insert into exchange_rates (merchant_id, currency, source, spread_bps, url, url_pointer, url_way, url_max_age_seconds,
                                band_bps, next_fetch_at, fetched_rate, fetched_at, updated_by)
    select ${merchantId}, 'EUR', 'url', 50, ${NOWHERE}, '/eur', 'usdt_per_unit', 86400, 1000, now(), '1.0895', now(), m.user_id
      from memberships m where m.merchant_id = ${merchantId} limit 1`;
}

/** The latencies of both loads at once, each request at its time. */
async function besideEachOther(bench, loads) {
  const kinds = Object.keys(loads);
  const running = await Promise.all(kinds.map((kind) => startLoad({ ...loads[kind], perSecond: CREATES_PER_SECOND })));
  await sleep(RUN_UP_MS);
  await Promise.all(running.map((load) => load.mark()));
  await sleep(bench.seconds * 1_000);
  const results = await Promise.all(running.map((load) => load.stop()));
  const failed = results.reduce((sum, result) => sum + result.failed, 0);
  if (failed > 0) throw new Error(`${failed} creates failed`);
  const byKind = Object.fromEntries(kinds.map((kind, index) => [kind, results[index]]));
  return { ...byKind, pricedP99Ms: byKind.priced.p99Ms, usdtP99Ms: byKind.usdt.p99Ms };
}
