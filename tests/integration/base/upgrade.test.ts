import { expect, it } from "vitest";
import { earlierDatabase } from "@/tests/support/earlier-database";

it("an installation that is upgraded has the sums and flags of everything that was there before", async () => {
  const { sql, upgrade } = await earlierDatabase("0002_accounts");
  const [merchant] = await sql`insert into merchants (name) values ('Shop') returning id`;
  const [terminal] = await sql`insert into terminals (merchant_id, name) values (${merchant?.id}, 'Bar') returning id`;
  const insert = async (status: string, received: number) => {
    const [row] = await sql`
      insert into payment_intents (id, merchant_id, terminal_id, environment, amount_micros, received_micros, expires_at)
      values (gen_random_uuid(), ${merchant?.id}, ${terminal?.id}, 'sandbox', 10, ${received}, now()) returning id`;
    if (status !== "pending") {
      await sql`
        update payment_intents set status = ${status}, ${sql(`${status}_at`)} = '2026-03-01T10:30:00Z' where id = ${row?.id}`;
    }
    return row?.id;
  };
  const expired = await insert("expired", 4);
  await insert("expired", 0);
  await insert("cancelled", 0);
  await insert("paid", 12);
  await sql`
    insert into transfers (merchant_id, intent_id, network, tx_hash, log_index, amount_micros, occurred_at, counted)
    values (${merchant?.id}, ${expired}, 'sandbox', 'a', 0, 6, now(), false),
           (${merchant?.id}, ${expired}, 'sandbox', 'b', 0, 7, now(), false)`;

  await upgrade();
  expect(
    await sql`select span, starts_at, expired_count::int, cancelled_count::int from unpaid_sums order by span`,
  ).toEqual([
    { span: "day", starts_at: new Date("2026-03-01T00:00:00Z"), expired_count: 2, cancelled_count: 1 },
    { span: "hour", starts_at: new Date("2026-03-01T10:00:00Z"), expired_count: 2, cancelled_count: 1 },
  ]);
  expect(
    await sql`select status, flags, uncounted_micros::int as late from payment_intents order by status, flags`,
  ).toEqual([
    { status: "cancelled", flags: 0, late: 0 },
    { status: "expired", flags: 0, late: 0 },
    { status: "expired", flags: 5, late: 13 },
    { status: "paid", flags: 2, late: 0 },
  ]);
  await insert("expired", 0);
  await insert("paid", 10);
  const [sums] = await sql`
    select (select expired_count::int from unpaid_sums where span = 'day') as expired,
           (select sales_count::int from sales_sums where span = 'day') as paid`;
  expect(sums).toEqual({ expired: 3, paid: 2 });
});

it("its addresses have their sums, and books that begin where they were kept from", async () => {
  const { sql, upgrade } = await earlierDatabase("0008_lease_times");
  const address = (last: number) => `0x${String(last).padStart(40, "0")}`;
  const [[merchant], [terminal], [wallet]] = [
    await sql`insert into merchants (name) values ('Shop') returning id`,
    await sql`insert into terminals (merchant_id, name) select id, 'Bar' from merchants returning id`,
    await sql`insert into receiving_wallets (merchant_id, kind) select id, 'list' from merchants returning id`,
  ];
  await sql`
    insert into chain_cursors (network, block_number, block_hash, block_time, finalized_number, finalized_hash,
                               finalized_time, head_number, passed_at, provider)
    values ('nile', 900, '0x1', now(), 900, '0x1', now(), 920, now(), 'node')`;
  for (const last of [1, 2, 3]) {
    await sql`
      insert into receive_addresses (merchant_id, wallet_id, address)
      values (${merchant?.id}, ${wallet?.id}, ${address(last)})`;
  }
  for (const [last, block] of [
    [1, 700],
    [1, 300],
    [2, 500],
  ] as const) {
    await sql`
      with i as (
        insert into payment_intents (id, merchant_id, terminal_id, environment, amount_micros, expires_at)
        values (gen_random_uuid(), ${merchant?.id}, ${terminal?.id}, 'live', 10, now()) returning id)
      insert into address_leases (address_id, intent_id, leased_at_block, released_at)
      select a.id, i.id, ${block}, now() from receive_addresses a, i where a.address = ${address(last)}`;
  }
  const receive = (hash: string, last: number, micros: number) => sql`
    insert into transfers (merchant_id, network, tx_hash, log_index, address, amount_micros, occurred_at, counted)
    values (${merchant?.id}, 'nile', ${hash}, 0, ${address(last)}, ${micros}, now(), false)`;
  const send = (hash: string, last: number, micros: number) => sql`
    insert into outgoing_transfers (merchant_id, network, tx_hash, log_index, from_address, to_address, amount_micros,
                                    block_number, occurred_at)
    values (${merchant?.id}, 'nile', ${hash}, 0, ${address(last)}, ${address(9)}, ${micros}, 800, now())`;
  await receive("a", 1, 50);
  await receive("b", 1, 7);
  await send("c", 1, 30);
  await sql`
    insert into transfers (merchant_id, network, tx_hash, log_index, amount_micros, occurred_at, counted)
    values (${merchant?.id}, 'sandbox', 'd', 0, 1000, now(), false)`;

  await upgrade();
  const ledgers = () => sql`
    select address, since_block::int as since, received_micros::int as received, sent_micros::int as sent
      from address_ledgers order by address`;
  expect(await ledgers()).toEqual([
    { address: address(1), since: 300, received: 57, sent: 30 },
    { address: address(2), since: 500, received: 0, sent: 0 },
    // never leased, so nothing was read for it: its books begin at the head
    { address: address(3), since: 920, received: 0, sent: 0 },
  ]);
  await receive("e", 2, 5);
  await send("f", 1, 20);
  expect((await ledgers()).map(({ received, sent }) => [received, sent])).toEqual([
    [57, 50],
    [5, 0],
    [0, 0],
  ]);
});
