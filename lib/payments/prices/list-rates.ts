import type { exchangeRates } from "@/drizzle/schema";
import type { MemberContext } from "@/lib/base/context/context";
import { may } from "@/lib/base/values/permissions";
import { inForce } from "@/lib/payments/prices/in-force";
import type { RateSource } from "@/lib/payments/prices/quote";
import type { RateWay } from "@/lib/payments/prices/rate";
import type { RateFailure } from "@/lib/payments/prices/rate-response";

export type ListedRate = {
  currency: string;
  source: RateSource;
  spreadBps: number;
  /** what prices are quoted at now; null: they are refused. `until`: when it is too old unless another one comes */
  inForce: { rate: string; source: RateSource; until: Date | null } | null;
  /** by hand: the rate, or what is used while the URL brings none */
  manual: { rate: string; at: Date; until: Date; isUsable: boolean; maxAgeDays: number } | null;
  url: {
    /** as entered for those who may change it, else the server's name: the rest may hold a key */
    url: string;
    pointer: string;
    way: RateWay;
    timePointer: string | null;
    maxAgeMinutes: number;
    bandBps: number;
    /** the last rate within the band */
    fetched: { rate: string; at: Date; until: Date; isUsable: boolean } | null;
    /** answered, but outside the band: used once a member accepts it */
    held: { rate: string; at: Date } | null;
    /** why the last reading brought no rate; null: it did */
    failure: { reason: RateFailure; at: Date } | null;
    nextAt: Date;
  } | null;
  updatedAt: Date;
  /** the member who last changed it; null: they are gone */
  updatedBy: string | null;
};

type Row = typeof exchangeRates.$inferSelect;
type Found = Omit<Row, "merchantId" | "createdAt" | "updatedBy"> & {
  rate: string | null;
  rateSource: RateSource | null;
  until: Date | null;
  manualUntil: Date | null;
  fetchedUntil: Date | null;
  now: Date;
  email: string | null;
};

/** The currencies that the business prices in, by code. */
export async function listRates(ctx: MemberContext): Promise<ListedRate[]> {
  const rows = await ctx.db.sql<Found[]>`
    select e.currency, e.source, e.spread_bps as "spreadBps", e.manual_rate as "manualRate", e.manual_at as "manualAt",
           e.manual_max_age_seconds as "manualMaxAgeSeconds", e.url, e.url_pointer as "urlPointer", e.url_way as "urlWay",
           e.url_time_pointer as "urlTimePointer", e.url_max_age_seconds as "urlMaxAgeSeconds", e.band_bps as "bandBps",
           e.fetched_rate as "fetchedRate", e.fetched_at as "fetchedAt", e.held_rate as "heldRate", e.held_at as "heldAt",
           e.failure, e.failed_at as "failedAt", e.next_fetch_at as "nextFetchAt", e.updated_at as "updatedAt",
           in_force.rate, in_force.source as "rateSource", in_force.until, clock_timestamp() as now, u.email,
           e.manual_at + make_interval(secs => e.manual_max_age_seconds) as "manualUntil",
           e.fetched_at + make_interval(secs => e.url_max_age_seconds) as "fetchedUntil"
      from exchange_rates e cross join lateral ${inForce(ctx.db.sql)} in_force
      left join users u on u.id = e.updated_by
     where e.merchant_id = ${ctx.merchantId}
     order by e.currency`;
  const mayChange = may(ctx.role, "rates.manage");
  return rows.map((row) => listed(row, mayChange));
}

function listed(row: Found, mayChange: boolean): ListedRate {
  const { currency, source, spreadBps, rate, rateSource, until, updatedAt, email } = row;
  return {
    currency,
    source,
    spreadBps,
    inForce: rate !== null && rateSource !== null ? { rate, source: rateSource, until } : null,
    manual: manualOf(row),
    url: urlOf(row, mayChange),
    updatedAt,
    updatedBy: email,
  };
}

function manualOf({ manualRate, manualAt, manualUntil, manualMaxAgeSeconds, now }: Found): ListedRate["manual"] {
  if (manualRate === null || manualAt === null || manualUntil === null || manualMaxAgeSeconds === null) return null;
  const maxAgeDays = Math.round(manualMaxAgeSeconds / 86_400);
  return { rate: manualRate, at: manualAt, until: manualUntil, isUsable: manualUntil > now, maxAgeDays };
}

function urlOf(row: Found, mayChange: boolean): ListedRate["url"] {
  const { url, urlPointer, urlWay, urlMaxAgeSeconds, bandBps, nextFetchAt, now } = row;
  if (url === null || urlPointer === null || urlWay === null) return null;
  if (urlMaxAgeSeconds === null || bandBps === null || nextFetchAt === null) return null;
  const { fetchedRate, fetchedAt, fetchedUntil, heldRate, heldAt, failure, failedAt } = row;
  const isHeld = heldRate !== null && heldAt !== null && heldAt.getTime() > now.getTime() - urlMaxAgeSeconds * 1_000;
  return {
    url: mayChange ? url : new URL(url).origin,
    pointer: urlPointer,
    way: urlWay,
    timePointer: row.urlTimePointer,
    maxAgeMinutes: Math.round(urlMaxAgeSeconds / 60),
    bandBps,
    fetched:
      fetchedRate !== null && fetchedAt !== null && fetchedUntil !== null
        ? { rate: fetchedRate, at: fetchedAt, until: fetchedUntil, isUsable: fetchedUntil > now }
        : null,
    held: isHeld ? { rate: heldRate, at: heldAt } : null,
    failure: failure !== null && failedAt !== null ? { reason: failure as RateFailure, at: failedAt } : null,
    nextAt: nextFetchAt,
  };
}
