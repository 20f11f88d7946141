import type { Sql } from "@/lib/base/db/client";
import type { HexAddress } from "@/lib/base/tron/address";

/** A transfer from a refund wallet that Till looks for: to the recipient of an open refund that is paid from there. */
export type WatchedPayment = { from: HexAddress; to: HexAddress };

/**
 * A refund may be cancelled while its transfer is in a block that isn't read yet. Blocks are read a minute after their
 * time, or late.
 */
const AFTER_CANCELLING = "1 hour";

/** All that is read of the businesses' refund wallets, or of one business's. */
export function watchedPayments(sql: Sql, merchantId: string | null = null): Promise<WatchedPayment[]> {
  return sql<WatchedPayment[]>`
    select distinct f.from_address as from, f.to_address as to
      from refund_wallets w join refunds f on f.merchant_id = w.merchant_id and f.from_address = w.address
     where f.to_address is not null and (${merchantId}::uuid is null or w.merchant_id = ${merchantId})
       and (f.status not in ('final', 'cancelled') or f.withdrawn_at > now() - ${AFTER_CANCELLING}::interval)
     order by 1, 2`;
}
