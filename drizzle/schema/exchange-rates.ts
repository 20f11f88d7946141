import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, moment } from "./columns";
import { merchants } from "./merchants";
import { users } from "./users";

/**
 * The currencies that a business prices in, each with where its rate comes from. A rate is the USDT for one unit of the
 * currency, as decimal text.
 */
export const exchangeRates = pgTable(
  "exchange_rates",
  {
    merchantId: uuid("merchant_id")
      .notNull()
      .references(() => merchants.id),
    /** ISO 4217 */
    currency: text("currency").notNull(),
    /** `par`: 1 USD = 1 USDT; `manual`: as a member entered it; `url`: read from a URL, else the manual one */
    source: text("source", { enum: ["par", "manual", "url"] }).notNull(),
    /** added to the rate, in hundredths of a percent */
    spreadBps: integer("spread_bps").notNull().default(0),
    manualRate: text("manual_rate"),
    manualAt: moment("manual_at"),
    /** after which it isn't used any more */
    manualMaxAgeSeconds: integer("manual_max_age_seconds"),
    url: text("url"),
    /** RFC 6901, to the number or text in the response */
    urlPointer: text("url_pointer"),
    urlWay: text("url_way", { enum: ["usdt_per_unit", "units_per_usdt"] }),
    /** to the time of the rate in the response; null: the response counts as of now */
    urlTimePointer: text("url_time_pointer"),
    urlMaxAgeSeconds: integer("url_max_age_seconds"),
    /** a fetched rate that lies further from the last one, in hundredths of a percent, waits for a member */
    bandBps: integer("band_bps"),
    fetchedRate: text("fetched_rate"),
    /** when the URL was last read with a rate within the band */
    fetchedAt: moment("fetched_at"),
    /** beyond the band: used once a member accepts it */
    heldRate: text("held_rate"),
    heldAt: moment("held_at"),
    /** why the last call brought no rate, as a code; null: it did */
    failure: text("failure"),
    failedAt: moment("failed_at"),
    nextFetchAt: moment("next_fetch_at"),
    updatedBy: uuid("updated_by")
      .notNull()
      .references(() => users.id),
    updatedAt: moment("updated_at").notNull().defaultNow(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ name: "exchange_rates_pk", columns: [t.merchantId, t.currency] }),
    check("exchange_rates_currency", sql`${t.currency} ~ '^[A-Z]{3}$'`),
    check("exchange_rates_source", sql`${t.source} in ('par', 'manual', 'url')`),
    check("exchange_rates_par", sql`${t.source} <> 'par' or ${t.currency} = 'USD'`),
    check("exchange_rates_spread", sql`${t.spreadBps} between 0 and 2000`),
    check(
      "exchange_rates_manual",
      sql`num_nonnulls(${t.manualRate}, ${t.manualAt}, ${t.manualMaxAgeSeconds}) in (0, 3)
        and (${t.source} <> 'manual' or ${t.manualRate} is not null)`,
    ),
    check(
      "exchange_rates_url",
      sql`num_nonnulls(${t.url}, ${t.urlPointer}, ${t.urlWay}, ${t.urlMaxAgeSeconds}, ${t.bandBps}, ${t.nextFetchAt}) in (0, 6)
        and (${t.source} = 'url') = (${t.url} is not null) and char_length(${t.url}) <= 2048`,
    ),
    check("exchange_rates_fetched", sql`num_nonnulls(${t.fetchedRate}, ${t.fetchedAt}) in (0, 2)`),
    check("exchange_rates_held", sql`num_nonnulls(${t.heldRate}, ${t.heldAt}) in (0, 2)`),
    check("exchange_rates_failure", sql`num_nonnulls(${t.failure}, ${t.failedAt}) in (0, 2)`),
    check(
      "exchange_rates_values",
      sql`coalesce(${t.manualRate}::numeric, 1) > 0 and coalesce(${t.fetchedRate}::numeric, 1) > 0 and coalesce(${t.heldRate}::numeric, 1) > 0`,
    ),
    index("exchange_rates_due").on(t.nextFetchAt).where(sql`next_fetch_at is not null`),
  ],
);

/**
 * Which rate was in force from when on, without spread: payments without a price, and what differs from one, are valued
 * at it. Append-only.
 */
export const exchangeRateHistory = pgTable(
  "exchange_rate_history",
  {
    id: id(),
    merchantId: uuid("merchant_id")
      .notNull()
      .references(() => merchants.id),
    currency: text("currency").notNull(),
    since: moment("since").notNull(),
    /** until it was too old, unless another one came first; null: 1:1 doesn't age */
    validUntil: moment("valid_until"),
    /** null: from then on there was none */
    rate: text("rate"),
    source: text("source", { enum: ["par", "manual", "url"] }).notNull(),
  },
  (t) => [
    check("exchange_rate_history_rate", sql`${t.rate}::numeric > 0`),
    index("exchange_rate_history_at").on(t.merchantId, t.currency, t.since),
  ],
);
