import { fileURLToPath } from "node:url";
import { ask, startFile, stopChild } from "./lib/children.mjs";
import { microseconds, perSecond, whole } from "./lib/numbers.mjs";
import { startReceiver } from "./lib/receiver.mjs";
import { interleave, medianOf, medianRatio } from "./lib/rounds.mjs";
import { countCpu, startService } from "./lib/service.mjs";
import { atLeast, row } from "./lib/table.mjs";
import { sleep, waitFor } from "./lib/wait.mjs";

const SENDER = fileURLToPath(new URL("baselines/webhook-sender.mjs", import.meta.url));
const ENDPOINTS = 4;
const HUNG_BACKLOG = 2_000;
/** Time to write the deliveries that become due, all in one moment. */
const LEAD_SECONDS = 8;

/** Events per second from outbox row to delivered and marked, alone and beside a receiver that hangs. */
export async function webhooks(bench) {
  const count = bench.count(20_000);
  const { url, sql } = await bench.database();
  const receiver = await startReceiver(bench, "fast");
  const hung = await startReceiver(bench, "hang");
  const healthyUrls = Array.from({ length: ENDPOINTS }, (_, n) => `${receiver.url}/hook/${n}`);
  const merchant = await bench.till.makeMerchant(url, [...healthyUrls, `${hung.url}/hook`]);
  const healthy = merchant.endpointIds.slice(0, ENDPOINTS);
  const hanging = merchant.endpointIds.slice(ENDPOINTS);
  const service = await startService(bench, url, { JOBS_DRIVER: "embedded" });
  const sender = startFile(SENDER, [
    healthyUrls[0],
    bench.writeLines("bodies.txt", await sampleBodies(sql, merchant, count)),
  ]);
  bench.onEnd(() => stopChild(sender));

  const deliver = async (backlog) => {
    await sql`delete from webhook_deliveries where status = 'pending'`;
    await hung.cut();
    await sleep(1_000); // the posts that were cut are recorded now, and count against no later round
    await sql`update webhook_endpoints set failing_since = null, disabled_at = null, disabled_reason = null`;
    const [{ now, due }] = await sql`select now(), now() + make_interval(secs => ${LEAD_SECONDS}) as due`;
    await seedDeliveries(sql, merchant, { endpoints: hanging, count: backlog, due });
    await seedDeliveries(sql, merchant, { endpoints: healthy, count, due });
    await bench.settle();
    const left = due.getTime() - Date.now();
    if (left < 0) throw new Error("the machine is too busy to seed the deliveries in time");
    await sleep(left);
    const usedByEach = countCpu(service.pid);
    const result = await untilDelivered(sql, { endpoints: healthy, since: now, due });
    return { ...result, ...usedByEach(count) };
  };
  await ask(sender, 2);
  await deliver(0);
  const post = async () => {
    const usedByEach = countCpu(sender.pid);
    const result = await ask(sender, bench.seconds);
    return { ...result, ...usedByEach(result.perSecond * bench.seconds) };
  };
  const { baseline, ours, besideHung } = await interleave(bench, {
    baseline: post,
    ours: () => deliver(0),
    besideHung: () => deliver(Math.min(HUNG_BACKLOG, count)),
  });
  return [
    row({
      path: `webhooks, ${whole(count)} outbox rows → delivered and marked`,
      measured: perSecond(medianOf(ours, "perSecond")),
      baseline: `${perSecond(medianOf(baseline, "perSecond"))} undici alone`,
      ratio: medianRatio(ours, baseline, "perSecond"),
      wanted: atLeast(0.4),
    }),
    row({
      path: "CPU of one: node + PostgreSQL",
      measured: `${microseconds(medianOf(ours, "nodeMicros"))} + ${microseconds(medianOf(ours, "postgresMicros"))}`,
      baseline: `${microseconds(medianOf(baseline, "nodeMicros"))} + 0 undici alone`,
    }),
    row({
      path: "the same beside a receiver that hangs",
      measured: perSecond(medianOf(besideHung, "perSecond")),
      baseline: `${perSecond(medianOf(ours, "perSecond"))} without`,
      ratio: medianRatio(besideHung, ours, "perSecond"),
      wanted: atLeast(0.9),
    }),
  ];
}

/** `count` rows with the bodies of an ordinary event. */
function sales(sql, { terminalId }, count) {
  return sql`
    select gen_random_uuid() as id, json_build_object('event', 'payment.success', 'intent_id', gen_random_uuid(),
             'transfer_id', gen_random_uuid(), 'amount', n / 1e2, 'amount_usdt', n / 1e2, 'currency', 'USDT',
             'terminal_id', ${terminalId}::text, 'terminal_name', 'Front desk', 'environment', 'sandbox',
             'livemode', false, 'simulated', true, 'timestamp', now())::text as body
      from generate_series(1, ${count}::int) n`;
}

async function sampleBodies(sql, merchant, count) {
  return (await sales(sql, merchant, count)).map((sale) => sale.body);
}

/** Events and one delivery of each, spread over the endpoints and all due in one moment. */
async function seedDeliveries(sql, merchant, { endpoints, count, due }) {
  await sql`
    with e as (
      insert into events (id, merchant_id, terminal_id, environment, type, body)
      select s.id, ${merchant.merchantId}, ${merchant.terminalId}, 'sandbox', 'payment.success', s.body
        from (${sales(sql, merchant, count)}) s
      returning id)
    insert into webhook_deliveries (event_id, endpoint_id, next_attempt_at)
    select id, (${endpoints}::uuid[])[1 + row_number() over () % ${endpoints.length}::int], ${due}::timestamptz from e`;
}

/** From the moment at which the deliveries are due to the last one's mark, by the database's clock. */
async function untilDelivered(sql, { endpoints, since, due }) {
  const those = sql`endpoint_id = any(${endpoints}::uuid[])`;
  await waitFor("every delivery", async () => {
    const [{ waiting }] = await sql`
      select exists (select from webhook_deliveries where status = 'pending' and ${those}) as waiting`;
    return !waiting;
  });
  const [{ seconds, delivered, rows }] = await sql`
    select extract(epoch from max(ended_at) - ${due}::timestamptz)::float8 as seconds, count(*)::int as rows,
           count(*) filter (where status = 'delivered')::int as delivered
      from webhook_deliveries where ${those} and created_at >= ${since}`;
  if (delivered !== rows) throw new Error(`${rows - delivered} of ${rows} deliveries failed`);
  return { perSecond: rows / seconds };
}
