import type { MemberContext } from "@/lib/base/context/context";
import type { Network } from "@/lib/base/context/network";
import type { Sql, Transaction } from "@/lib/base/db/client";

/**
 * What the chain has made of a transaction that is about to be sent: it has arrived, also if another program sent it,
 * or has failed for good. Null: neither is recorded.
 */
export async function findEnd(
  sql: Sql | Transaction,
  { merchantId }: MemberContext,
  { network, txHash }: { network: Network; txHash: string },
): Promise<"arrived" | "failed" | null> {
  const [end] = await sql<[{ hasArrived: boolean; hasFailed: boolean }]>`
    select exists (select from outgoing_transfers
                    where merchant_id = ${merchantId} and network = ${network.id} and tx_hash = ${txHash}) as "hasArrived",
           exists (select from sent_transactions
                    where merchant_id = ${merchantId} and network = ${network.id} and tx_hash = ${txHash}
                      and failed_at is not null) as "hasFailed"`;
  if (end.hasArrived) return "arrived";
  return end.hasFailed ? "failed" : null;
}
