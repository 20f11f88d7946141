import { runLoad } from "./lib/load.mjs";
import { perSecond, whole } from "./lib/numbers.mjs";
import { createLoad, NOWHERE } from "./lib/requests.mjs";
import { interleave, medianOf, medianRatio } from "./lib/rounds.mjs";
import { endPending, seedPendingWithEvents } from "./lib/seed.mjs";
import { startService } from "./lib/service.mjs";
import { atLeast, row } from "./lib/table.mjs";

/** Creates per second with many pending intents against none, on two otherwise identical databases. */
export async function createPending(bench) {
  const pending = bench.count(100_000);
  const empty = await prepare(bench);
  const full = await prepare(bench);
  await seedPendingWithEvents(full.sql, full.merchant, pending);
  for (const { load } of [empty, full]) await runLoad({ ...load, seconds: 3 });

  const { none, many } = await interleave(bench, {
    none: async () => {
      await endPending(empty.sql);
      await bench.settle();
      return runLoad(empty.load);
    },
    many: () => runLoad(full.load),
  });
  return [
    row({
      path: `create with ${whole(pending)} pending intents`,
      measured: perSecond(medianOf(many, "perSecond")),
      baseline: `${perSecond(medianOf(none, "perSecond"))} with none`,
      ratio: medianRatio(many, none, "perSecond"),
      wanted: atLeast(0.9),
    }),
  ];
}

async function prepare(bench) {
  const { url, sql } = await bench.database();
  const merchant = await bench.till.makeMerchant(url, [NOWHERE]);
  const service = await startService(bench, url, { JOBS_DRIVER: "off" });
  return { sql, merchant, load: createLoad(bench, service, merchant.key) };
}
