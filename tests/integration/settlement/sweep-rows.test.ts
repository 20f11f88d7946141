import { describe, expect, it } from "vitest";
import { database } from "@/lib/base/db/client";
import type { HexAddress } from "@/lib/base/tron/address";
import { sweepableRows } from "@/lib/settlement/funds/plan-sweep";
import { MAINNET, setKnownBalance, turnLiveOn } from "@/tests/support/live";
import { analyze, LINEAR, manyLeased } from "@/tests/support/many-addresses";
import { memberContext } from "@/tests/support/member-context";
import { rowsOf } from "@/tests/support/plans";

turnLiveOn();

describe("a sweep looks each address up on its own", () => {
  const rich = async (shop: { merchantId: string }) => {
    const rows = await database().sql<{ address: HexAddress }[]>`
      update receive_addresses set funded = true where merchant_id = ${shop.merchantId} returning address`;
    await setKnownBalance(
      rows.map(({ address }) => address),
      50_000_000,
    );
  };
  const rowsOfSweep = async (shop: { merchantId: string }) => {
    const ctx = await memberContext(shop, { environment: "live" });
    return rowsOf(() => sweepableRows(ctx, MAINNET, 10n));
  };

  it("while statistics know of no active lease", async () => {
    const { shop, release } = await manyLeased();
    await rich(shop);
    await release(true);
    await analyze("address_leases", "receive_addresses");
    await release(false);
    expect(await rowsOfSweep(shop)).toBeLessThan(LINEAR);
  });

  it("while they know of no open item, and of no transfer in flight", async () => {
    const { sql } = database();
    const { shop, release } = await manyLeased();
    await rich(shop);
    await release(true);
    await analyze("address_leases", "receive_addresses", "attention_items", "transfers", "sent_transactions");
    const { actor } = await memberContext(shop);
    await sql`
      with t as (
        insert into transfers (merchant_id, network, tx_hash, log_index, address, from_address, block_number, block_hash,
                               amount_micros, occurred_at, counted)
        select merchant_id, ${MAINNET}, '0x' || md5(address) || md5(address), 0, address, address, 1, '0x1', 5, now(), false
          from receive_addresses where merchant_id = ${shop.merchantId} returning id, merchant_id)
      insert into attention_items (merchant_id, kind, transfer_id, amount_micros) select merchant_id, 'late', id, 5 from t`;
    expect(await rowsOfSweep(shop)).toBeLessThan(LINEAR);
    await sql`
      insert into sent_transactions (merchant_id, network, tx_hash, from_address, to_address, amount_micros, expires_at, sent_by)
      select merchant_id, ${MAINNET}, '0x' || md5(address) || md5(address), address, address, 5, now(), ${actor.userId}
        from receive_addresses where merchant_id = ${shop.merchantId}`;
    expect(await rowsOfSweep(shop)).toBeLessThan(LINEAR);
  });
});
