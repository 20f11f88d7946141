import type { Sql, Transaction } from "@/lib/base/db/client";

/*
 * A payment that expired with a part of the amount has one item about what remains. Money that arrives for it after its
 * end belongs to that item as long as it is open, so that no one requests an amount that has come.
 */

/** SQL: the sum of what arrived for an intent `i` and wasn't applied, without what has an item of its own. */
export function lateParts(sql: Sql | Transaction) {
  return sql`(
    select coalesce(sum(late.amount_micros), 0) from transfers late
     where late.intent_id = i.id and late.merchant_id = i.merchant_id and not late.counted
       and not exists (
         select from attention_items own
          where own.transfer_id = late.id and own.merchant_id = late.merchant_id
            and own.resolution is distinct from 'settled'))`;
}

/** SQL: what remains of a partially paid intent `i`, without what arrived after its end. */
export function remainingAfterLate(sql: Sql | Transaction) {
  return sql`(
    select case when rest > i.tolerance_micros then rest else 0 end
      from (select i.amount_micros - i.received_micros - ${lateParts(sql)} as rest) due)`;
}
