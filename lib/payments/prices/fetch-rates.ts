import type { exchangeRates } from "@/drizzle/schema";
import type { Context } from "@/lib/base/context/context";
import { type GetResult, get } from "@/lib/base/http/get";
import { resolveHost } from "@/lib/base/http/resolve";
import { differenceBps, type RateWay } from "@/lib/payments/prices/rate";
import { type RateFailure, readRateResponse } from "@/lib/payments/prices/rate-response";

const EVERY_SECONDS = 60;
const TIMEOUT_MS = 5_000;
const MAX_BYTES = 256 * 1_024;

type Row = typeof exchangeRates.$inferSelect;
export type RateSourceUrl = {
  url: string;
  pointer: string;
  way: RateWay;
  timePointer: string | null;
  maxAgeSeconds: number;
};
type Due = Pick<Row, "merchantId" | "currency"> &
  RateSourceUrl & {
    bandBps: number;
    last: string | null;
    /** as text: a `Date` has no microseconds */
    updatedAt: string;
  };

/** How a URL is read; tests give their own. */
export type ReadUrl = (url: URL) => Promise<GetResult>;

/**
 * Reads the rate URLs whose time has come, at most `limit` of them, and returns how many. A rate outside the band
 * around the last one isn't used until a member accepts it. Several processes never read the same one at once.
 */
export async function fetchDueRates(ctx: Context, limit: number, read: ReadUrl = readPublic): Promise<number> {
  const due = await claim(ctx, limit);
  await Promise.all(due.map(async (one) => record(ctx, one, await fetchRate(one, read))));
  return due.length;
}

/** Until a rate URL is due; null: there is none. */
export async function nextFetchDueMs({ db }: Context): Promise<number | null> {
  const [row] = await db.sql<[{ ms: number | null }]>`
    select extract(epoch from min(next_fetch_at) - now())::float8 * 1000 as ms from exchange_rates`;
  return row.ms;
}

/** The rate that a URL answers at this moment, and the moment that it is from. */
export async function fetchRate(
  { url, ...question }: RateSourceUrl,
  read: ReadUrl = readPublic,
): Promise<{ rate: string; at: Date } | { failure: RateFailure }> {
  const answer = await read(new URL(url));
  if ("failure" in answer) return answer;
  if (answer.status !== 200) return { failure: "status" };
  return readRateResponse(answer.text, question, new Date());
}

function readPublic(url: URL): Promise<GetResult> {
  return get(url, {
    environment: "live",
    allowPrivateSandbox: false,
    lookup: resolveHost,
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_BYTES,
  });
}

function claim({ db }: Context, limit: number) {
  return db.sql<Due[]>`
    update exchange_rates e set next_fetch_at = now() + make_interval(secs => ${EVERY_SECONDS})
      from (select merchant_id, currency from exchange_rates where next_fetch_at <= now()
             order by next_fetch_at limit ${limit} for update skip locked) due
     where e.merchant_id = due.merchant_id and e.currency = due.currency
    returning e.merchant_id as "merchantId", e.currency, e.updated_at::text as "updatedAt", e.url, e.url_pointer as pointer,
              e.url_way as way, e.url_time_pointer as "timePointer", e.url_max_age_seconds as "maxAgeSeconds",
              e.band_bps as "bandBps", coalesce(e.fetched_rate, e.manual_rate) as last`;
}

/** Nothing is recorded if a member has changed the settings meanwhile. */
async function record({ db }: Context, due: Due, found: Awaited<ReturnType<typeof fetchRate>>): Promise<void> {
  const { merchantId, currency, updatedAt, last, bandBps } = due;
  const same = db.sql`merchant_id = ${merchantId} and currency = ${currency} and updated_at::text = ${updatedAt}`;
  if ("failure" in found) {
    await db.sql`update exchange_rates set failure = ${found.failure}, failed_at = now() where ${same}`;
    return;
  }
  const { rate, at } = found;
  if (last !== null && differenceBps(rate, last) > BigInt(bandBps)) {
    await db.sql`
      update exchange_rates set held_rate = ${rate}, held_at = ${at}, failure = null, failed_at = null where ${same}`;
    return;
  }
  await db.sql`
    with used as (
      update exchange_rates
         set fetched_rate = ${rate}, fetched_at = ${at}, held_rate = null, held_at = null, failure = null, failed_at = null
       where ${same} returning url_max_age_seconds)
    insert into exchange_rate_history (merchant_id, currency, since, valid_until, rate, source)
    select ${merchantId}, ${currency}, now(), ${at}::timestamptz + make_interval(secs => url_max_age_seconds), ${rate}, 'url'
      from used`;
}
