const AGE = "25 hours";

/** The nth address that is leased in these benches. */
export const addressOf = (n) => `0x${(n + 1).toString(16).padStart(40, "0").replace(/^0000/, "be7c")}`;

/**
 * A receiving wallet whose addresses were all leased once and are watched, and live intents that wait on the first of
 * them: since yesterday, for 1 USDT and as many millionths as their number. Gives the intents' ids in that order.
 */
export async function seedWatched(sql, { merchantId, terminalId }, { addresses, pending, network, block }) {
  await sql`
    insert into chain_cursors (network, block_number, block_hash, block_time, finalized_number, finalized_hash,
                               finalized_time, head_number, passed_at, provider, canary_at, rescanned_hour_at,
                               rescanned_day_at, token_checked_at)
    values (${network}, ${block.number}, ${block.hash}, ${block.time}, ${block.number}, ${block.hash}, ${block.time},
            ${block.number}, now(), 'seed', now(), now(), now(), now())`;
  const [wallet] = await sql`
    insert into receiving_wallets (id, merchant_id, kind) values (gen_random_uuid(), ${merchantId}, 'list') returning id`;
  await sql`
    insert into receive_addresses (id, merchant_id, wallet_id, address, last_leased_at, rests_until,
                                   rests_at_least_until, balance_micros, balance_at)
    select gen_random_uuid(), ${merchantId}, ${wallet.id}, a.address, now() - ${AGE}::interval,
           now() + interval '1 day', now() - interval '1 hour', 0, now()
      from unnest(${Array.from({ length: addresses }, (_, n) => addressOf(n))}::text[]) as a(address)`;
  const ids = await seedWaiting(sql, { merchantId, terminalId }, { pending, block });
  await seedEarlierLeases(sql, { merchantId, terminalId }, block);
  await sql`vacuum analyze receive_addresses, address_leases, payment_intents, chain_cursors`;
  return ids;
}

async function seedWaiting(sql, { merchantId, terminalId }, { pending, block }) {
  const rows = await sql`
    with i as (
      insert into payment_intents (id, merchant_id, terminal_id, environment, amount_micros, created_at, expires_at,
                                   receive_address)
      select gen_random_uuid(), ${merchantId}, ${terminalId}, 'live', 1000000 + a.n, now() - ${AGE}::interval,
             now() + interval '12 hours', a.address
        from unnest(${Array.from({ length: pending }, (_, n) => addressOf(n))}::text[]) with ordinality as a(address, n)
      returning id, amount_micros, receive_address),
    l as (
      insert into address_leases (id, address_id, intent_id, leased_at, leased_at_block)
      select gen_random_uuid(), r.id, i.id, now() - ${AGE}::interval, ${block.number}
        from i join receive_addresses r on r.address = i.receive_address)
    select id from i order by amount_micros`;
  await sql`
    update receive_addresses set rests_until = 'infinity', rests_at_least_until = 'infinity'
     where address in (select receive_address from payment_intents where status = 'pending' and environment = 'live')`;
  return rows.map((row) => row.id);
}

/** A lease that has ended for every address, so that it has a block from which on it is ours. */
async function seedEarlierLeases(sql, { merchantId, terminalId }, block) {
  await sql`
    with i as (
      insert into payment_intents (id, merchant_id, terminal_id, environment, amount_micros, status, created_at,
                                   expires_at, expired_at, receive_address)
      select gen_random_uuid(), ${merchantId}, ${terminalId}, 'live', 5000000, 'pending', now() - interval '26 hours',
             now() - interval '25 hours', null, address
        from receive_addresses
       where not exists (select from address_leases l where l.address_id = receive_addresses.id)
      returning id, receive_address)
    insert into address_leases (id, address_id, intent_id, leased_at, leased_at_block, released_at)
    select gen_random_uuid(), r.id, i.id, now() - interval '26 hours', ${block.number}, now() - interval '25 hours'
      from i join receive_addresses r on r.address = i.receive_address`;
  await sql`
    update payment_intents set status = 'expired', expired_at = expires_at
     where environment = 'live' and status = 'pending' and expires_at < now()`;
}
