import type { events } from "@/drizzle/schema";
import type { Tenant } from "@/lib/base/context/context";
import type { Database } from "@/lib/base/db/client";

export type Whose = Pick<Tenant, "merchantId" | "environment">;

export type News = Whose & {
  /** in the order of the feed */
  events: (Pick<typeof events.$inferSelect, "type" | "terminalId"> & { position: bigint })[];
  /** false: there may be more */
  isWhole: boolean;
};

/** Of one merchant and environment in one look; the next one continues. */
const MOST = 200;

/** What each of these has in the feed behind a place of its own. */
export async function selectNews({ sql }: Database, places: readonly (Whose & { after: bigint })[]): Promise<News[]> {
  const rows = await sql<(News["events"][number] & { place: number })[]>`
    select (w.n - 1)::int as place, f.position, e.type, e.terminal_id as "terminalId"
      from unnest(${places.map((place) => place.merchantId)}::uuid[], ${places.map((place) => place.environment)}::text[],
                  ${places.map((place) => String(place.after))}::bigint[]) with ordinality w(merchant_id, environment, after, n)
      cross join lateral (
        select f.merchant_id, f.position, f.event_id from event_feed f
         where f.merchant_id = w.merchant_id and f.environment = w.environment and f.position > w.after
         order by f.position limit ${MOST}::int) f
      cross join lateral (
        select type, terminal_id from events where merchant_id = f.merchant_id and id = f.event_id limit 1) e
     order by w.n, f.position`;
  const news = places.map(
    ({ merchantId, environment }): News => ({ merchantId, environment, events: [], isWhole: true }),
  );
  for (const { place, ...event } of rows) news[place]?.events.push(event);
  return news.map((one) => ({ ...one, isWhole: one.events.length < MOST }));
}
