import { runLoad } from "./lib/load.mjs";
import { microseconds, milliseconds, perSecond } from "./lib/numbers.mjs";
import { hasPgbench, runCreateTransactions } from "./lib/pgbench.mjs";
import { createLoad, NOWHERE } from "./lib/requests.mjs";
import { interleave, medianOf, medianRatio } from "./lib/rounds.mjs";
import { countCpu, startService } from "./lib/service.mjs";
import { atLeast, atMost, row } from "./lib/table.mjs";

/** Creates per second, and their p99, against the same rows written as one plain transaction each. */
export async function create(bench) {
  const { url } = await bench.database();
  const { key, keyHash } = await bench.till.makeMerchant(url, [NOWHERE]);
  const service = await startService(bench, url, { JOBS_DRIVER: "off" });
  const load = createLoad(bench, service, key);
  const transactions = (clients) =>
    withCpu(bench, service, () => runCreateTransactions(bench, { databaseUrl: url, keyHash, clients }));
  await runLoad({ ...load, seconds: 3 });

  const { plain8, plain32, ours } = await interleave(bench, {
    plain8: () => transactions(8),
    plain32: () => transactions(32),
    ours: () => withCpu(bench, service, () => runLoad(load)),
  });
  const writer = hasPgbench ? "pgbench" : "postgres.js";
  return [
    row({
      path: "POST /create-payment-intent, 32 connections",
      measured: perSecond(medianOf(ours, "perSecond")),
      baseline: `${perSecond(medianOf(plain8, "perSecond"))} ${writer}, 8 clients`,
      ratio: medianRatio(ours, plain8, "perSecond"),
      wanted: atLeast(2),
    }),
    row({
      path: "its p99",
      measured: milliseconds(medianOf(ours, "p99Ms")),
      baseline: `${milliseconds(medianOf(plain32, "p99Ms"))} ${writer}, 32 clients`,
      ratio: medianRatio(ours, plain32, "p99Ms"),
      wanted: atMost(0.8),
    }),
    row({
      path: "CPU of one: node + PostgreSQL",
      measured: `${microseconds(medianOf(ours, "nodeMicros"))} + ${microseconds(medianOf(ours, "postgresMicros"))}`,
      baseline: `0 + ${microseconds(medianOf(plain8, "postgresMicros"))} ${writer}, 8 clients`,
    }),
  ];
}

/** Adds the CPU time of the service and of PostgreSQL for each request or transaction. */
async function withCpu({ seconds }, service, measure) {
  const usedByEach = countCpu(service.pid);
  const result = await measure();
  return { ...result, ...usedByEach(result.requests ?? result.perSecond * seconds) };
}
