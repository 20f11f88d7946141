import type { Sql } from "@/lib/base/db/client";
import { lateParts } from "@/lib/payments/attention/late-parts";

/**
 * SQL for what must stay at a merchant's addresses: prepared refunds that have not left, open items, and items that
 * reopen if the request for the remaining amount ends unpaid. Refunds that a refund wallet pays need nothing there.
 * One row with a JSON object, in which each address is looked up. A join would be
 * computed anew for each address while PostgreSQL's statistics are from a time with few items.
 */
export function reservedAmounts(sql: Sql, merchantId: string) {
  return sql`
    with recursive requested as (${requestedItems(sql, merchantId)})
    select coalesce(jsonb_object_agg(address, jsonb_build_object('micros', micros, 'unrecorded', unrecorded, 'refunds', refunds, 'items', items)), '{}') as reserved
      from (${reservedByAddress(sql, merchantId)}) reserved`;
}

/**
 * SQL for a member of the object, as a number: 0 for an address `a` that needs to hold nothing. `unrecorded`: the part
 * of `micros` for transfers that are in no ledger, since nodes disagree about them or can't show them.
 */
export function reservedAt(sql: Sql, what: "micros" | "unrecorded" | "refunds" | "items") {
  return sql`coalesce((h.reserved -> a.address ->> ${what})::bigint, 0)`;
}

/**
 * SQL: the ids of the items that reopen if a pending request ends unpaid: the one it is for, and those of the payments
 * before.
 */
function requestedItems(sql: Sql, merchantId: string) {
  return sql`
    select n.id, n.intent_id
      from attention_items n join payment_intents rest on rest.id = n.rest_intent_id and rest.merchant_id = n.merchant_id
     where n.merchant_id = ${merchantId} and n.environment = 'live' and rest.status = 'pending'
    union
    select n.id, n.intent_id
      from requested r join attention_items n on n.rest_intent_id = r.intent_id
     where n.merchant_id = ${merchantId} and n.resolution = 'asked'`;
}

function reservedByAddress(sql: Sql, merchantId: string) {
  return sql`
    select address, sum(micros)::bigint as micros, coalesce(sum(micros) filter (where is_unrecorded), 0)::bigint as unrecorded,
           sum(refunds)::int as refunds, sum(items)::int as items from (
      select coalesce(n.disputed ->> 'address', t.address, i.receive_address) as address, f.refunds,
             n.undecided::int as items, n.kind = 'unreadable' or n.disputed is not null as is_unrecorded,
             greatest(f.waiting, case when n.undecided
                                      then case n.kind when 'partial' then i.received_micros + ${lateParts(sql)}
                                                  else n.amount_micros end - f.gone - f.elsewhere
                                      else 0 end) as micros
        from (select n.*, n.resolved_at is null or n.id in (select id from requested) as undecided
                from attention_items n
               where n.merchant_id = ${merchantId} and n.environment = 'live'
                 and (n.resolved_at is null or n.id in (select id from requested) or n.id in (
                      select item_id from refunds
                       where merchant_id = ${merchantId} and item_id is not null and status not in ('final', 'cancelled')))) n
             left join transfers t on t.id = n.transfer_id and t.merchant_id = n.merchant_id
             left join payment_intents i on i.id = n.intent_id and i.merchant_id = n.merchant_id
       cross join lateral (
         select coalesce(sum(amount_micros) filter (where status <> 'final' and is_here), 0) as waiting,
                coalesce(sum(amount_micros) filter (where status = 'final'), 0) as gone,
                coalesce(sum(amount_micros) filter (where status <> 'final' and not is_here), 0) as elsewhere,
                count(*) filter (where status <> 'final' and is_here) as refunds
           from (select amount_micros, status,
                        from_address = coalesce(n.disputed ->> 'address', t.address, i.receive_address) as is_here
                   from refunds where item_id = n.id and merchant_id = n.merchant_id and status <> 'cancelled') own) f
      union all
      select from_address, 1, 0, false, amount_micros from refunds
       where merchant_id = ${merchantId} and item_id is null and from_address is not null
         and status not in ('final', 'cancelled')) reserved
     where address is not null and micros > 0 group by address`;
}
