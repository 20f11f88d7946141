import type { refundWallets } from "@/drizzle/schema";
import type { MerchantContext } from "@/lib/base/context/context";
import { type HexAddress, tronFromHex } from "@/lib/base/tron/address";

export type RefundWallet = Pick<typeof refundWallets.$inferSelect, "setAt"> & {
  /** base58 */
  address: string;
  hex: HexAddress;
  /** by name or email */
  setBy: string;
  /** refunds that are to be paid from it and haven't left */
  openRefunds: number;
};

/** The address that pays refunds when the one that received the money no longer holds it; null: none is set. */
export async function getRefundWallet({ db: { sql }, merchantId }: MerchantContext): Promise<RefundWallet | null> {
  const [wallet] = await sql<Omit<RefundWallet, "address">[]>`
    select w.address as hex, w.set_at as "setAt", coalesce(nullif(u.name, ''), u.email) as "setBy",
           (select count(*) from refunds f
             where f.merchant_id = w.merchant_id and f.from_address = w.address
               and f.status not in ('final', 'cancelled'))::int as "openRefunds"
      from refund_wallets w join users u on u.id = w.set_by
     where w.merchant_id = ${merchantId} and w.removed_at is null`;
  return wallet ? { ...wallet, address: tronFromHex(wallet.hex) } : null;
}
