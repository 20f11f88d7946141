import { describe, expect, it } from "vitest";
import { database, type Transaction } from "@/lib/base/db/client";
import { takeAddress } from "@/lib/chain/wallets/lease";
import { reviewPools } from "@/lib/chain/wallets/pool";
import { type LiveMerchant, MAINNET, turnLiveOn } from "@/tests/support/live";
import { makeShop } from "@/tests/support/live-intents";
import { analyze, FEW, MANY, manyUsed } from "@/tests/support/many-addresses";
import { rowsReadBy } from "@/tests/support/plans";

turnLiveOn();

describe("many addresses that were used and never are again", () => {
  const take = (tx: Transaction, { merchantId }: LiveMerchant) =>
    takeAddress(tx, { merchantId, neverReuse: true, network: MAINNET });

  it("cost a new payment nothing, whatever the statistics say", async () => {
    const merchant = await manyUsed();
    await analyze("receive_addresses");
    expect(await rowsReadBy("receive_addresses", (tx) => take(tx, merchant))).toBeLessThan(FEW);
    // as if no address had ever been used
    const { sql } = database();
    const unused = await makeShop();
    await sql`
      insert into receive_addresses (merchant_id, wallet_id, address)
      select ${unused.merchantId}, ${unused.walletId}, '0x' || substr(md5(i || ${unused.walletId}), 1, 32) || lpad(to_hex(i), 8, '0')
        from generate_series(1, ${20 * MANY}) i`;
    await analyze("receive_addresses");
    expect(await rowsReadBy("receive_addresses", (tx) => take(tx, merchant))).toBeLessThan(FEW);
    await sql`delete from receive_addresses where merchant_id = ${unused.merchantId}`;
  });

  it("aren't counted for an alarm that a public key can't have, and a standing one ends", async () => {
    const { merchantId } = await manyUsed();
    const { sql } = database();
    await sql`
      insert into chain_alarms (network, merchant_id, kind, message)
      select ${MAINNET}, ${merchantId}, kind, '' from unnest(array['pool_low', 'pool_empty']) kind`;
    expect(await rowsReadBy("receive_addresses", (tx) => reviewPools(tx, MAINNET, merchantId))).toBeLessThan(FEW);
    const standing = await sql`select kind from chain_alarms where merchant_id = ${merchantId} and cleared_at is null`;
    expect(standing).toEqual([]);
  });
});
