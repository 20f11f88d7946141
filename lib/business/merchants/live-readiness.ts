import type { Context } from "@/lib/base/context/context";

export type LiveReadiness = {
  /** businesses, without the demo's */
  merchants: number;
  /** of them with an active receiving wallet */
  wallets: number;
  /** live keys that can be used */
  keys: number;
};

/** How far the businesses of this installation are with live payments, for its operator. */
export async function findLiveReadiness({ db }: Context): Promise<LiveReadiness> {
  const [row] = await db.sql<[LiveReadiness]>`
    select count(*)::int as merchants,
           (count(*) filter (where exists (
             select from receiving_wallets w where w.merchant_id = m.id and w.retired_at is null)))::int as wallets,
           coalesce(sum((
             select count(*) from api_keys k
              where k.merchant_id = m.id and k.environment = 'live' and (k.ends_at is null or k.ends_at > now()))), 0)::int as keys
      from merchants m where not m.is_demo`;
  return row;
}
