import { median, milliseconds, perSecond, whole } from "./lib/numbers.mjs";
import { NOWHERE } from "./lib/requests.mjs";
import { vacuum } from "./lib/seed.mjs";
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
  await seedPayments(sql, merchant, payments);
  const pages = bench.till.openDashboard(url, merchant);
  bench.onEnd(() => pages.close());

  const rows = [];
  for (const [name, ask] of await questions(sql, pages, merchant)) {
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
  rows.push(await exportRow(bench, pages));
  return rows;
}

/** Every way to ask for payments and figures, the rare ones far back in time included. */
async function questions(sql, pages, { terminalIds }) {
  const [old] =
    await sql`select id, reference from payment_intents where status = 'expired' order by created_at limit 1`;
  const [deep] = await sql`
    select to_char(now() - interval '300 days', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '_ffffffff-ffff-ffff-ffff-ffffffffffff' as cursor`;
  const day = (daysAgo) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
  const list = (address) => () => pages.list(address);
  return Object.entries({
    "payments, first page": list({}),
    "payments, 300 days back": list({ before: deep.cursor }),
    "payments of one terminal": list({ terminal: terminalIds.at(-1) }),
    "payments, cancelled": list({ status: "cancelled" }),
    "payments of a month, paid": list({ status: "paid", from: day(200), to: day(170) }),
    "payments, partially paid": list({ flag: "partial" }),
    "payments by payment, of a month": list({ paid_from: day(200), paid_to: day(170) }),
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
    "report of a month, 4 terminals": () => pages.takings(day(31), day(1)),
    "report of a year, 4 terminals": () => pages.takings(day(365), day(1)),
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

/**
 * Payments at an even pace up to now: nine of ten paid within three minutes, the rest expired or cancelled, one of a thousand
 * partially paid or overpaid. Written behind the triggers' back, and therefore with the sums that they would have kept.
 */
async function seedPayments(sql, merchant, count) {
  const { merchantId, terminalId } = merchant;
  const more = await sql`
    insert into terminals (merchant_id, name, time_zone)
    select ${merchantId}, 'Till ' || n, 'Europe/Lisbon' from generate_series(2, ${TERMINALS}::int) n returning id`;
  merchant.terminalIds = [terminalId, ...more.map((terminal) => terminal.id)];
  await sql`update merchants set time_zone = 'Europe/Lisbon' where id = ${merchantId}`;
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`
      insert into payment_intents (id, merchant_id, terminal_id, environment, amount_micros, received_micros, status,
                                   reference, created_at, expires_at, paid_at, expired_at, cancelled_at)
      select gen_random_uuid(), ${merchantId},
             (${merchant.terminalIds}::uuid[])[1 + floor(where_ * where_ * ${TERMINALS}::int)::int], 'sandbox', amount,
             case when status = 'paid' then amount + case when odd < 0.001 then 1000000 else 0 end
                  when odd < 0.01 then amount / 2 else 0 end,
             status, 'order-' || n, at, at + interval '30 minutes',
             case when status = 'paid' then at + odd * interval '3 minutes' end,
             case when status = 'expired' then at + interval '30 minutes' end,
             case when status = 'cancelled' then at + interval '2 minutes' end
        from (select n, random() as where_, random() as odd, (1 + floor(random() * 20000))::bigint * 10000 as amount,
                     now() - interval '35 minutes' - (${count}::int - n) * (${DAYS} * interval '1 day' / ${count}::int) as at,
                     case when random() < 0.9 then 'paid' when random() < 0.7 then 'expired' else 'cancelled' end as status
                from generate_series(1, ${count}::int) n) payments`;
    await tx`
      insert into sales_sums (terminal_id, environment, span, starts_at, total_micros, sales_count)
      select terminal_id, environment, span, date_trunc(span, paid_at, 'UTC'), sum(amount_micros), count(*)
        from payment_intents cross join (values ('hour'), ('day')) spans (span)
       where status = 'paid' group by 1, 2, 3, 4`;
    await tx`
      insert into unpaid_sums (terminal_id, environment, span, starts_at, expired_count, cancelled_count)
      select terminal_id, environment, span, date_trunc(span, coalesce(expired_at, cancelled_at), 'UTC'),
             count(expired_at), count(cancelled_at)
        from payment_intents cross join (values ('hour'), ('day')) spans (span)
       where status in ('expired', 'cancelled') group by 1, 2, 3, 4`;
  });
  await vacuum(sql);
}
