import type { PendingQuery, Row } from "postgres";
import type { Context, MerchantContext } from "@/lib/base/context/context";
import type { Sql } from "@/lib/base/db/client";
import type { Problem } from "@/lib/delivery/notifications/alarms";
import { inForce } from "@/lib/payments/prices/in-force";
import type { RateSource } from "@/lib/payments/prices/quote";
import type { RateFailure } from "@/lib/payments/prices/rate-response";
import { RATE_FAILURES } from "@/lib/payments/prices/rate-url";

/** People are notified again when it becomes worse. */
const LEVELS = { usable: 1, held: 2, none: 3 } as const;

type Found = {
  merchantId: string;
  currency: string;
  source: RateSource;
  failure: string | null;
  isHeld: boolean;
  /** where the rate in force comes from; null: none is */
  used: RateSource | null;
};

/**
 * The currencies whose rate needs a person: none is in force, one waits for a member, a URL has failed for half the age
 * of its last rate, or a rate by hand is about to be too old. Rates count in both environments; people who look after
 * live payments are told.
 */
export async function findRateProblems({ db }: Context): Promise<Problem[]> {
  return (await selectProblems(db.sql, db.sql`true`)).map((found) => ({
    merchantId: found.merchantId,
    environment: "live",
    kind: "rate",
    subject: found.currency,
    level: LEVELS[levelOf(found)],
    message: explain(found),
    ending: `The alarm about the exchange rate for ${found.currency} is over.`,
    path: `/dashboard/${found.merchantId}/live/settings/currencies`,
  }));
}

/** A currency whose rate needs a person, with a sentence that says why. */
export type RateTrouble = { currency: string; level: keyof typeof LEVELS; message: string };

/** Those of one business. */
export async function listRateTroubles({ db, merchantId }: MerchantContext): Promise<RateTrouble[]> {
  const rows = await selectProblems(db.sql, db.sql`e.merchant_id = ${merchantId}`);
  return rows.map((found) => ({ currency: found.currency, level: levelOf(found), message: explain(found) }));
}

function selectProblems(sql: Sql, condition: PendingQuery<Row[]>): Promise<Found[]> {
  return sql<Found[]>`
    select found."merchantId", found.currency, found.source, found."isHeld", found.used,
           case when found."isFailing" then found.failure end as failure
      from (select e.merchant_id as "merchantId", e.currency, e.source, e.failure, now.source as used,
                   coalesce(e.held_at + make_interval(secs => e.url_max_age_seconds) > clock_timestamp(), false) as "isHeld",
                   e.failure is not null and coalesce(
                     e.fetched_at + make_interval(secs => e.url_max_age_seconds / 2) < clock_timestamp(), true) as "isFailing",
                   e.source = 'manual' and now.until < clock_timestamp()
                     + make_interval(secs => least(86400, e.manual_max_age_seconds / 2)) as "isAging"
              from exchange_rates e cross join lateral ${inForce(sql)} now where ${condition}) found
     where found.used is null or found."isHeld" or found."isFailing" or found."isAging"
     order by found."merchantId", found.currency`;
}

function levelOf({ used, isHeld }: Found): keyof typeof LEVELS {
  return used === null ? "none" : isHeld ? "held" : "usable";
}

function explain({ currency, source, failure, isHeld, used }: Found): string {
  if (isHeld) {
    const jump = `The rate URL for ${currency} answers a rate that is far from earlier ones.`;
    if (used === null) return `${jump} Prices in ${currency} are refused until you accept it.`;
    return `${jump} It isn't used until you accept it.`;
  }
  if (used === null) {
    const why = failure
      ? `its URL ${RATE_FAILURES[failure as RateFailure]}`
      : source === "manual"
        ? "the one entered by hand is too old"
        : "the last one is too old";
    return `There is no current rate for ${currency}: ${why}. Prices in ${currency} are refused. Prices in USDT still work.`;
  }
  if (failure === null) {
    return `The rate for ${currency} that was entered by hand will soon be too old. Enter it again to keep prices in ${currency}.`;
  }
  const instead = used === "url" ? "The last rate" : "The rate entered by hand";
  return `The rate URL for ${currency} ${RATE_FAILURES[failure as RateFailure]}. ${instead} is used until it is too old.`;
}
