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

const PART = 250_000;

/**
 * Payments at an even pace over `days` up to now, in `terminals` of which the first is the busiest: nine of ten paid
 * within three minutes, the rest expired or cancelled, one of a thousand partially paid or overpaid. Written behind the
 * triggers' back, and therefore with the sums that they would have kept.
 */
export async function seedSales(sql, merchant, { count, days, terminals, say = () => {} }) {
  const { merchantId, terminalId } = merchant;
  const more = await sql`
    insert into terminals (merchant_id, name, time_zone)
    select ${merchantId}, 'Till ' || n, 'Europe/Lisbon' from generate_series(2, ${terminals}::int) n returning id`;
  merchant.terminalIds = [terminalId, ...more.map((terminal) => terminal.id)];
  await sql`update merchants set time_zone = 'Europe/Lisbon' where id = ${merchantId}`;
  const [{ now }] = await sql`select now()::text as now`;
  await inParts(sql, count, async (tx, first, last) => {
    await tx`
      insert into payment_intents (id, merchant_id, terminal_id, environment, amount_micros, received_micros, status,
                                   reference, created_at, expires_at, paid_at, expired_at, cancelled_at)
      select gen_random_uuid(), ${merchantId},
             (${merchant.terminalIds}::uuid[])[1 + floor(where_ * where_ * ${terminals}::int)::int], 'sandbox', amount,
             case when status = 'paid' then amount + case when odd < 0.001 then 1000000 else 0 end
                  when odd < 0.01 then amount / 2 else 0 end,
             status, 'order-' || n, at, at + interval '30 minutes',
             case when status = 'paid' then at + odd * interval '3 minutes' end,
             case when status = 'expired' then at + interval '30 minutes' end,
             case when status = 'cancelled' then at + interval '2 minutes' end
        from (select n, random() as where_, random() as odd, (1 + floor(random() * 20000))::bigint * 10000 as amount,
                     ${now}::timestamptz - interval '35 minutes'
                       - (${count}::int - n) * (${days}::int * interval '1 day' / ${count}::int) as at,
                     case when random() < 0.9 then 'paid' when random() < 0.7 then 'expired' else 'cancelled' end as status
                from generate_series(${first}::int, ${last}::int) n) payments`;
    say(`${last.toLocaleString("en-US")} of ${count.toLocaleString("en-US")} payments`);
  });
  await behindTriggers(sql, async (tx) => {
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

/**
 * What payments of `seedSales` leave behind as an API, two events to one endpoint each, and customers made them:
 * transfers, events, deliveries with one attempt, the request log, and the idempotency keys of the last day.
 */
export async function seedTrails(sql, { endpointIds: [endpointId] }, { days, say = () => {} }) {
  const [{ now }] = await sql`select now()::text as now`;
  await inParts(
    sql,
    days + 1,
    async (tx, day) => {
      await tx`
        create temporary table sold on commit drop as
        select *, coalesce(paid_at, expired_at, cancelled_at) as ended_at from payment_intents
         where created_at >= ${now}::timestamptz - ${day}::int * interval '1 day'
           and created_at < ${now}::timestamptz - (${day}::int - 1) * interval '1 day'`;
      await tx`
        insert into transfers (merchant_id, intent_id, network, tx_hash, log_index, amount_micros, occurred_at, counted, created_at)
        select merchant_id, id, 'sandbox', encode(sha256(id::text::bytea), 'hex'), 0, received_micros, paid_at, true, paid_at
          from sold where status = 'paid'`;
      await tx`
        create temporary table told on commit drop as
        select gen_random_uuid() as event_id, gen_random_uuid() as delivery_id, sold.*, type, at
          from sold cross join lateral (values ('intent.created', created_at),
            (case status when 'paid' then 'payment.success' else 'intent.' || status end, ended_at)) as steps (type, at)`;
      await tx`
        insert into events (id, merchant_id, terminal_id, intent_id, environment, type, body, created_at)
        select event_id, merchant_id, terminal_id, id, environment, type,
               json_build_object('event', type, 'intent_id', id, 'amount', amount_micros / 1e6, 'amount_usdt', amount_micros / 1e6,
                 'currency', 'USDT', 'terminal_id', terminal_id, 'terminal', 'Front desk', 'environment', environment,
                 'livemode', false, 'reference', reference, 'status', status, 'expires_at', expires_at,
                 'checkout_uri', 'service:pay?intent=' || id, 'timestamp', at)::text, at
          from told`;
      await tx`
        insert into webhook_deliveries (id, event_id, endpoint_id, status, attempts, next_attempt_at, last_status, created_at, ended_at)
        select delivery_id, event_id, ${endpointId}, 'delivered', 1, null, 200, at, at from told`;
      await tx`
        insert into webhook_attempts (delivery_id, number, started_at, duration_ms, signatures, response_status, response_excerpt)
        select delivery_id, 1, at, 12, sha256(event_id::text::bytea) || sha256(delivery_id::text::bytea), 200, 'ok'
          from told`;
      await tx`
        insert into api_requests (id, merchant_id, terminal_id, key_id, environment, method, path, status, duration_us, address, created_at)
        select gen_random_uuid(), merchant_id, terminal_id, terminal_id, environment, 'POST', '/api/v1/create-payment-intent', 200,
               2500, '192.0.2.17', created_at
          from sold`;
      await tx`
        insert into idempotency_keys (terminal_id, environment, path, key, request_hash, intent_id, response, created_at, ends_at)
        select terminal_id, environment, '/api/v1/create-payment-intent', reference, sha256(id::text::bytea), id, repeat('x', 560),
               created_at, created_at + interval '1 day'
          from sold where created_at > ${now}::timestamptz - interval '1 day'`;
      say(`day ${day} of ${days + 1}`);
    },
    1,
  );
  await sql`vacuum analyze`;
}

/**
 * Runs `work(tx, first, last)` for 1 to `count` in parts, two at a time, as rows that triggers and foreign keys don't
 * see.
 */
async function inParts(sql, count, work, part = PART) {
  let next = 1;
  const lane = async () => {
    while (next <= count) {
      const first = next;
      next += part;
      await behindTriggers(sql, (tx) => work(tx, first, Math.min(first + part - 1, count)));
    }
  };
  await Promise.all([lane(), lane()]);
}

const behindTriggers = (sql, work) =>
  sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await work(tx);
  });

/** Cancels what is still pending. */
export async function endPending(sql) {
  await sql`update payment_intents set status = 'cancelled', cancelled_at = now() where status = 'pending'`;
}

/**
 * Removes what is dead and counts what lives, so that no plan is made for a table that was empty a moment ago. Tables
 * are never truncated between rounds: foreign keys would go on being checked by plans for an empty table.
 */
export async function vacuum(sql) {
  await sql`vacuum analyze payment_intents, events, webhook_deliveries, webhook_attempts, api_requests, sales_sums, unpaid_sums`;
}
