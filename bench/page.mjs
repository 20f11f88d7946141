import { startBaseline } from "./lib/baseline.mjs";
import { runLoad } from "./lib/load.mjs";
import { kilobytes, perSecond } from "./lib/numbers.mjs";
import { NOWHERE } from "./lib/requests.mjs";
import { interleave, medianOf, medianRatio } from "./lib/rounds.mjs";
import { weighScripts } from "./lib/scripts.mjs";
import { seedPending } from "./lib/seed.mjs";
import { startService } from "./lib/service.mjs";
import { atMost, row } from "./lib/table.mjs";

const INTENTS = 1_000;

/** The hosted page: how many a second against plain React, and what script a customer's phone loads with it. */
export async function page(bench) {
  const { url, sql } = await bench.database();
  const merchant = await bench.till.makeMerchant(url, [NOWHERE]);
  const ids = await seedPending(sql, merchant, INTENTS);
  const service = await startService(bench, url, { JOBS_DRIVER: "off" });
  const html = await (await fetch(`${service.url}/pay/${ids[0]}`)).text();
  const react = await startBaseline(bench, "react-page.mjs", [String(Buffer.byteLength(html))]);
  const script = await weighScripts(service.url, html);

  const shared = { connections: 32, seconds: bench.seconds };
  const plain = { ...shared, url: react.url, path: "/" };
  const pages = { ...shared, url: service.url, path: "/pay/", lines: bench.writeLines("pages.txt", ids) };
  for (const load of [plain, pages]) await runLoad({ ...load, seconds: 3 });
  const { baseline, ours } = await interleave(bench, {
    baseline: () => runLoad(plain),
    ours: () => runLoad(pages),
  });
  return [
    row({
      path: `hosted page (${kilobytes(Buffer.byteLength(html))} of HTML), 32 connections`,
      measured: perSecond(medianOf(ours, "perSecond")),
      baseline: `${perSecond(medianOf(baseline, "perSecond"))} renderToString`,
      ratio: medianRatio(ours, baseline, "perSecond"),
    }),
    row({
      path: "its script, gzip",
      measured: `${kilobytes(script.files)} in ${script.count} files (+ ${kilobytes(script.inline)} inline)`,
      value: script.files / 1_000,
      wanted: atMost(130, "kB"),
    }),
  ];
}
