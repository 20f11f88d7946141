import { gzipSync } from "node:zlib";
import { runLoad } from "./lib/load.mjs";
import { residentBytes } from "./lib/memory.mjs";
import { kilobytes, microseconds, perSecond } from "./lib/numbers.mjs";
import { NOWHERE, statusLoad } from "./lib/requests.mjs";
import { interleave, medianOf, medianRatio } from "./lib/rounds.mjs";
import { seedPending } from "./lib/seed.mjs";
import { cpuMicros, startService } from "./lib/service.mjs";
import { atLeast, atMost, row } from "./lib/table.mjs";

const INTENTS = 10_000;

/** The hosted page beside our own status requests, and what a customer's phone loads with it. */
export async function page(bench) {
  const { url, sql } = await bench.database();
  const merchant = await bench.till.makeMerchant(url, [NOWHERE]);
  const ids = await seedPending(sql, merchant, INTENTS);
  const service = await startService(bench, url, { JOBS_DRIVER: "off" });
  const status = statusLoad(bench, service, ids);
  const headers = { "Accept-Encoding": "gzip" };
  const few = { ...status, path: "/pay/", headers, lines: bench.writeLines("pages.txt", ids.slice(0, 1_000)) };
  const all = { ...status, path: "/pay/", headers };
  for (const load of [status, few]) await runLoad({ ...load, seconds: 3 });
  const before = residentBytes(service.pid);
  const measured = (load) => async () => {
    const from = cpuMicros(service.pid);
    const result = await runLoad(load);
    return { ...result, micros: (cpuMicros(service.pid) - from) / result.requests };
  };
  const results = await interleave(bench, { status: measured(status), few: measured(few) });
  const many = await measured(all)();
  const grown = residentBytes(service.pid) - before;
  return [
    row({
      path: "hosted page, 32 connections, 1,000 payments",
      measured: perSecond(medianOf(results.few, "perSecond")),
      baseline: `${perSecond(medianOf(results.status, "perSecond"))} of our status`,
      ratio: medianRatio(results.few, results.status, "perSecond"),
      wanted: atLeast(0.5),
    }),
    row({
      path: "the same of 10,000 payments, more than are kept",
      measured: perSecond(many.perSecond),
      baseline: `${perSecond(medianOf(results.status, "perSecond"))} of our status`,
      ratio: many.perSecond / medianOf(results.status, "perSecond"),
    }),
    row({
      path: "node's CPU for one",
      measured: microseconds(medianOf(results.few, "micros")),
      value: medianOf(results.few, "micros") / 1_000,
      wanted: atMost(0.25, "ms"),
    }),
    row({
      path: "memory after 10,000 different pages",
      measured: `+ ${Math.round(grown / 1e6)} MB`,
    }),
    ...(await weights(`${service.url}/pay/${ids[0]}`)),
  ];
}

const BUDGETS = { html: 4.5, js: 9, css: 6.1, woff2: 20, all: 40 };

/** What a first visit is sent, by gzip. */
async function weights(address) {
  const html = await (await fetch(address)).text();
  const tags = html.split("<").filter((tag) => /^(?:script|link) /.test(tag));
  const files = new Set(tags.map((tag) => /(?:src|href)="([^"]+)"/.exec(tag)?.[1]).filter(Boolean));
  const sent = { html: gzipSync(html).length };
  for (const file of files) {
    const bytes = Buffer.from(await (await fetch(new URL(file, address))).arrayBuffer());
    const end = file.split(".").at(-1);
    sent[end] = (sent[end] ?? 0) + (end === "woff2" ? bytes : gzipSync(bytes)).length;
  }
  sent.all = Object.values(sent).reduce((sum, bytes) => sum + bytes, 0);
  return Object.entries(BUDGETS).map(([end, limit]) =>
    row({
      path: end === "all" ? `a first visit, ${files.size + 1} requests` : `its ${end}, gzip`,
      measured:
        end === "html" ? `${kilobytes(sent.html)} (${kilobytes(Buffer.byteLength(html))})` : kilobytes(sent[end]),
      value: sent[end] / 1_000,
      wanted: atMost(limit, "kB"),
    }),
  );
}
