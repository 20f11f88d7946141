import type { receivingWallets } from "@/drizzle/schema";
import type { MerchantContext } from "@/lib/base/context/context";
import { tronFromHex } from "@/lib/base/tron/address";
import { currentWallet, firstAddresses, SHOWN } from "@/lib/chain/wallets/compare-wallet";
import { getPool, type Pool } from "@/lib/chain/wallets/pool";
import { shortXpub } from "@/lib/chain/wallets/wallet-schema";

export type Wallet = {
  id: string;
  kind: "list" | "xpub";
  createdAt: Date;
  /** who set it, by name or email; null when that account no longer exists */
  setBy: string | null;
  /** shortened; null for a list */
  xpub: string | null;
  first: { index: number; address: string }[];
  neverReuse: boolean;
  pool: Pool;
};

/** The receiving wallet that is set, with its pool; null without one. */
export async function getWallet(ctx: MerchantContext): Promise<Wallet | null> {
  const { merchantId } = ctx;
  const [current, pool, [facts]] = await Promise.all([
    currentWallet(ctx.db.sql, merchantId, SHOWN),
    getPool(ctx),
    ctx.db.sql<
      (Pick<typeof receivingWallets.$inferSelect, "createdAt"> & { neverReuse: boolean; setBy: string | null })[]
    >`
      select w.created_at as "createdAt", m.never_reuse_addresses as "neverReuse", (
               select coalesce(nullif(u.name, ''), u.email) from audit_log l
                 join users u on u.id = case when l.actor_type = 'user' then l.actor_id::uuid end
                where l.merchant_id = m.id and l.action = 'wallet.set' and l.created_at >= w.created_at
                order by l.created_at limit 1) as "setBy"
        from receiving_wallets w join merchants m on m.id = w.merchant_id
       where w.merchant_id = ${merchantId} and w.retired_at is null`,
  ]);
  if (!current || !pool || !facts) return null;
  const { id, kind, xpub, addresses } = current;
  const first = xpub ? firstAddresses({ kind: "xpub", xpub }) : addresses;
  return {
    id,
    kind,
    ...facts,
    pool,
    xpub: xpub && shortXpub(xpub),
    first: first.map((address, index) => ({ index, address: tronFromHex(address) })),
  };
}
