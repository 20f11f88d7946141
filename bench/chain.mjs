import { loadChain } from "./lib/bundle.mjs";
import { percentile, perSecond, seconds, whole } from "./lib/numbers.mjs";
import { NOWHERE } from "./lib/requests.mjs";
import { interleave, medianOf, medianRatio } from "./lib/rounds.mjs";
import { addressOf, seedWatched } from "./lib/seed-chain.mjs";
import { startService } from "./lib/service.mjs";
import { atMost, row } from "./lib/table.mjs";
import { sleep, waitFor } from "./lib/wait.mjs";

const DAY_BLOCKS = 28_800;
const PAID = 1_000;
const PASSES = 5;
const FINAL_AFTER = 18;
const PAYMENTS = 40;
/** Neither a divisor nor a multiple of the polls, so that blocks become final at every moment between two of them. */
const BLOCK_EVERY_MS = 1_700;
/** Passes and further work of a day, by the default settings. */
const BUSY_PASSES = 86_400 / 6;
const IDLE_PASSES = 86_400 / 60;
const WORK = { canary_at: 288, rescanned_hour_at: 144, rescanned_day_at: 1, token_checked_at: 1 };

/** What watching the chain costs and how soon it knows: see docs/bench.md. */
export async function chain(bench) {
  const verbs = await loadChain();
  return [...(await catchUp(bench, verbs)), ...(await requestsADay(bench, verbs)), ...(await latency(bench, verbs))];
}

/** Blocks of the chain's own setup, and some more: a quick machine must not mine ahead of the clock. */
const SPARE = 60;

/** When the first of so many blocks must be for the last one to be of now, or a little older. */
const ago = (blocks) => new Date(Date.now() - (blocks + SPARE) * 3_000);

/** How fast a day without the service is read, with a thousand payments in it. */
async function catchUp(bench, verbs) {
  const blocks = bench.count(DAY_BLOCKS);
  const payments = Math.min(PAID, blocks);
  const provided = await verbs.startProvidedChain(ago(blocks + FINAL_AFTER));
  bench.onEnd(() => provided.stop());
  const start = await provided.chain.head();
  await mineDay(provided.chain, blocks, payments);
  const last = (await provided.chain.head()).number - FINAL_AFTER;

  const ours = (addresses) => async () => {
    const { sql, watcher, close } = await openWatched(bench, verbs, provided, { addresses, pending: payments, start });
    const begun = performance.now();
    await passUntil(sql, watcher, last);
    const took = performance.now() - begun;
    await requirePaid(sql, payments);
    await close();
    return { perSecond: ((last - start.number) / took) * 1_000 };
  };
  const alone = (addresses) => async () => {
    const list = Array.from({ length: addresses }, (_, n) => addressOf(n));
    const begun = performance.now();
    await verbs.askAlone(provided, list, [start.number + 1, last]);
    return { perSecond: ((last - start.number) / (performance.now() - begun)) * 1_000 };
  };
  const [few, many] = [1_000, bench.count(20_000)];
  const measured = await interleave(bench, {
    aloneFew: alone(few),
    few: ours(few),
    aloneMany: alone(many),
    many: ours(many),
  });
  const line = (addresses, mine, node) =>
    row({
      path: `blocks caught up, ${whole(addresses)} addresses, ${whole(payments)} payments in ${whole(blocks)} blocks`,
      measured: perSecond(medianOf(mine, "perSecond")),
      baseline: `${perSecond(medianOf(node, "perSecond"))} the node alone`,
      ratio: medianRatio(mine, node, "perSecond"),
    });
  return [line(few, measured.few, measured.aloneFew), line(many, measured.many, measured.aloneMany)];
}

/** A payment to each of the first addresses, spread over the blocks; ends with blocks that make the last one final. */
async function mineDay(chain, blocks, payments) {
  const every = Math.floor(blocks / payments);
  for (let n = 0; n < payments; n++) {
    await chain.transfer(chain.payers[0], addressOf(n), 1_000_001n + BigInt(n));
    await chain.mine(every);
  }
  await chain.mine(blocks - every * payments + FINAL_AFTER);
}

async function openWatched(bench, verbs, provided, { addresses, pending, start }) {
  const { url, sql } = await bench.database();
  const merchant = await bench.till.makeMerchant(url, [NOWHERE]);
  const watcher = verbs.openWatcher(url, provided);
  const seed = { addresses, pending, network: watcher.network, block: start };
  const ids = await seedWatched(sql, merchant, seed);
  let closed = false;
  const close = async () => {
    if (!closed) await watcher.close();
    closed = true;
  };
  bench.onEnd(close);
  return { url, sql, merchant, watcher, ids, close };
}

async function passUntil(sql, { pass, network }, block) {
  for (;;) {
    await pass();
    const [{ at }] = await sql`select block_number::int as at from chain_cursors where network = ${network}`;
    if (at >= block) return;
  }
}

async function requirePaid(sql, count) {
  const [found] = await sql`
    select count(*) filter (where status = 'paid')::int as paid,
           coalesce(sum(received_micros - amount_micros), 0)::text as off
      from payment_intents where status <> 'expired'`;
  if (found.paid !== count || found.off !== "0") {
    throw new Error(`${found.paid} of ${count} are paid, and the sums differ by ${found.off}`);
  }
}

/** Requests of a day, from counted passes and counted rounds of the work beside them. */
async function requestsADay(bench, verbs) {
  const provided = await verbs.startProvidedChain(ago(DAY_BLOCKS + 2_400 + FINAL_AFTER));
  bench.onEnd(() => provided.stop());
  const start = await provided.chain.head();
  await provided.chain.mine(DAY_BLOCKS + 1_200);
  const rows = [];
  const totals = {};
  for (const pending of [0, 1, 1_000]) {
    const counted = await countDay(bench, verbs, provided, { pending, start });
    totals[pending] = counted.http;
    rows.push(
      row({
        path: `requests a day, ${whole(pending)} pending`,
        measured: `${whole(counted.http)} HTTP, ${whole(counted.calls)} calls`,
        baseline: `${whole(pending === 0 ? IDLE_PASSES : BUSY_PASSES)} passes`,
        ...(pending === 1_000 ? { ratio: totals[1_000] / totals[1], wanted: atMost(1.05) } : {}),
      }),
    );
  }
  return rows;
}

async function countDay(bench, verbs, provided, { pending, start }) {
  const { sql, watcher, close } = await openWatched(bench, verbs, provided, {
    addresses: Math.max(pending, 1),
    pending,
    start,
  });
  const { chain, proxy } = provided;
  await passUntil(sql, watcher, (await chain.head()).number - FINAL_AFTER);
  const counted = async (passes) => {
    proxy.resetCounts();
    for (let n = 0; n < passes; n++) {
      await chain.mine(pending === 0 ? 20 : 2);
      await watcher.pass();
    }
    const calls = Object.values(proxy.counts.methods).reduce((sum, one) => sum + one, 0);
    return { http: proxy.counts.http / passes, calls: calls / passes };
  };
  const pass = await counted(PASSES);
  const passes = pending === 0 ? IDLE_PASSES : BUSY_PASSES;
  const day = { http: pass.http * passes, calls: pass.calls * passes };
  for (const [column, times] of Object.entries(WORK)) {
    await sql`update chain_cursors set ${sql(column)} = null`;
    const withWork = await counted(1);
    day.http += (withWork.http - pass.http) * times;
    day.calls += (withWork.calls - pass.calls) * times;
  }
  await sql`update receive_addresses set balance_at = null`;
  const withBalances = await counted(Math.ceil(pending / 500) || 1);
  const rounds = Math.ceil(pending / 500) || 1;
  day.http += (withBalances.http - pass.http) * rounds;
  day.calls += (withBalances.calls - pass.calls) * rounds;
  await close();
  bench.say(`${pending} pending: ${pass.http} HTTP requests and ${pass.calls} calls a pass`);
  return day;
}

/**
 * From the block that makes a payment final to the commit that says paid, and to the first attempt of its webhook, in
 * the service as it ships. Live webhooks reach no receiver on this machine: the attempt is made and refused by the URL
 * rules.
 */
async function latency(bench, verbs) {
  const provided = await verbs.startProvidedChain(ago(FINAL_AFTER));
  bench.onEnd(() => provided.stop());
  const { chain, proxy } = provided;
  const { url, sql, merchant, ids, close } = await openWatched(bench, verbs, provided, {
    addresses: PAYMENTS,
    pending: PAYMENTS,
    start: await chain.head(),
  });
  await close();
  await makeEndpointLive(sql, merchant);
  for (let n = 0; n < FINAL_AFTER; n++) await pay(chain, n);
  const settings = { ...chain.env(proxy), TRON_POLL_BUSY_MS: "", TRON_POLL_IDLE_MS: "", JOBS_DRIVER: "embedded" };
  await startService(bench, url, settings);
  const { seen, finalAt } = await payInTurn(sql, chain, ids);
  const attempts = await firstAttempts(sql, ids);
  const [toPaid, toAttempt] = [seen, attempts].map((moments) =>
    ids.map((id, n) => (moments.get(id) - finalAt[n]) / 1_000),
  );
  const line = (path, waits) =>
    row({
      path,
      measured: `${seconds(percentile(waits, 95))} (p50 ${seconds(percentile(waits, 50))})`,
      baseline: "a pass each 2 s",
      value: percentile(waits, 95),
      wanted: atMost(5, "s"),
    });
  return [line("final → paid committed, p95", toPaid), line("final → webhook's first attempt, p95", toAttempt)];
}

/** A payment and the block that holds it. */
async function pay(chain, n) {
  await chain.transfer(chain.payers[0], addressOf(n), 1_000_001n + BigInt(n));
  await chain.mine();
}

/**
 * Makes one payment after the other final, each by the block of the payment that is 18 later. Gives when each became
 * final and when it was seen as paid, by this machine's clock in milliseconds.
 */
async function payInTurn(sql, chain, ids) {
  const seen = new Map();
  const finalAt = [];
  let ended = false;
  const looking = (async () => {
    while (!ended) {
      for (const { id } of await sql`select id from payment_intents where status = 'paid'`) {
        if (!seen.has(id)) seen.set(id, Date.now());
      }
      await sleep(10);
    }
  })();
  for (let n = FINAL_AFTER; n < ids.length + FINAL_AFTER; n++) {
    if (n < ids.length) await pay(chain, n);
    else await chain.mine();
    finalAt.push(Date.now());
    await sleep(BLOCK_EVERY_MS);
  }
  await waitFor("every payment", () => ids.every((id) => seen.has(id)));
  ended = true;
  await looking;
  return { seen, finalAt };
}

async function firstAttempts(sql, ids) {
  const rows = await waitFor("every first attempt", async () => {
    const found = await sql`
      select e.intent_id as id, a.started_at as at
        from events e join webhook_deliveries d on d.event_id = e.id join webhook_attempts a on a.delivery_id = d.id
       where e.type = 'payment.success' and a.number = 1`;
    return found.length >= ids.length ? found : null;
  });
  return new Map(rows.map(({ id, at }) => [id, at.getTime()]));
}

/** The sandbox endpoint becomes a live one, past the rules that keep such a URL from being saved. */
async function makeEndpointLive(sql, { endpointIds }) {
  await sql`
    update webhook_endpoints set environment = 'live', url = 'https://127.0.0.1/hook' where id = ${endpointIds[0]}`;
}
