import { sql } from "drizzle-orm";
import { bigint, check, date, index, pgTable, primaryKey, text, timestamp, unique, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, moment } from "./columns";
import { merchants } from "./merchants";
import { users } from "./users";

const environment = () => text("environment", { enum: ["sandbox", "live"] }).notNull();

/**
 * The books of a business in one environment. Its row is held while lines are added, so that their numbers have no
 * gaps.
 */
export const books = pgTable(
  "books",
  {
    merchantId: uuid("merchant_id")
      .notNull()
      .references(() => merchants.id),
    environment: environment(),
    lastNumber: bigint("last_number", { mode: "number" }).notNull().default(0),
  },
  (t) => [
    primaryKey({ name: "books_pk", columns: [t.merchantId, t.environment] }),
    check("books_environment", sql`${t.environment} in ('sandbox', 'live')`),
  ],
);

/**
 * What may have to be booked. Triggers add a row in the transaction that recorded the fact; who books it compares the
 * facts with the lines, so a row too many does no harm.
 */
export const bookQueue = pgTable(
  "book_queue",
  {
    id: id(),
    merchantId: uuid("merchant_id").notNull(),
    environment: environment(),
    /** `revalue`: all lines from a time on */
    source: text("source", {
      enum: ["intent", "transfer", "outgoing", "refund", "fee", "address", "revalue"],
    }).notNull(),
    /** null: of `revalue` */
    sourceId: uuid("source_id"),
    /**
     * of `revalue`: the day of the books of the last line that was looked at, at first the first one that it concerns
     */
    startsAt: moment("starts_at"),
    /** of `revalue`: the number of that line */
    afterNumber: bigint("after_number", { mode: "number" }).notNull().default(0),
    /** when it was queued, so that the queue is in order; later once it could not be booked */
    notBefore: moment("not_before").notNull().default(sql`clock_timestamp()`),
  },
  (t) => [
    index("book_queue_due").on(t.notBefore),
    check("book_queue_environment", sql`${t.environment} in ('sandbox', 'live')`),
    check(
      "book_queue_source",
      sql`${t.source} in ('intent', 'transfer', 'outgoing', 'refund', 'fee', 'address', 'revalue')
        and (${t.source} = 'revalue') = (${t.sourceId} is null) and (${t.source} = 'revalue') = (${t.startsAt} is not null)`,
    ),
  ],
);

/** How far the facts from before the books existed are queued. */
export const bookHistory = pgTable(
  "book_history",
  {
    source: text("source", { enum: ["transfers", "outgoing_transfers", "refunds", "address_ledgers"] }).primaryKey(),
    /** of the last one that was queued; with microseconds, so as text */
    afterAt: timestamp("after_at", { withTimezone: true, mode: "string" }).notNull().default("-infinity"),
    afterId: uuid("after_id").notNull().default("00000000-0000-0000-0000-000000000000"),
    doneAt: moment("done_at"),
  },
  (t) => [
    check("book_history_source", sql`${t.source} in ('transfers', 'outgoing_transfers', 'refunds', 'address_ledgers')`),
  ],
);

/**
 * Rates that a person filled in for days of the past, for lines that had none. Append-only; of several for a day, the
 * newest counts.
 */
export const bookRates = pgTable(
  "book_rates",
  {
    id: id(),
    merchantId: uuid("merchant_id")
      .notNull()
      .references(() => merchants.id),
    /** ISO 4217 */
    currency: text("currency").notNull(),
    asset: text("asset", { enum: ["USDT", "TRX"] }).notNull(),
    /** both included, in the business's time zone */
    firstDay: date("first_day").notNull(),
    lastDay: date("last_day").notNull(),
    /** units of the asset for one of the currency, decimal text */
    rate: text("rate").notNull(),
    setBy: uuid("set_by")
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
  },
  (t) => [
    check("book_rates_currency", sql`${t.currency} ~ '^[A-Z]{3}$'`),
    check("book_rates_asset", sql`${t.asset} in ('USDT', 'TRX')`),
    check("book_rates_days", sql`${t.firstDay} <= ${t.lastDay}`),
    check("book_rates_rate", sql`${t.rate}::numeric > 0`),
    index("book_rates_at").on(t.merchantId, t.currency, t.asset, t.createdAt),
  ],
);

/** The TRX that transactions cost which own addresses sent, also failed ones. Read from a node, once. */
export const transactionFees = pgTable(
  "transaction_fees",
  {
    id: id(),
    merchantId: uuid("merchant_id")
      .notNull()
      .references(() => merchants.id),
    network: text("network").notNull(),
    txHash: text("tx_hash").notNull(),
    fromAddress: text("from_address").notNull(),
    createdAt: createdAt(),
    /** null: it is read */
    nextReadAt: moment("next_read_at").defaultNow(),
    readAt: moment("read_at"),
    /** what the sender paid in TRX, 1 TRX is 1,000,000 sun; 0: nothing, or someone else paid. Null: not read yet */
    feeSun: bigint("fee_sun", { mode: "bigint" }),
    /** of the block */
    occurredAt: moment("occurred_at"),
  },
  (t) => [
    unique("transaction_fees_once").on(t.network, t.txHash),
    check("transaction_fees_fee", sql`${t.feeSun} >= 0`),
    check(
      "transaction_fees_read",
      sql`num_nonnulls(${t.readAt}, ${t.feeSun}) in (0, 2) and (${t.readAt} is null) = (${t.nextReadAt} is not null)
        and (${t.feeSun} is null or ${t.feeSun} = 0 or ${t.occurredAt} is not null)`,
    ),
    index("transaction_fees_due").on(t.network, t.nextReadAt).where(sql`next_read_at is not null`),
  ],
);
