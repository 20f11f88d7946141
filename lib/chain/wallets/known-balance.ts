import type { Sql, Transaction } from "@/lib/base/db/client";

/**
 * SQL: the most that a row `a` of receive_addresses can hold, by the chain and by the ledger, which may be later. Null:
 * not known, since the balance was never compared, not read for two days, or read before the last recorded transfer.
 */
export function knownBalance(sql: Sql | Transaction, network: string | null) {
  return sql`(
    select greatest(a.balance_micros, known.opening_micros + known.received_micros - known.sent_micros)
      from address_ledgers known
     where known.network = ${network} and known.address = a.address and known.opening_micros is not null
       and a.balance_at > now() - interval '2 days')`;
}
