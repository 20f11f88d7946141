import type { Context } from "@/lib/base/context/context";
import { RENAMED_ZONES } from "@/lib/base/time/renamed-zones";
import { isKnownZone } from "@/lib/base/time/stored-zone";

/**
 * Renames the time zones of businesses and terminals that PostgreSQL knows only by another name: a database that was
 * moved to a server with a newer or older tz database. Zones that it doesn't know at all are left, see
 * `listUnknownZones`.
 */
export async function renameUnknownZones(ctx: Context, renamed = RENAMED_ZONES): Promise<void> {
  const { sql } = ctx.db;
  const used = await sql<
    { zone: string }[]
  >`select time_zone as zone from merchants union select time_zone from terminals`;
  const areKnown = await Promise.all(used.map(({ zone }) => isKnownZone(sql, zone)));
  if (!areKnown.includes(false)) return;
  const [old, current] = [Object.keys(renamed), Object.values(renamed)];
  await sql`
    with known as materialized (select lower(name) as name from pg_timezone_names),
         pairs as (
           select lower(r.was) as was, r.name
             from unnest(${[...old, ...current]}::text[], ${[...current, ...old]}::text[]) r(was, name)
            where lower(r.was) not in (select name from known) and lower(r.name) in (select name from known)),
         of_merchants as (
           update merchants m set time_zone = pairs.name from pairs where lower(m.time_zone) = pairs.was)
    update terminals t set time_zone = pairs.name from pairs where lower(t.time_zone) = pairs.was`;
}

export type UnknownZone = {
  merchant: string;
  /** null for the business's own time zone */
  terminal: string | null;
  zone: string;
};

/**
 * The businesses and terminals whose time zone PostgreSQL doesn't know, so that nothing with their days can be
 * computed.
 */
export async function listUnknownZones(ctx: Context): Promise<UnknownZone[]> {
  const { sql } = ctx.db;
  return sql<UnknownZone[]>`
    with known as materialized (select lower(name) as name from pg_timezone_names)
    select m.name as merchant, null::text as terminal, m.time_zone as zone
      from merchants m where lower(m.time_zone) not in (select name from known)
     union all
    select m.name, t.name, t.time_zone
      from terminals t join merchants m on m.id = t.merchant_id
     where lower(t.time_zone) not in (select name from known)
     order by 1, 2 nulls first`;
}
