import type { Sql, Transaction } from "@/lib/base/db/client";

/**
 * `free` can be leased, `leased` is, `resting` is cooling down; `used` has served its one payment where addresses are
 * never reused, `frozen` is blacklisted by the token's issuer, `differs` has a balance that differs from the ledger,
 * `retired` belongs to a wallet that was replaced.
 */
export type AddressState = "free" | "leased" | "resting" | "used" | "frozen" | "differs" | "retired";

/** SQL for the state of a row `a` of receive_addresses whose merchant is the row `m`. */
export function addressState(sql: Sql | Transaction) {
  return sql`
    case when a.retired_at is not null then 'retired'
         when exists (select from address_leases l where l.address_id = a.id and l.released_at is null) then 'leased'
         when a.blacklisted_at is not null then 'frozen'
         when a.differs_at is not null then 'differs'
         when m.never_reuse_addresses and a.last_leased_at is not null then 'used'
         when a.rests_until > now() then 'resting'
         else 'free' end`;
}
