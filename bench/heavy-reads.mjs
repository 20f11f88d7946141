import { Agent, request } from "undici";
import { startLoad } from "./lib/load.mjs";
import { peakBytes, residentBytes } from "./lib/memory.mjs";
import { milliseconds, seconds, whole } from "./lib/numbers.mjs";
import { createLoad, NOWHERE } from "./lib/requests.mjs";
import { interleave, medianOf, medianRatio } from "./lib/rounds.mjs";
import { seedSales } from "./lib/seed.mjs";
import { startService } from "./lib/service.mjs";
import { atMost, row } from "./lib/table.mjs";
import { sleep } from "./lib/wait.mjs";

/** The longest period of a report, and the most terminals of a business. */
const DAYS = 366;
const TERMINALS = 200;
/** The most days that a page lists one by one. */
const LISTED_DAYS = 92;
/** The most that one member may read at once. */
const AT_ONCE = 4;
const PAYMENTS = 250_000;
const RUN_UP_MS = 1_000;
/** After which the service has given back what a burst took. */
const QUIET_MS = 60_000;
/**
 * A busy business. Requests come at their times, so that one that finds everything at a standstill counts with all of
 * it.
 */
const CREATES_PER_SECOND = 100;
const CHAIN = { email: "chain@example.com", password: "a long enough password" };

/** What creates of one business take while a member of another reads as much as it may. */
export async function heavyReads(bench) {
  const { url, sql } = await bench.database();
  const seller = await bench.till.makeMerchant(url, [NOWHERE]);
  const chain = await bench.till.makeMerchant(url, [], CHAIN);
  bench.say(`seeding ${TERMINALS} terminals and ${whole(bench.count(PAYMENTS))} payments over ${DAYS} days`);
  await seedSales(sql, chain, { count: bench.count(PAYMENTS), days: DAYS, terminals: TERMINALS });
  const service = await startService(bench, url, { JOBS_DRIVER: "off" });
  const read = await reader(bench, service, chain);
  const load = { ...createLoad(bench, service, seller.key), perSecond: CREATES_PER_SECOND };

  const measurements = {
    without: () => createsDuring(load, () => sleep(bench.seconds * 1_000)),
    export: () => createsDuring(load, () => read("reports/export")),
    exports: () => createsDuring(load, () => atOnce(() => read("reports/export"))),
    pages: () => createsDuring(load, () => atOnce(() => read("reports"))),
    listed: () => createsDuring(load, () => atOnce(() => read("reports", LISTED_DAYS))),
    payments: () => createsDuring(load, () => atOnce(() => read("payments/export"))),
  };
  const { without, ...reading } = await interleave(bench, measurements);
  const most = peakBytes(service.pid);
  bench.say("waiting for the service to give its memory back");
  await sleep(QUIET_MS);
  const later = residentBytes(service.pid);
  const names = {
    export: `report of ${DAYS} days and ${TERMINALS} terminals as a file`,
    exports: `${AT_ONCE} of them at once`,
    pages: `${AT_ONCE} of its page at once`,
    listed: `${AT_ONCE} pages of ${LISTED_DAYS} days at once`,
    payments: `${AT_ONCE} exports of ${whole(bench.count(PAYMENTS))} payments at once`,
  };
  return [
    ...Object.entries(names).map(([name, path]) =>
      row({
        path: `create's p99 beside: ${path}`,
        measured: `${milliseconds(medianOf(reading[name], "p99Ms"))}, at most ${milliseconds(medianOf(reading[name], "mostMs"))}, read in ${seconds(medianOf(reading[name], "seconds"))}`,
        baseline: `${milliseconds(medianOf(without, "p99Ms"))} without`,
        ratio: medianRatio(reading[name], without, "p99Ms"),
        value: medianOf(reading[name], "p99Ms"),
        wanted: atMost(100, "ms"),
      }),
    ),
    row({ path: "memory at most, of the service", measured: megabytes(most) }),
    row({
      path: "memory a minute later",
      measured: megabytes(later),
      value: later / 1_000_000,
      wanted: atMost(250, "MB"),
    }),
  ];
}

/** Reads a page or file of the chain's dashboard to its end, signed in as its owner. */
async function reader(bench, service, { merchantId }) {
  const dispatcher = new Agent({ headersTimeout: 0, bodyTimeout: 0 });
  bench.onEnd(() => dispatcher.destroy());
  const cookie = await signIn(service.url);
  const day = (daysAgo) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
  return async (path, days = DAYS) => {
    const query = path.startsWith("reports") ? `?from=${day(days - 1)}&to=${day(0)}` : "";
    const address = `${service.url}/dashboard/${merchantId}/sandbox/${path}${query}`;
    const answer = await request(address, { headers: { cookie }, dispatcher });
    let bytes = 0;
    for await (const chunk of answer.body) bytes += chunk.length;
    if (answer.statusCode !== 200) throw new Error(`${path} was answered ${answer.statusCode}`);
    return { bytes };
  };
}

async function signIn(url) {
  const asked = await fetch(`${url}/api/auth/csrf`);
  const { csrfToken } = await asked.json();
  const answer = await fetch(`${url}/api/auth/callback/credentials`, {
    method: "POST",
    redirect: "manual",
    headers: { cookie: cookiesOf(asked), origin: url },
    body: new URLSearchParams({ csrfToken, ...CHAIN, json: "true" }),
  });
  return cookiesOf(answer);
}

function cookiesOf(answer) {
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";", 1)[0])
    .join("; ");
}

async function atOnce(read) {
  const all = await Promise.all(Array.from({ length: AT_ONCE }, read));
  return { bytes: all[0].bytes };
}

/** The latencies of creates while something is read, from its first to its last byte. */
async function createsDuring(load, work) {
  const running = await startLoad(load);
  await sleep(RUN_UP_MS);
  await running.mark();
  const begun = performance.now();
  const worked = await work();
  const took = { seconds: (performance.now() - begun) / 1_000 };
  const result = await running.stop();
  if (result.failed > 0) throw new Error(`${result.failed} creates failed`);
  return { ...result, ...worked, ...took };
}

function megabytes(bytes) {
  return `${whole(bytes / 1_000_000)} MB`;
}
