import type { exchangeRates } from "@/drizzle/schema";
import type { Context } from "@/lib/base/context/context";
import type { Transaction } from "@/lib/base/db/client";
import { type GetResult, get } from "@/lib/base/http/get";
import { resolveHost } from "@/lib/base/http/resolve";
import { differenceBps, type RateWay } from "@/lib/payments/prices/rate";
import { continueHistory, readingPause, recordInForce } from "@/lib/payments/prices/rate-history";
import { type RateFailure, readRateResponse } from "@/lib/payments/prices/rate-response";

/** also the pause after a failure */
const CLAIMED_SECONDS = 60;
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
    /** the database's time when the reading began */
    now: Date;
    /** as text: a `Date` has no microseconds */
    updatedAt: string;
  };
export type FetchedRate = { rate: string; at: Date } | { failure: RateFailure };

/** How a URL is read; tests give their own. */
export type ReadUrl = (url: URL) => Promise<GetResult>;

/**
 * Reads the rate URLs whose time has come, at most `limit` of them, and returns how many. A rate outside the band
 * around the last one isn't used until a member accepts it. Several processes never read the same one at once.
 */
export async function fetchDueRates(ctx: Context, limit: number, read: ReadUrl = readPublic): Promise<number> {
  const due = await claim(ctx, limit);
  await Promise.all(due.map(async (one) => record(ctx, one, await fetchRate(one, one.now, read))));
  return due.length;
}

/** Until a rate URL is due; null: there is none. */
export async function nextFetchDueMs({ db }: Context): Promise<number | null> {
  const [row] = await db.sql<[{ ms: number | null }]>`
    select extract(epoch from min(next_fetch_at) - now())::float8 * 1000 as ms from exchange_rates`;
  return row.ms;
}

/** The rate that a URL answers, and the moment that it is from: `now`, unless the answer has an earlier one. */
export async function fetchRate(
  { url, ...question }: RateSourceUrl,
  now: Date,
  read: ReadUrl = readPublic,
): Promise<FetchedRate> {
  const answer = await read(new URL(url));
  if ("failure" in answer) return answer;
  if (answer.status !== 200) return { failure: "status" };
  return readRateResponse(answer.text, question, now);
}

/** A rate counts in live too, so its URL is read by the rules of live webhooks. */
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
    update exchange_rates e set next_fetch_at = now() + make_interval(secs => ${CLAIMED_SECONDS})
      from (select merchant_id, currency from exchange_rates where next_fetch_at <= now()
             order by next_fetch_at limit ${limit} for update skip locked) due
     where e.merchant_id = due.merchant_id and e.currency = due.currency
    returning e.merchant_id as "merchantId", e.currency, now() as now, e.updated_at::text as "updatedAt", e.url,
              e.url_pointer as pointer, e.url_way as way, e.url_time_pointer as "timePointer",
              e.url_max_age_seconds as "maxAgeSeconds"`;
}

type Before = { bandBps: number; last: string | null; firstOfDay: string | null };

/** Nothing is recorded if a member has changed the settings meanwhile. */
async function record({ db }: Context, due: Due, found: FetchedRate): Promise<void> {
  const { merchantId, currency, updatedAt } = due;
  await db.sql.begin(async (tx) => {
    const [before] = await tx<Omit<Before, "firstOfDay">[]>`
      select band_bps as "bandBps", coalesce(fetched_rate, manual_rate) as last from exchange_rates
       where merchant_id = ${merchantId} and currency = ${currency} and updated_at::text = ${updatedAt} for update`;
    if (!before) return;
    const firstOfDay = await findFirstOfDay(tx, due);
    await continueHistory(tx, due);
    await change(tx, due, found, { ...before, firstOfDay });
    await recordInForce(tx, due);
  });
}

/** The first rate of the URL within the last day, or since a member set or accepted one; null: it brought none. */
async function findFirstOfDay(tx: Transaction, { merchantId, currency, updatedAt }: Due): Promise<string | null> {
  const [row] = await tx<{ rate: string | null }[]>`
    select rate from exchange_rate_history
     where merchant_id = ${merchantId} and currency = ${currency} and source = 'url' and rate is not null
       and since >= greatest(${updatedAt}::text::timestamptz, clock_timestamp() - interval '1 day')
     order by since limit 1`;
  return row?.rate ?? null;
}

async function change(
  tx: Transaction,
  { merchantId, currency }: Due,
  found: FetchedRate,
  { last, firstOfDay, bandBps }: Before,
): Promise<void> {
  const own = tx`merchant_id = ${merchantId} and currency = ${currency}`;
  if ("failure" in found) {
    await tx`update exchange_rates set failure = ${found.failure}, failed_at = clock_timestamp() where ${own}`;
  } else if (isFar(found.rate, last, bandBps) || isFar(found.rate, firstOfDay, 2 * bandBps)) {
    const { rate, at } = found;
    await tx`
      update exchange_rates set held_rate = ${rate}, held_at = ${at}, failure = null, failed_at = null where ${own}`;
  } else {
    const { rate, at } = found;
    await tx`
      update exchange_rates
         set fetched_rate = ${rate}, fetched_at = ${at}, held_rate = null, held_at = null, failure = null, failed_at = null,
             next_fetch_at = clock_timestamp() + make_interval(secs => ${readingPause(tx)})
       where ${own}`;
  }
}

function isFar(rate: string, other: string | null, bandBps: number): boolean {
  return other !== null && differenceBps(rate, other) > BigInt(bandBps);
}
