import { database } from "@/lib/base/db/client";
import { setNeverReuse } from "@/lib/business/merchants/update";
import { type LiveMerchant, liveMerchant, MAINNET, newXpub } from "@/tests/support/live";
import { makeLiveIntents, makeShop } from "@/tests/support/live-intents";

export const MANY = 3_000;
/** In rows: some for each of the addresses, and far from one for each pair of them. */
export const LINEAR = 40 * MANY;
/** In rows: far from one for each of the addresses. */
export const FEW = 400;

export const analyze = (...tables: string[]) => database().sql.unsafe(`analyze ${tables.join(", ")}`);

/** A shop with many addresses, each with a pending payment. */
export async function manyLeased() {
  const shop = await makeShop();
  const drafts = Array.from({ length: MANY }, () => ({}));
  const ids = (await makeLiveIntents(MAINNET, shop, drafts)).map(({ id }) => id);
  const release = (isReleased: boolean) => database().sql`
    update address_leases set released_at = ${isReleased ? new Date() : null} where intent_id = any(${ids}::uuid[])`;
  return { shop, release };
}

/** A wallet by public key whose many used addresses are never used again. */
export async function manyUsed(): Promise<LiveMerchant & { walletId: string }> {
  const { sql } = database();
  const merchant = await liveMerchant({ wallet: newXpub() });
  await setNeverReuse(merchant.member, { neverReuse: true });
  const [wallet] = await sql<[{ id: string }]>`
    select id from receiving_wallets where merchant_id = ${merchant.merchantId} and retired_at is null`;
  await sql.begin(async (tx) => {
    await tx`
      insert into receive_addresses (merchant_id, wallet_id, address, derivation_index, last_leased_at, rests_until,
                                     rests_at_least_until, balance_micros, balance_at, funded)
      select ${merchant.merchantId}, ${wallet.id}, '0x' || substr(md5(i || ${wallet.id}), 1, 32) || lpad(to_hex(i), 8, '0'), i,
             ago, ago, ago, 1, now(), true
        from generate_series(100, ${MANY + 99}) i, (select now() - interval '40 days') a(ago)`;
    // the gap is filled, as after so many payments
    await tx`
      update receive_addresses set is_ahead = false, last_leased_at = now() - interval '40 days'
       where wallet_id = ${wallet.id} and derivation_index < 100`;
    await tx`update receiving_wallets set next_index = ${MANY + 100} where id = ${wallet.id}`;
  });
  return { ...merchant, walletId: wallet.id };
}
