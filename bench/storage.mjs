import { Agent, fetch } from "undici";
import { kilobytes, whole } from "./lib/numbers.mjs";
import { startReceiver } from "./lib/receiver.mjs";
import { CREATE_BODIES, CREATE_PATH } from "./lib/requests.mjs";
import { startService } from "./lib/service.mjs";
import { atMost, row } from "./lib/table.mjs";
import { sleep, waitFor } from "./lib/wait.mjs";

const LANES = 32;

/** For how long what a payment leaves behind is kept, as in docs/operations.md. */
const KEPT = {
  payment_intents: "forever",
  transfers: "forever",
  sales_sums: "forever",
  events: "180 days",
  webhook_deliveries: "180 days",
  webhook_attempts: "30 days",
  api_requests: "30 days",
  idempotency_keys: "24 hours",
};

/** Bytes in PostgreSQL for payments that were created with an idempotency key, paid, and told to one endpoint, with indexes. */
export async function storage(bench) {
  const { url, sql } = await bench.database();
  const receiver = await startReceiver(bench, "fast");
  const { key } = await bench.till.makeMerchant(url, [`${receiver.url}/hook`]);
  const service = await startService(bench, url, { JOBS_DRIVER: "embedded" });
  const agent = new Agent({ connections: LANES });
  bench.onEnd(() => agent.close());

  const count = bench.count(10_000);
  const payMany = async (name) => {
    let next = 0;
    await Promise.all(
      Array.from({ length: LANES }, async () => {
        for (let n = next++; n < count; n = next++) await payOne(agent, service, key, `${name}-${n}`);
      }),
    );
    await settled(bench, sql);
  };
  // the space of earlier versions of rows is used again, as in a database that is in use
  await payMany("first");
  const before = await sizes(sql);
  await payMany("then");
  const after = await sizes(sql);

  const tables = Object.keys(after)
    .map((name) => ({ name, bytes: (after[name] - before[name]) / count }))
    .filter(({ bytes }) => bytes >= 1);
  const sum = (rows) => rows.reduce((total, { bytes }) => total + bytes, 0);
  const ofPeriod = (kept) => tables.filter(({ name }) => (KEPT[name] ?? "by other rules") === kept);
  return [
    row({
      path: "bytes of a paid payment in PostgreSQL",
      measured: kilobytes(sum(tables)),
      baseline: `of ${whole(count)} payments`,
      value: sum(tables) / 1_000,
      wanted: atMost(3.5, "kB"),
    }),
    ...[...new Set(tables.map(({ name }) => KEPT[name] ?? "by other rules"))].map((kept) =>
      row({
        path: `kept ${kept}`,
        measured: kilobytes(sum(ofPeriod(kept))),
        baseline: ofPeriod(kept)
          .map(({ name, bytes }) => `${name} ${whole(bytes)}`)
          .join(", "),
      }),
    ),
  ];
}

/** As a shop does it: one create with a key that makes a retry safe, one payment of the whole amount. */
async function payOne(dispatcher, service, key, name) {
  const post = async (path, body, headers) => {
    const answer = await fetch(service.url + path, {
      method: "POST",
      body,
      headers: { "content-type": "application/json", ...headers },
      dispatcher,
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${text}`);
    return JSON.parse(text);
  };
  const amount = CREATE_BODIES[name.length % CREATE_BODIES.length];
  const { intent } = await post(CREATE_PATH, amount, { authorization: `Bearer ${key}`, "idempotency-key": name });
  await post("/api/v1/simulate-payment", JSON.stringify({ id: intent.id }), {});
}

/** Waits until every event is delivered and the request log is written, and removes what is dead. */
async function settled(bench, sql) {
  await waitFor("every delivery", async () => {
    const [{ waiting }] = await sql`select exists (select from webhook_deliveries where status = 'pending') as waiting`;
    return !waiting;
  });
  // what the log keeps under load is bounded: it is written when it no longer grows
  let logged;
  await waitFor("the request log", async () => {
    const before = logged;
    await sleep(2_000);
    [{ logged }] = await sql`select count(*)::int as logged from api_requests`;
    return logged === before;
  });
  await bench.settle();
}

async function sizes(sql) {
  const rows = await sql`
    select relname as name, pg_total_relation_size(oid)::float8 as bytes from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace`;
  return Object.fromEntries(rows.map(({ name, bytes }) => [name, bytes]));
}
