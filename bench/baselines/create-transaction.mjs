import { randomUUID } from "node:crypto";

const body = JSON.stringify({ event: "intent.created", intent_id: randomUUID(), amount: 12.5, currency: "USDT" });

/**
 * The transaction of create.pgbench.sql by postgres.js: key, intent, event, deliveries. `keyHash` in hex. Gives the
 * intent's id. `sql` is one connection: a transaction that waits in a full pipeline of a pool is refused by the driver.
 */
export async function createOne(sql, keyHash) {
  const [key] = await sql`
    select k.merchant_id, k.terminal_id, k.environment, t.name from api_keys k join terminals t on t.id = k.terminal_id
     where k.key_hash = ${Buffer.from(keyHash, "hex")} and (k.ends_at is null or k.ends_at > now())
       and t.archived_at is null`;
  const { merchant_id, terminal_id, environment } = key;
  const intentId = randomUUID();
  const eventId = randomUUID();
  await sql`begin`;
  await sql`
    insert into payment_intents (id, merchant_id, terminal_id, environment, amount_micros, expires_at)
    values (${intentId}, ${merchant_id}, ${terminal_id}, ${environment}, 12500000, now() + interval '30 minutes')`;
  await sql`
    insert into events (id, merchant_id, terminal_id, intent_id, environment, type, body)
    values (${eventId}, ${merchant_id}, ${terminal_id}, ${intentId}, ${environment}, 'intent.created', ${body})`;
  await sql`
    insert into webhook_deliveries (event_id, endpoint_id)
    select ${eventId}, p.id from webhook_endpoints p
     where p.merchant_id = ${merchant_id} and p.environment = ${environment} and p.disabled_at is null
       and 'intent.created' = any(p.event_types) and (p.terminal_id is null or p.terminal_id = ${terminal_id})`;
  await sql`commit`;
  return intentId;
}
