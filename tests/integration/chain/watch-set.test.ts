import { expect, it } from "vitest";
import { database, type Transaction } from "@/lib/base/db/client";
import type { HexAddress } from "@/lib/base/tron/address";
import { isWatched, planByIndex, watchedRows, watchSet } from "@/lib/chain/wallets/watch-set";
import { MAINNET, turnLiveOn } from "@/tests/support/live";
import { makeLiveIntents, makeShop } from "@/tests/support/live-intents";
import { analyze, FEW, LINEAR, manyLeased, manyUsed } from "@/tests/support/many-addresses";
import { rowsOf, rowsReadBy } from "@/tests/support/plans";

turnLiveOn();

it("each watched address is looked up on its own, also while statistics know of no active lease", async () => {
  const { release } = await manyLeased();
  await release(true);
  await analyze("address_leases");
  await release(false);
  expect(await rowsOf((tx) => watchedRows(tx, MAINNET), planByIndex)).toBeLessThan(LINEAR);
});

it("many addresses that were used and never are again aren't read to find the watched ones", async () => {
  const merchant = await manyUsed();
  const { sql } = database();
  await sql`
    update receive_addresses set retired_at = now() - interval '40 days', last_leased_at = null, balance_micros = null
     where merchant_id <> ${merchant.merchantId}`;
  await sql`update receiving_wallets set retired_at = now() where merchant_id <> ${merchant.merchantId}`;
  await sql`update address_leases set released_at = now() where released_at is null`;
  await sql`update refunds set withdrawn_at = now()`;
  await sql.unsafe("vacuum analyze receive_addresses, address_leases, refunds");
  const watched = await watchSet(sql, MAINNET);
  expect(watched.length).toBeLessThan(FEW);
  const read = (tx: Transaction) => planByIndex(tx).then(() => watchedRows(tx, MAINNET));
  expect(await rowsReadBy("receive_addresses", read)).toBeLessThan(2 * FEW);
});

it("an address is in the set by the same conditions by which one alone is watched", async () => {
  const { sql } = database();
  const refunding: string[] = [];
  for (const neverReuse of [false, true]) {
    const shop = await makeShop();
    await sql`update merchants set never_reuse_addresses = ${neverReuse} where id = ${shop.merchantId}`;
    await sql`
      insert into receive_addresses (merchant_id, wallet_id, address, last_leased_at, retired_at, balance_micros,
                                     balance_block)
      select ${shop.merchantId}, ${shop.walletId}, '0x' || substr(md5(random()::text || place), 1, 32) || lpad(to_hex(place), 8, '0'),
             now() - leased * interval '1 day', now() - retired * interval '1 day', balance, block
        from (values (null), (10), (40)) l(leased), (values (null), (10), (40)) r(retired), (values (null), (1), (2)) b(balance),
             (values (null), (9)) k(block), generate_series(1, 3) place`;
    const rest = await sql<{ id: string; address: string }[]>`
      select id, address from receive_addresses
       where merchant_id = ${shop.merchantId} and retired_at < now() - interval '30 days' and balance_micros = 1
         and balance_block is null and last_leased_at < now() - interval '30 days' limit 2`;
    const [intent] = await makeLiveIntents(MAINNET, shop, [{ address: rest[0]?.address as HexAddress }]);
    await sql`
      update receive_addresses set last_leased_at = now() - interval '40 days' where address = ${intent?.address ?? ""}`;
    await sql`
      with u as (insert into users (email, password_hash) values (gen_random_uuid() || '@example.com', 'none') returning id),
           t as (insert into transfers (merchant_id, network, tx_hash, log_index, amount_micros, occurred_at, counted)
                 select ${shop.merchantId}, ${MAINNET}, gen_random_uuid()::text, 0, 1, now(), false returning id),
           i as (insert into attention_items (merchant_id, kind, amount_micros, transfer_id)
                 select ${shop.merchantId}, 'unassigned', 1, id from t returning id)
      insert into refunds (merchant_id, item_id, from_address, to_address, amount_micros, prepared_by)
      select ${shop.merchantId}, i.id, ${rest[1]?.address ?? ""}, ${intent?.address ?? ""}, 1, u.id from i, u`;
    refunding.push(rest[1]?.address ?? "");
  }
  const alone = await sql.begin(
    (tx) => tx<{ address: string }[]>`select address from receive_addresses a where ${isWatched(tx)} order by address`,
  );
  const all = await sql<[{ count: number }]>`select count(*)::int as count from receive_addresses`;
  expect(alone.length).toBeLessThan(all[0].count);
  const watched = async () => (await watchSet(sql, MAINNET)).map(({ address }) => address);
  expect(await watched()).toEqual(alone.map(({ address }) => address));
  expect(await watched()).toEqual(expect.arrayContaining(refunding));
  await sql`update refunds set withdrawn_at = now() where from_address = any(${refunding})`;
  for (const address of refunding) expect(await watched()).not.toContain(address);
});
