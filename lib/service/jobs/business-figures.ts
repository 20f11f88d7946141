import type { Context, Environment } from "@/lib/base/context/context";

export type BusinessFigures = {
  environment: Environment;
  /** pending payments */
  pending: number;
  /** open items under *Needs attention* */
  attention: number;
  /** webhook deliveries that wait for an attempt, and the age of the oldest in seconds */
  deliveries: number;
  oldestDeliverySeconds: number;
}[];

/** What waits at this moment, by environment; from partial indexes, whatever the size of the tables. */
export async function readBusinessFigures({ db }: Context): Promise<BusinessFigures> {
  return db.sql<BusinessFigures>`
    with pending as (
      select environment, count(*)::int as count from payment_intents where status = 'pending' group by 1),
    attention as (
      select environment, count(*)::int as count from attention_items where resolved_at is null group by 1),
    deliveries as (
      select n.environment, count(*)::int as count,
             extract(epoch from clock_timestamp() - min(d.created_at))::float8 as oldest
        from webhook_deliveries d join webhook_endpoints n on n.id = d.endpoint_id
       where d.status = 'pending' group by 1)
    select e.environment, coalesce(p.count, 0) as pending, coalesce(a.count, 0) as attention,
           coalesce(d.count, 0) as deliveries, coalesce(d.oldest, 0) as "oldestDeliverySeconds"
      from (values ('sandbox'), ('live')) as e(environment)
      left join pending p using (environment) left join attention a using (environment)
      left join deliveries d using (environment)`;
}
