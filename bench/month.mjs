import { readdirSync, statSync } from "node:fs";
import path from "node:path";
import { root } from "../scripts/lib/root.mjs";
import { askEverything } from "./dashboard.mjs";
import { runProgram } from "./lib/children.mjs";
import { runLoad } from "./lib/load.mjs";
import { milliseconds, perSecond, seconds, whole } from "./lib/numbers.mjs";
import { createLoad, NOWHERE, statusLoad } from "./lib/requests.mjs";
import { seedSales, seedTrails } from "./lib/seed.mjs";
import { startService } from "./lib/service.mjs";
import { bytesRows, sizes } from "./lib/sizes.mjs";
import { row } from "./lib/table.mjs";
import { waitFor } from "./lib/wait.mjs";

const DAYS = 31;
const TERMINALS = 40;
const HOUR_MS = 3_600_000;

/** What a busy chain of shops has in its database after a month, and what everything takes with it. */
export async function month(bench) {
  const count = bench.count(10_000_000);
  const { url, sql } = await bench.database();
  const merchant = await bench.till.makeMerchant(url, [NOWHERE]);
  const before = await sizes(sql);
  await seedSales(sql, merchant, { count, days: DAYS, terminals: TERMINALS, say: bench.say });
  await seedTrails(sql, merchant, { days: DAYS, say: bench.say });
  const rows = bytesRows(before, await sizes(sql), count);

  const pages = bench.till.openDashboard(url, merchant);
  rows.push(...(await askEverything(bench, sql, pages, merchant, DAYS)));
  await pages.close();

  rows.push(...(await underLoad(bench, url, sql, merchant)));
  rows.push(await retention(bench, url, sql));
  rows.push(await timed(bench, "vacuum of every table", () => sql`vacuum analyze`));
  rows.push(...(await copies(bench, url)));
  return rows;
}

/** Creates and status requests beside so many earlier payments, and the same in an empty database. */
async function underLoad(bench, url, sql, merchant) {
  const empty = await bench.database();
  const other = await bench.till.makeMerchant(empty.url, [NOWHERE]);
  const ids = (await sql`select id from payment_intents order by created_at desc limit 5000`).map(({ id }) => id);
  const rows = [];
  const results = {};
  for (const [name, databaseUrl, { key }] of [
    ["empty", empty.url, other],
    ["full", url, merchant],
  ]) {
    const service = await startService(bench, databaseUrl, { JOBS_DRIVER: "off" });
    await runLoad({ ...createLoad(bench, service, key), seconds: 3 });
    results[name] = { create: await runLoad(createLoad(bench, service, key)) };
    if (name === "full") results.full.status = await runLoad(statusLoad(bench, service, ids));
    await service.stop();
  }
  const { full, empty: none } = results;
  rows.push(
    row({
      path: "creates, 32 connections",
      measured: `${perSecond(full.create.perSecond)}, p99 ${milliseconds(full.create.p99Ms)}`,
      baseline: `${perSecond(none.create.perSecond)}, p99 ${milliseconds(none.create.p99Ms)}, empty database`,
      ratio: full.create.perSecond / none.create.perSecond,
    }),
    row({
      path: "status requests, 32 connections",
      measured: `${perSecond(full.status.perSecond)}, p99 ${milliseconds(full.status.p99Ms)}`,
    }),
  );
  return rows;
}

/** How long the engine takes to delete the attempts and requests of the day that has become too old. */
async function retention(bench, url, sql) {
  const old = async () => {
    const [{ attempts, requests }] = await sql`
      select (select count(*)::int from webhook_attempts where started_at < now() - interval '30 days') as attempts,
             (select count(*)::int from api_requests where created_at < now() - interval '30 days') as requests`;
    return attempts + requests;
  };
  const rows = await old();
  const service = await startService(bench, url, { JOBS_DRIVER: "embedded" });
  const result = await timed(bench, `retention, ${whole(rows)} rows of a day`, () =>
    waitFor("retention", async () => (await old()) < rows / 1_000, { ms: HOUR_MS, everyMs: 500 }),
  );
  await service.stop();
  return result;
}

/** The database goes in between, so that there need be space for only one. */
async function copies(bench, url) {
  const folder = path.join(bench.folder, "copies");
  const environment = { ...process.env, DATA_DIR: bench.folder };
  const admin = (databaseUrl, ...args) =>
    runProgram(process.execPath, ["scripts/admin.mjs", ...args], {
      cwd: root,
      env: { ...environment, DATABASE_URL: databaseUrl },
      ms: HOUR_MS,
    });
  const backup = await timed(bench, "backup", () => admin(url, "backup", "--to", folder));
  const copy = path.join(folder, readdirSync(folder)[0]);
  await bench.dropDatabase(url);
  const restored = await bench.emptyDatabase();
  const restore = await timed(bench, "restore", () => admin(restored, "restore", "--from", copy));
  return [{ ...backup, baseline: `${(bytesIn(copy) / 1e9).toFixed(2)} GB` }, restore];
}

async function timed(bench, name, work) {
  const started = performance.now();
  await work();
  const measured = seconds((performance.now() - started) / 1_000);
  bench.say(`${name}: ${measured}`);
  return row({ path: name, measured });
}

function bytesIn(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((file) => file.isFile())
    .reduce((sum, file) => sum + statSync(path.join(file.parentPath, file.name)).size, 0);
}
