import { runLoad } from "./lib/load.mjs";
import { microseconds } from "./lib/numbers.mjs";
import { createLoad, NOWHERE, STATUS_PATH, statusLoad } from "./lib/requests.mjs";
import { interleave, medianOf, medianRatio } from "./lib/rounds.mjs";
import { seedPending } from "./lib/seed.mjs";
import { cpuMicros, startService } from "./lib/service.mjs";
import { atMost, row } from "./lib/table.mjs";

const INTENTS = 5_000;

/** CPU time of the service's process for one API request, through the fast lane and through Next. */
export async function cpu(bench) {
  if (process.platform !== "linux") throw new Error("CPU time is read from /proc, which only Linux has");
  const { url, sql } = await bench.database();
  const merchant = await bench.till.makeMerchant(url, [NOWHERE]);
  const ids = await seedPending(sql, merchant, INTENTS);
  const fast = await startService(bench, url, { JOBS_DRIVER: "off" });
  const slow = await startService(bench, url, { JOBS_DRIVER: "off", FAST_LANE: "false" });
  await requireLanes(fast, slow, ids[0]);

  const measure = (service, load) => async () => {
    const before = cpuMicros(service.pid);
    const { requests } = await runLoad(load);
    return { micros: (cpuMicros(service.pid) - before) / requests };
  };
  const measurements = {};
  for (const [lane, service] of Object.entries({ next: slow, fast })) {
    const loads = { status: statusLoad(bench, service, ids), create: createLoad(bench, service, merchant.key) };
    for (const [path, load] of Object.entries(loads)) {
      await runLoad({ ...load, seconds: 2 });
      measurements[`${path} ${lane}`] = measure(service, load);
    }
  }
  const results = await interleave(bench, measurements);
  return ["status", "create"].map((path) =>
    row({
      path: `CPU of a ${path} request`,
      measured: microseconds(medianOf(results[`${path} fast`], "micros")),
      baseline: `${microseconds(medianOf(results[`${path} next`], "micros"))} through Next`,
      ratio: medianRatio(results[`${path} fast`], results[`${path} next`], "micros"),
      wanted: atMost(0.2),
    }),
  );
}

/** Next adds the headers of `next.config.ts` to every answer, the fast lane does not: so the lane shows. */
async function requireLanes(fast, slow, id) {
  const throughNext = async ({ url }) => {
    const answer = await fetch(`${url}${STATUS_PATH}${id}`);
    await answer.arrayBuffer();
    return answer.headers.has("x-frame-options");
  };
  if (await throughNext(fast)) throw new Error("the fast lane does not answer the API");
  if (!(await throughNext(slow))) throw new Error("FAST_LANE=false does not switch the fast lane off");
}
