import path from "node:path";
import { freePort } from "../scripts/lib/free-port.mjs";
import { loadChromium } from "./lib/bundle.mjs";
import { startProgram, stopChild } from "./lib/children.mjs";
import { median } from "./lib/numbers.mjs";
import { NOWHERE } from "./lib/requests.mjs";
import { seedPending } from "./lib/seed.mjs";
import { startService } from "./lib/service.mjs";
import { atLeast, row } from "./lib/table.mjs";
import { waitFor } from "./lib/wait.mjs";

const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"];
/** A payment's address is as good as its id and is never indexed: that is no fault of the page. */
const SKIPPED = ["is-crawlable"];

/** The four scores of the hosted page as a phone on a slow network sees it, by Lighthouse's own settings. */
export async function lighthouse(bench) {
  const { default: runLighthouse } = await import("lighthouse");
  const { url, sql } = await bench.database();
  const merchant = await bench.till.makeMerchant(url, [NOWHERE]);
  const ids = await seedPending(sql, merchant, bench.rounds);
  const service = await startService(bench, url, { JOBS_DRIVER: "off" });
  const port = await startChromium(bench);

  const scores = Object.fromEntries(CATEGORIES.map((name) => [name, []]));
  for (const id of ids) {
    const settings = { onlyCategories: CATEGORIES, skipAudits: SKIPPED };
    const flags = { port, output: "json", logLevel: "error" };
    const { lhr } = await runLighthouse(`${service.url}/pay/${id}`, flags, { extends: "lighthouse:default", settings });
    if (lhr.runtimeError) throw new Error(lhr.runtimeError.message);
    for (const name of CATEGORIES) scores[name].push(Math.round((lhr.categories[name].score ?? Number.NaN) * 100));
    bench.say(CATEGORIES.map((name) => `${name} ${scores[name].at(-1)}`).join(", "));
    for (const line of faultsOf(lhr)) bench.say(`  ${line}`);
  }
  return CATEGORIES.map((name) => {
    const score = median(scores[name]);
    return row({
      path: `hosted page, Lighthouse: ${name}`,
      measured: `${score}`,
      value: score,
      wanted: atLeast(100, ""),
    });
  });
}

/** What cost points, the dearest first. */
function faultsOf({ categories, audits }) {
  return Object.values(categories).flatMap(({ id, auditRefs }) =>
    auditRefs
      .filter((one) => one.weight > 0 && audits[one.id].score !== null && audits[one.id].score < 0.9)
      .map((one) => `${id}: ${one.id} ${audits[one.id].displayValue ?? ""}`.trim()),
  );
}

/** The browser that the tests use; resolves to the port that Lighthouse talks to it by. */
async function startChromium(bench) {
  const { executablePath, args = [], env } = (await loadChromium()).chromiumOptions();
  const port = await freePort();
  const own = [
    "--headless",
    `--remote-debugging-port=${port}`,
    `--user-data-dir=${path.join(bench.folder, "chromium")}`,
  ];
  const child = startProgram(executablePath, [...args, ...own, "about:blank"], { stdio: "ignore", env, group: true });
  bench.onEnd(() => stopChild(child));
  await waitFor("the browser", () =>
    fetch(`http://127.0.0.1:${port}/json/version`).then(
      (answer) => answer.ok,
      () => false,
    ),
  );
  return port;
}
