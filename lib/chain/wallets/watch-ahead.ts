import { and, eq, isNull } from "drizzle-orm";
import { receivingWallets } from "@/drizzle/schema";
import { orm, type Sql, type Transaction } from "@/lib/base/db/client";
import { deriveAddresses } from "@/lib/base/tron/derive";
import { beginLedgers } from "@/lib/chain/wallets/begin-ledgers";
import { findRefundWallets } from "@/lib/chain/wallets/refund-wallet-addresses";

/** As far as wallet apps look beyond the last used address, so as far as an app may show one to be paid. */
export const GAP_LIMIT = 20;

export type AheadWallet = Pick<typeof receivingWallets.$inferSelect, "id" | "merchantId" | "nextIndex"> & {
  xpub: string;
};

/** Derives the addresses up to the gap limit, to be watched and not yet given out. The caller holds the wallet. */
export async function watchAhead(tx: Transaction, network: string, wallet: AheadWallet): Promise<void> {
  const { nextIndex } = wallet;
  const from = Math.max(nextIndex, (await highestIndex(tx, wallet)) + 1);
  const count = nextIndex + GAP_LIMIT - from;
  if (count > 0) await addAhead(tx, network, wallet, { from, count });
}

/** The highest derived index; -1: there is none. */
export async function highestIndex(tx: Transaction, { id, merchantId }: AheadWallet): Promise<number> {
  const [row] = await tx<[{ highest: number }]>`
    select coalesce(max(derivation_index), -1)::int as highest from receive_addresses
     where wallet_id = ${id} and merchant_id = ${merchantId}`;
  return row.highest;
}

/** Derives `count` addresses from an index on, to be watched and not yet given out. The caller holds the wallet. */
export async function addAhead(
  tx: Transaction,
  network: string,
  { id, merchantId, xpub }: AheadWallet,
  { from, count }: { from: number; count: number },
): Promise<void> {
  const derived = deriveAddresses(xpub, from, count).map((address, place) => ({ address, index: from + place }));
  const paying = await findRefundWallets(
    tx,
    derived.map(({ address }) => address),
  );
  const receiving = derived.filter(({ address }) => !paying.has(address));
  const [addresses, indices] = [receiving.map(({ address }) => address), receiving.map(({ index }) => index)];
  await beginLedgers(tx, network, addresses);
  await tx`
    insert into receive_addresses (merchant_id, wallet_id, address, derivation_index, is_ahead)
    select ${merchantId}, ${id}, address, index, true
      from unnest(${addresses}::text[], ${indices}::int[]) as d(address, index) order by address
    on conflict (address) do nothing`;
}

/** Like `watchAhead`, for every wallet that lacks some, for example those set before addresses were watched ahead. */
export async function watchAllAhead(sql: Sql, network: string): Promise<void> {
  const short = await sql<Pick<typeof receivingWallets.$inferSelect, "id">[]>`
    select w.id from receiving_wallets w
     where w.retired_at is null and w.kind = 'xpub'
       and coalesce((select max(derivation_index) from receive_addresses
                      where wallet_id = w.id and merchant_id = w.merchant_id), -1)
           < w.next_index + ${GAP_LIMIT - 1}`;
  for (const { id } of short) {
    await sql.begin(async (tx) => {
      const [wallet] = await orm(tx)
        .select()
        .from(receivingWallets)
        .where(and(eq(receivingWallets.id, id), isNull(receivingWallets.retiredAt)))
        .for("no key update");
      if (wallet?.xpub) await watchAhead(tx, network, { ...wallet, xpub: wallet.xpub });
    });
  }
}
