import { Agent, fetch } from "undici";
import { startReceiver } from "./lib/receiver.mjs";
import { CREATE_BODIES, CREATE_PATH } from "./lib/requests.mjs";
import { startService } from "./lib/service.mjs";
import { bytesRows, sizes } from "./lib/sizes.mjs";
import { atMost } from "./lib/table.mjs";
import { sleep, waitFor } from "./lib/wait.mjs";

const LANES = 32;

/**
 * Bytes in PostgreSQL for payments that were created with an idempotency key, paid, and told to one endpoint, with
 * indexes.
 */
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

  return bytesRows(before, after, count, atMost(3.5, "kB"));
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
