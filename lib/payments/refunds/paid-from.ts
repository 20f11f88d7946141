import type { Network } from "@/lib/base/context/network";
import type { Transaction } from "@/lib/base/db/client";
import type { HexAddress } from "@/lib/base/tron/address";
import { conflict } from "@/lib/base/values/errors";
import { knownBalance } from "@/lib/chain/wallets/known-balance";
import { describeShortfall } from "@/lib/payments/refunds/describe-shortfall";

export type ToPay = {
  merchantId: string;
  /** null in the sandbox */
  network: Network | null;
  /** the address that received the money; null in the sandbox */
  receivedAt: HexAddress | null;
  amountMicros: bigint;
  /** the refund, if it is prepared already */
  refundId?: string | null;
};

type Sources = {
  /** what the address holds at most beyond earlier refunds, which may need more; null: not known */
  freeMicros: bigint | null;
  isOwn: boolean;
  refundWallet: HexAddress | null;
};

/**
 * The address that a refund is paid from: the one that received the money, unless it is known to hold less beyond what
 * earlier prepared refunds there need; then the business's refund wallet. Null in the sandbox. Error: `conflict` when
 * neither can pay.
 */
export async function choosePaidFrom(tx: Transaction, refund: ToPay): Promise<HexAddress | null> {
  const { merchantId, network, receivedAt, amountMicros, refundId = null } = refund;
  if (!receivedAt || !network) return receivedAt;
  const [sources] = await tx<[Sources]>`
    select ${knownBalance(tx, network.id)} - (
             select coalesce(sum(f.amount_micros), 0) from refunds f
              where f.merchant_id = ${merchantId} and f.from_address = ${receivedAt}
                and f.status in ('prepared', 'sent', 'failed')
                and (${refundId}::uuid is null or (f.created_at, f.id) < (
                      select this.created_at, this.id from refunds this
                       where this.id = ${refundId} and this.merchant_id = ${merchantId})))::bigint as "freeMicros",
           a.id is not null as "isOwn", w.address as "refundWallet"
      from (select ${merchantId}::uuid as merchant_id, ${receivedAt} as address) here
      left join receive_addresses a on a.address = here.address and a.merchant_id = here.merchant_id
      left join refund_wallets w on w.merchant_id = here.merchant_id and w.removed_at is null`;
  const shortfall = describeShortfall(sources.isOwn ? sources.freeMicros : null, {
    amountMicros,
    isPrepared: refundId !== null,
  });
  if (!shortfall) return receivedAt;
  if (!sources.refundWallet) throw conflict(shortfall);
  return sources.refundWallet;
}
