import { median, milliseconds, perSecond, whole } from "./lib/numbers.mjs";
import { NOWHERE } from "./lib/requests.mjs";
import { seedSales } from "./lib/seed.mjs";
import { row } from "./lib/table.mjs";

const DAYS = 400;
const TERMINALS = 4;
const TIMES = 30;
const EXPORTED = 200_000;

/** What a merchant with a million payments waits for: each page's own time in the service, and what it reads for it. */
export async function dashboard(bench) {
  const payments = bench.count(1_000_000);
  const { url, sql } = await bench.database();
  const merchant = await bench.till.makeMerchant(url, [NOWHERE]);
  bench.say(`seeding ${whole(payments)} payments over ${DAYS} days`);
  await seedSales(sql, merchant, { count: payments, days: DAYS, terminals: TERMINALS });
  const pages = bench.till.openDashboard(url, merchant);
  bench.onEnd(() => pages.close());

  const rows = await askEverything(bench, sql, pages, merchant, DAYS);
  rows.push(await exportRow(bench, pages));
  return rows;
}

/** A row for each way to ask for payments and figures, of a merchant whose payments go back `days`. */
export async function askEverything(bench, sql, pages, merchant, days) {
  const rows = [];
  for (const [name, ask] of await questions(sql, pages, merchant, days)) {
    const times = [];
    for (let n = 0; n < TIMES; n++) {
      const started = performance.now();
      await ask();
      times.push(performance.now() - started);
    }
    const read = await readFor(sql, pages, ask);
    bench.say(`${name}: ${milliseconds(median(times))}; ${read}`);
    rows.push(row({ path: `dashboard, ${name}`, measured: milliseconds(median(times)), baseline: read }));
  }
  return rows;
}

/** Every way to ask for payments and figures, the rare ones far back in time included. */
async function questions(sql, pages, { terminalIds }, days) {
  const far = Math.round(days * 0.75);
  const [first, last] = [Math.round(days / 2), Math.round(days / 2 - days / 13)];
  const [old] =
    await sql`select id, reference from payment_intents where status = 'expired' order by created_at limit 1`;
  const [deep] = await sql`
    select to_char(now() - ${far}::int * interval '1 day', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '_ffffffff-ffff-ffff-ffff-ffffffffffff' as cursor`;
  const day = (daysAgo) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
  const list = (address) => () => pages.list(address);
  return Object.entries({
    "payments, first page": list({}),
    [`payments, ${far} days back`]: list({ before: deep.cursor }),
    "payments of one terminal": list({ terminal: terminalIds.at(-1) }),
    "payments, cancelled": list({ status: "cancelled" }),
    [`payments of ${first - last} days, paid`]: list({ status: "paid", from: day(first), to: day(last) }),
    "payments, partially paid": list({ flag: "partial" }),
    [`payments by payment, of ${first - last} days`]: list({ paid_from: day(first), paid_to: day(last) }),
    "search: whole id": list({ q: old.id }),
    "search: eight characters of an id": list({ q: old.id.slice(0, 8) }),
    "search: transaction": list({ q: "ab".repeat(32) }),
    "search: amount": list({ q: "12.50" }),
    "search: amount without a payment": list({ q: "7.123457" }),
    "search: reference": list({ q: old.reference }),
    "search: beginning of every reference": list({ q: "order-" }),
    "search: common beginning, far back": list({ q: "order-1" }),
    "overview, today": () => pages.overview("today"),
    "overview, 30 days": () => pages.overview("30d"),
    "overview, needs attention": () => pages.attention(),
    "report of a month, every terminal": () => pages.takings(day(31), day(1)),
    "report of a year, every terminal": () => pages.takings(day(365), day(1)),
  });
}

/** What one asking reads of payments: whole table or entries of which index, as PostgreSQL counts them. */
async function readFor(sql, pages, ask) {
  const before = await reads(sql, pages);
  await ask();
  const after = await reads(sql, pages);
  const parts = Object.entries(after)
    .map(([name, count]) => [name, count - (before[name] ?? 0)])
    .filter(([, count]) => count > 0)
    .sort((a, b) => b[1] - a[1])
    .map(([name, count]) => `${whole(count)} of ${name}`);
  return parts.slice(0, 3).join(", ") || "no payment";
}

async function reads(sql, pages) {
  await pages.flush();
  const rows = await sql`
    select replace(indexrelname, 'payment_intents_', '') as name, idx_tup_read::int as count
      from pg_stat_user_indexes where relname = 'payment_intents'
    union all
    select 'THE WHOLE TABLE', seq_tup_read::int from pg_stat_user_tables where relname = 'payment_intents'`;
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}

async function exportRow(bench, pages) {
  const rounds = [];
  let most = 0;
  for (let round = 0; round < bench.rounds; round++) {
    const started = performance.now();
    let lines = 0;
    for await (const chunk of pages.exported({})) {
      lines += chunk.split("\r\n").length - 1;
      most = Math.max(most, process.memoryUsage().rss);
      if (lines > EXPORTED) break;
    }
    rounds.push((lines / (performance.now() - started)) * 1_000);
  }
  return row({
    path: `dashboard, export of ${whole(EXPORTED)} payments`,
    measured: perSecond(median(rounds)),
    baseline: `${whole(most / 1e6)} MB of memory in all`,
  });
}
