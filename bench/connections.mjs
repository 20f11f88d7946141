import { startBaseline } from "./lib/baseline.mjs";
import { runLoad } from "./lib/load.mjs";
import { residentBytes } from "./lib/memory.mjs";
import { milliseconds, whole } from "./lib/numbers.mjs";
import { createLoad, NOWHERE, statusLoad } from "./lib/requests.mjs";
import { interleave, medianOf, medianRatio } from "./lib/rounds.mjs";
import { seedPending } from "./lib/seed.mjs";
import { startService } from "./lib/service.mjs";
import { atMost, row } from "./lib/table.mjs";
import { sleep } from "./lib/wait.mjs";

const INTENTS = 5_000;
const MANY = 256;
/** what the service uses when `DATABASE_POOL` is not given */
const POOL = 10;
/** the service looks every ten seconds for memory to give back */
const QUIET_MS = 45_000;

/**
 * Latencies with many connections and with one, against a bare server with as many; and the memory that is kept
 * afterwards.
 */
export async function connections(bench) {
  const { url, sql } = await bench.database();
  const merchant = await bench.till.makeMerchant(url, [NOWHERE]);
  const ids = await seedPending(sql, merchant, INTENTS);
  const bare = await startBaseline(bench, "bare-server.mjs", [url, String(POOL), merchant.keyHash]);
  const service = await startService(bench, url, { JOBS_DRIVER: "off" });
  const loads = (server, connections) => ({
    status: { ...statusLoad(bench, server, ids), connections },
    create: { ...createLoad(bench, server, merchant.key), connections },
  });
  const [many, one] = [loads(service, MANY), loads(service, 1)];
  const [bareMany, bareOne] = [loads(bare, MANY), loads(bare, 1)];
  for (const load of [bareMany, many].flatMap(Object.values)) await runLoad({ ...load, seconds: 2 });

  const results = await interleave(bench, {
    bareStatus: () => runLoad(bareMany.status),
    status: () => runLoad(many.status),
    bareCreate: () => runLoad(bareMany.create),
    create: () => runLoad(many.create),
    bareOneStatus: () => runLoad(bareOne.status),
    oneStatus: () => runLoad(one.status),
    bareOneCreate: () => runLoad(bareOne.create),
    oneCreate: () => runLoad(one.create),
  });
  await runLoad(many.create);
  await runLoad(many.status);
  const busyBytes = residentBytes(service.pid);
  await sleep(QUIET_MS);
  const quietBytes = residentBytes(service.pid);

  const tail = (name, ours, baseline) =>
    row({
      path: `${name} p99, ${MANY} connections`,
      measured: milliseconds(medianOf(ours, "p99Ms")),
      baseline: `${milliseconds(medianOf(baseline, "p99Ms"))} bare node:http`,
      ratio: medianRatio(ours, baseline, "p99Ms"),
      wanted: atMost(3),
    });
  const alone = (name, ours, baseline, limit) => {
    const value = medianOf(ours, "p50Ms");
    return row({
      path: `${name} p50, 1 connection`,
      measured: milliseconds(value),
      baseline: `${milliseconds(medianOf(baseline, "p50Ms"))} bare node:http`,
      ratio: medianRatio(ours, baseline, "p50Ms"),
      value,
      wanted: atMost(limit, "ms"),
    });
  };
  return [
    tail("status", results.status, results.bareStatus),
    tail("create", results.create, results.bareCreate),
    alone("status", results.oneStatus, results.bareOneStatus, 0.3),
    alone("create", results.oneCreate, results.bareOneCreate, 1.2),
    row({
      path: `memory ${QUIET_MS / 1_000} s after ${MANY} connections`,
      measured: megabytes(quietBytes),
      baseline: `${megabytes(busyBytes)} before`,
      value: quietBytes / 1e6,
      wanted: atMost(250, "MB"),
    }),
  ];
}

const megabytes = (bytes) => `${whole(bytes / 1e6)} MB`;
