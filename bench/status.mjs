import { startBaseline } from "./lib/baseline.mjs";
import { runLoad } from "./lib/load.mjs";
import { perSecond } from "./lib/numbers.mjs";
import { NOWHERE, statusLoad } from "./lib/requests.mjs";
import { interleave, medianOf, medianRatio } from "./lib/rounds.mjs";
import { seedPending } from "./lib/seed.mjs";
import { startService } from "./lib/service.mjs";
import { atLeast, row } from "./lib/table.mjs";

const INTENTS = 5_000;
/** what the service uses when `DATABASE_POOL` is not given */
const CONNECTIONS = 10;

/** Status requests per second against a bare server that makes the same select. */
export async function status(bench) {
  const { url, sql } = await bench.database();
  const merchant = await bench.till.makeMerchant(url, [NOWHERE]);
  const ids = await seedPending(sql, merchant, INTENTS);
  const bare = await startBaseline(bench, "bare-server.mjs", [url, String(CONNECTIONS)]);
  const service = await startService(bench, url, { JOBS_DRIVER: "off" });
  const asked = { baseline: statusLoad(bench, bare, ids), ours: statusLoad(bench, service, ids) };
  for (const load of Object.values(asked)) await runLoad({ ...load, seconds: 2 });

  const { baseline, ours } = await interleave(bench, {
    baseline: () => runLoad(asked.baseline),
    ours: () => runLoad(asked.ours),
  });
  return [
    row({
      path: "GET /intent-status, 32 connections",
      measured: perSecond(medianOf(ours, "perSecond")),
      baseline: `${perSecond(medianOf(baseline, "perSecond"))} bare node:http`,
      ratio: medianRatio(ours, baseline, "perSecond"),
      wanted: atLeast(1.5),
    }),
  ];
}
