import type { sentTransactions } from "@/drizzle/schema";
import type { MemberContext } from "@/lib/base/context/context";
import { type HexAddress, tronFromHex } from "@/lib/base/tron/address";
import { isInFlight, isUnsent } from "@/lib/payments/refunds/in-flight";

type Sent = typeof sentTransactions.$inferSelect;

/**
 * A transfer of a sweep that was signed, and that no node is known to have. `from`: base58. `isUnsent`: nothing was
 * sent.
 */
export type UnfinishedSweep = Pick<Sent, "txHash" | "amountMicros" | "expiresAt"> & { from: string; isUnsent: boolean };

/**
 * The last transfer of a sweep from this address, within a day, failed; `cause` as java-tron names it, null: not known.
 */
export type FailedSweep = Pick<Sent, "txHash" | "amountMicros"> & { from: string; cause: string | null };

const MOST = 100;

/**
 * What a person who sweeps should see first: signed transfers that can be sent again, and those that failed. The newest
 * 100 each.
 */
export async function listUnfinishedSweeps({
  db: { sql },
  settings,
  merchantId,
}: MemberContext): Promise<{ kept: UnfinishedSweep[]; failed: FailedSweep[] }> {
  const network = settings.network?.id ?? null;
  const [kept, failed] = await Promise.all([
    sql<(Omit<UnfinishedSweep, "from"> & { from: HexAddress })[]>`
      select s.tx_hash as "txHash", s.from_address as from, s.amount_micros as "amountMicros", s.expires_at as "expiresAt",
             s.unsent_id is not distinct from s.id as "isUnsent"
        from sent_transactions s
       where s.merchant_id = ${merchantId} and s.network = ${network} and s.refund_id is null and s.raw_data_hex is not null
         and s.accepted_at is null and (${isUnsent(sql)} or (s.expires_at > now() and ${isInFlight(sql)}))
       order by s.created_at desc, s.id limit ${MOST}`,
    sql<(Omit<FailedSweep, "from"> & { from: HexAddress })[]>`
      select s.tx_hash as "txHash", s.from_address as from, s.amount_micros as "amountMicros", s.failure as cause
        from sent_transactions s
       where s.merchant_id = ${merchantId} and s.network = ${network} and s.refund_id is null
         and s.failed_at > now() - interval '1 day'
         and not exists (
           select from sent_transactions later
            where later.merchant_id = s.merchant_id and later.from_address = s.from_address and later.refund_id is null
              and later.created_at > s.created_at)
       order by s.failed_at desc, s.id limit ${MOST}`,
  ]);
  const readable = <T extends { from: HexAddress }>(row: T) => ({ ...row, from: tronFromHex(row.from) });
  return { kept: kept.map(readable), failed: failed.map(readable) };
}
