import { Client } from "undici";
import { median, milliseconds, whole } from "./lib/numbers.mjs";
import { NOWHERE } from "./lib/requests.mjs";
import { interleave, medianOf, medianRatio } from "./lib/rounds.mjs";
import { startService } from "./lib/service.mjs";
import { atMost, row } from "./lib/table.mjs";
import { waitFor } from "./lib/wait.mjs";

const PATH = "/api/v1/get-terminal-sales";
const REQUESTS = 200;
const SUMS = 5;
const ALL_EXACT = { text: "exact", unit: "periods", missing: (inexact) => inexact };

/** The sales report over a year of one busy terminal: the service's own time for it, and whether it is exact. */
export async function report(bench) {
  const sales = bench.count(1_000_000);
  const { url, sql } = await bench.database();
  const merchant = await bench.till.makeMerchant(url, [NOWHERE]);
  bench.say(`seeding ${whole(sales)} paid intents`);
  await seedPaid(sql, merchant, sales);
  const service = await startService(bench, url, { JOBS_DRIVER: "off" });
  const client = new Client(service.url);
  bench.onEnd(() => client.close());
  const ask = (period) => askReport(client, merchant.key, period);
  const year = await yearOf(sql);
  let exact = 0;
  const periods = [year, ...partsOf(year), null];
  for (const period of periods) if (await isExact(sql, merchant, await ask(period))) exact++;

  const { summed, ours } = await interleave(bench, {
    summed: () => sumOverTable(sql, merchant, year),
    ours: async () => {
      await sql`truncate api_requests`;
      for (let n = 0; n < REQUESTS; n++) await ask(year);
      return { ms: await serverMedian(sql) };
    },
  });
  const ms = medianOf(ours, "ms");
  return [
    row({
      path: `sales report over ${whole(sales)} paid intents, in the service`,
      measured: milliseconds(ms),
      baseline: `${milliseconds(medianOf(summed, "ms"))} sum() over the table`,
      ratio: medianRatio(ours, summed, "ms"),
      value: ms,
      wanted: atMost(5, "ms"),
    }),
    row({
      path: "its total, to the millionth",
      measured: `${exact} of ${periods.length} periods exact`,
      value: periods.length - exact,
      wanted: ALL_EXACT,
    }),
  ];
}

/**
 * Sales over the year up to now with amounts of six decimals, written behind the triggers' back and therefore with the
 * sums that the triggers would have kept.
 */
async function seedPaid(sql, { merchantId, terminalId }, count) {
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`
      insert into payment_intents (id, merchant_id, terminal_id, environment, amount_micros, received_micros, status,
                                   created_at, expires_at, paid_at)
      select gen_random_uuid(), ${merchantId}, ${terminalId}, 'sandbox', amount, amount, 'paid',
             paid_at - interval '1 minute', paid_at + interval '29 minutes', paid_at
        from (select 1 + floor(random() * 200e6)::bigint as amount, now() - random() * interval '365 days' as paid_at
                from generate_series(1, ${count}::int)) sales`;
    await tx`
      insert into sales_sums (terminal_id, environment, span, starts_at, total_micros, sales_count)
      select terminal_id, environment, span, date_trunc(span, paid_at, 'UTC'), sum(amount_micros), count(*)
        from payment_intents cross join (values ('hour'), ('day')) spans (span)
       where status = 'paid' group by 1, 2, 3, 4`;
  });
  await sql`vacuum analyze payment_intents, sales_sums`;
}

/** A year whose ends lie within an hour, so that both edges are read from the intents themselves. */
async function yearOf(sql) {
  const [{ start, end }] = await sql`
    select date_trunc('hour', now() - interval '364 days') + interval '17 minutes 3.25 seconds' as start,
           date_trunc('hour', now()) - interval '23 minutes 7.125 seconds' as end`;
  return { start, end };
}

function partsOf({ start, end }) {
  const at = (share) => new Date(start.getTime() + share * (end.getTime() - start.getTime()));
  return [
    { start: at(0.5), end: at(0.58) },
    { start: at(0.7), end: at(0.7001) },
  ];
}

async function askReport(client, key, period) {
  const query = period ? `?start=${period.start.toISOString()}&end=${period.end.toISOString()}` : "";
  const answer = await client.request({
    method: "GET",
    path: PATH + query,
    headers: { authorization: `Bearer ${key}` },
  });
  const text = await answer.body.text();
  if (answer.statusCode !== 200) throw new Error(`a report was answered ${answer.statusCode}: ${text}`);
  return text;
}

/** Compares the digits of the answer, which a double might not hold, with a sum over the rows. */
async function isExact(sql, { terminalId }, text) {
  const { reconciliation_period: period, summary } = JSON.parse(text);
  const [, whole = "", decimals = ""] = /"total_collected":(\d+)(?:\.(\d{1,6}))?[,}]/.exec(text) ?? [];
  const [{ total, sales }] = await sql`
    select coalesce(sum(amount_micros), 0)::text as total, count(*)::int as sales from payment_intents
     where terminal_id = ${terminalId} and status = 'paid' and paid_at >= ${period.start} and paid_at < ${period.end}`;
  return whole !== "" && BigInt(whole + decimals.padEnd(6, "0")) === BigInt(total) && summary.sales_count === sales;
}

/** The same report without the sums that are kept, by the covering index. */
async function sumOverTable(sql, { terminalId }, { start, end }) {
  const times = [];
  for (let n = 0; n < SUMS; n++) {
    const started = performance.now();
    await sql`
      select sum(amount_micros), count(*) from payment_intents
       where terminal_id = ${terminalId} and environment = 'sandbox' and status = 'paid'
         and paid_at >= ${start} and paid_at < ${end}`;
    times.push(performance.now() - started);
  }
  return { ms: median(times) };
}

/** The service's own durations as its request log has them, once it has written them all. */
async function serverMedian(sql) {
  return waitFor("the request log", async () => {
    const [{ rows, ms }] = await sql`
      select count(*)::int as rows, percentile_cont(0.5) within group (order by duration_us) / 1000 as ms
        from api_requests where path = ${PATH}`;
    return rows >= REQUESTS && ms;
  });
}
