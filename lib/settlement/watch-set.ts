import type { Sql } from "@/lib/db/client";
import type { HexAddress } from "@/lib/settlement/address";

export type WatchedAddress = {
  address: HexAddress;
  /** the books of this address begin behind this block: what lies before is none of ours */
  since: number;
  /** the live intent that waits on it now */
  intentId: string | null;
};

type Row = Omit<WatchedAddress, "since"> & { since: bigint };

/**
 * The addresses whose transfers are read: leased in the last thirty days, leased still, or with a prepared refund that has
 * not left yet. Grouped and joined as a whole: a look at each address alone is slow while statistics are stale.
 */
export async function watchSet(sql: Sql): Promise<WatchedAddress[]> {
  const rows = await sql<Row[]>`
    with leased as (
      select address_id, min(leased_at_block) as since,
             (array_agg(intent_id) filter (where released_at is null))[1] as intent_id
        from address_leases where leased_at > now() - interval '30 days' or released_at is null group by address_id),
    refunding as (
      select a.id, (select min(leased_at_block) from address_leases l where l.address_id = a.id) as since
        from receive_addresses a
       where a.address = any(array(select from_address from refunds where outgoing_id is null and withdrawn_at is null)))
    select a.address, w.since, w.intent_id as "intentId"
      from (select * from leased
            union all
            select id, since, null from refunding
             where since is not null and id not in (select address_id from leased)) w
           join receive_addresses a on a.id = w.address_id
     order by a.address`;
  return rows.map((row) => ({ ...row, since: Number(row.since) }));
}
