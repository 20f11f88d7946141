// Stands in for pgbench where there is none: the transaction of create.pgbench.sql by postgres.js, one connection each.
// Arguments: database URL, key hash in hex, clients, seconds. Says transactions per second and p99.
import { randomUUID } from "node:crypto";
import { connect } from "../lib/connect.mjs";
import { percentile } from "../lib/numbers.mjs";

const [url, hash, clients, seconds] = process.argv.slice(2);
const sql = connect(url, Number(clients));
const body = JSON.stringify({ event: "intent.created", intent_id: randomUUID(), amount: 12.5, currency: "USDT" });
const latencies = [];

async function createOne() {
  const [key] = await sql`
    select k.merchant_id, k.terminal_id, k.environment, t.name from api_keys k join terminals t on t.id = k.terminal_id
     where k.key_hash = ${Buffer.from(hash, "hex")} and (k.ends_at is null or k.ends_at > now())
       and t.archived_at is null`;
  const { merchant_id, terminal_id, environment } = key;
  const intentId = randomUUID();
  const eventId = randomUUID();
  await sql.begin(async (tx) => {
    await tx`
      insert into payment_intents (id, merchant_id, terminal_id, environment, amount_micros, expires_at)
      values (${intentId}, ${merchant_id}, ${terminal_id}, ${environment}, 12500000, now() + interval '30 minutes')`;
    await tx`
      insert into events (id, merchant_id, terminal_id, intent_id, environment, type, body)
      values (${eventId}, ${merchant_id}, ${terminal_id}, ${intentId}, ${environment}, 'intent.created', ${body})`;
    await tx`
      insert into webhook_deliveries (event_id, endpoint_id)
      select ${eventId}, p.id from webhook_endpoints p
       where p.merchant_id = ${merchant_id} and p.environment = ${environment} and p.disabled_at is null
         and 'intent.created' = any(p.event_types) and (p.terminal_id is null or p.terminal_id = ${terminal_id})`;
  });
}

async function keepCreating(until) {
  while (performance.now() < until) {
    const started = performance.now();
    await createOne();
    latencies.push(performance.now() - started);
  }
}

process.on("disconnect", () => process.exit());
const began = performance.now();
await Promise.all(Array.from({ length: Number(clients) }, () => keepCreating(began + Number(seconds) * 1_000)));
const took = (performance.now() - began) / 1_000;
process.send({ perSecond: latencies.length / took, p99Ms: percentile(latencies, 99) });
await sql.end();
