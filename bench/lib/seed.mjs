/** Pending intents of a merchant's terminal that end in twelve hours. Gives their ids. */
export async function seedPending(sql, { merchantId, terminalId }, count) {
  const rows = await sql`
    insert into payment_intents (id, merchant_id, terminal_id, environment, amount_micros, expires_at)
    select gen_random_uuid(), ${merchantId}, ${terminalId}, 'sandbox', 1000000 + n, now() + interval '12 hours'
      from generate_series(1, ${count}::int) n
    returning id`;
  return rows.map((row) => row.id);
}

/** Pending live intents, each with an address of its own that no watcher knows. Gives their ids. */
export async function seedLive(sql, { merchantId, terminalId }, count) {
  const rows = await sql`
    insert into payment_intents (id, merchant_id, terminal_id, environment, amount_micros, expires_at, receive_address)
    select gen_random_uuid(), ${merchantId}, ${terminalId}, 'live', 1000000 + n, now() + interval '12 hours',
           '0x' || md5(n::text) || 'f00dfeed'
      from generate_series(1, ${count}::int) n
    returning id`;
  return rows.map((row) => row.id);
}

/** The same with what an intent leaves behind in an installation that works: its event, delivered to each endpoint. */
export async function seedPendingWithEvents(sql, { merchantId, terminalId, endpointIds }, count) {
  await sql`
    with i as (
      insert into payment_intents (id, merchant_id, terminal_id, environment, amount_micros, expires_at)
      select gen_random_uuid(), ${merchantId}, ${terminalId}, 'sandbox', 1000000 + n, now() + interval '12 hours'
        from generate_series(1, ${count}::int) n
      returning id, amount_micros, expires_at),
    e as (
      insert into events (id, merchant_id, terminal_id, intent_id, environment, type, body)
      select gen_random_uuid(), ${merchantId}, ${terminalId}, id, 'sandbox', 'intent.created',
             json_build_object('event', 'intent.created', 'intent_id', id, 'amount', amount_micros / 1e6,
               'currency', 'USDT', 'terminal_id', ${terminalId}::text, 'environment', 'sandbox', 'livemode', false,
               'expires_at', expires_at, 'checkout_uri', 'service:pay?intent=' || id, 'timestamp', now())::text
        from i
      returning id)
    insert into webhook_deliveries (event_id, endpoint_id, status, attempts, next_attempt_at, ended_at, last_status)
    select e.id, p.id, 'delivered', 1, null, now(), 200 from e, unnest(${endpointIds}::uuid[]) as p(id)`;
}

/** Cancels what is still pending. */
export async function endPending(sql) {
  await sql`update payment_intents set status = 'cancelled', cancelled_at = now() where status = 'pending'`;
}

/**
 * Removes what is dead and counts what lives, so that no plan is made for a table that was empty a moment ago. Tables are
 * never truncated between rounds: foreign keys would go on being checked by plans for an empty table.
 */
export async function vacuum(sql) {
  await sql`vacuum analyze payment_intents, events, webhook_deliveries, webhook_attempts, api_requests, sales_sums, unpaid_sums`;
}
