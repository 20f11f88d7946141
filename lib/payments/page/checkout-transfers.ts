import type { transfers } from "@/drizzle/schema";
import type { Sql } from "@/lib/base/db/client";
import { explorerUrl } from "@/lib/base/tron/explorer";
import { displayAmount } from "@/lib/base/values/money";
import { ON_TIME_GRACE_SECONDS } from "@/lib/payments/intents/state";
import { isSighted } from "@/lib/payments/page/get-progress";

/** A transfer to a payment, as the customer may see it. */
export type CheckoutTransfer = {
  /** as explorers write it; null in the sandbox */
  hash: string | null;
  /** the transaction on a public explorer; null for networks without one */
  url: string | null;
  /** display text without the unit: `12.50` */
  amount: string;
  /** ISO 8601, UTC: the time of its block, or while `confirming` when it was detected */
  at: string;
  /**
   * `confirming`: its block is not final yet. `notApplied`: it arrived after the payment had ended. `foundLate`: it was
   * paid in time, and found after the expiry.
   */
  state: "confirming" | "applied" | "notApplied" | "foundLate";
};

type Transfer = typeof transfers.$inferSelect;

/** A transfer in the JSON of `transfersOf`. */
export type TransferRow = Pick<Transfer, "network" | "txHash"> & {
  micros: string;
  at: string;
  state: CheckoutTransfer["state"];
};

/** Anyone can send any number of transfers to an address; a page lists the newest. */
const LISTED_MAX = 20;

/** The columns that `transfersOf` joins to `payment_intents i`. */
export function transferColumns(sql: Sql) {
  return sql`coalesce(f.list, '[]') as transfers, coalesce(f.count, 0)::int as "transferCount"`;
}

/** The newest transfers in order of arrival. Those that aren't final yet are the newest. */
export function transfersOf(sql: Sql) {
  return sql`
    left join lateral (
      select max(newest.count) as count,
             json_agg(json_build_object('network', network, 'txHash', tx_hash, 'micros', amount_micros::text, 'at', at,
                                        'state', state)
                      order by state = 'confirming', block_number, at, log_index) as list
        from (
          select *, count(*) over () as count
            from (
              select t.network, t.tx_hash, t.log_index, t.block_number, t.amount_micros, t.occurred_at as at,
                     case when t.counted then 'applied'
                          when i.status = 'expired' and t.block_number is not null
                               and t.occurred_at <= i.expires_at + make_interval(secs => ${ON_TIME_GRACE_SECONDS})
                          then 'foundLate' else 'notApplied' end as state
                from transfers t where t.intent_id = i.id and t.merchant_id = i.merchant_id
              union all
              select seen.network, seen.tx_hash, seen.log_index, seen.block_number, seen.amount_micros, seen.seen_at,
                     'confirming'
                from chain_sightings seen where ${isSighted(sql)}
            ) arrived
           order by state = 'confirming' desc, block_number desc, at desc, log_index desc
           limit ${LISTED_MAX}
        ) newest
    ) f on true`;
}

export function presentTransfer({ network, txHash, micros, at, state }: TransferRow): CheckoutTransfer {
  const isSimulated = network === "sandbox";
  return {
    hash: isSimulated ? null : txHash.replace(/^0x/, ""),
    url: isSimulated ? null : explorerUrl(network, txHash),
    amount: displayAmount(BigInt(micros)),
    at: new Date(at).toISOString(),
    state,
  };
}
