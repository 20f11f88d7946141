import { sql } from "drizzle-orm";
import { bigint, check, foreignKey, index, pgTable, smallint, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, json, moment } from "./columns";
import { terminals } from "./terminals";

export const paymentIntents = pgTable(
  "payment_intents",
  {
    id: uuid("id").primaryKey(),
    merchantId: uuid("merchant_id").notNull(),
    terminalId: uuid("terminal_id").notNull(),
    environment: text("environment").notNull(),
    amountMicros: bigint("amount_micros", { mode: "bigint" }).notNull(),
    status: text("status", { enum: ["pending", "paid", "expired", "cancelled"] })
      .notNull()
      .default("pending"),
    reference: text("reference"),
    metadata: json<Record<string, string>>("metadata"),
    /**
     * the price that the amount was quoted from when the intent was created, if it was in a currency: ISO 4217, minor
     * units, the USDT for one unit as decimal text, where that came from, and what was added to it
     */
    priceCurrency: text("price_currency"),
    priceMinor: bigint("price_minor", { mode: "bigint" }),
    priceRate: text("price_rate"),
    priceSource: text("price_source", { enum: ["par", "manual", "url"] }),
    priceSpreadBps: smallint("price_spread_bps"),
    /** the terminal's underpayment tolerance when the intent was created, at most half the amount */
    toleranceMicros: bigint("tolerance_micros", { mode: "bigint" }).notNull().default(sql`0`),
    /** where a live payment goes, `0x` and forty lowercase hexadecimal digits; null in the sandbox */
    receiveAddress: text("receive_address"),
    /** the shop's pages that the customer returns to */
    successUrl: text("success_url"),
    cancelUrl: text("cancel_url"),
    /** sum of the transfers that counted towards the amount */
    receivedMicros: bigint("received_micros", { mode: "bigint" }).notNull().default(sql`0`),
    /** sum of late transfers, which are not applied; kept by a trigger */
    uncountedMicros: bigint("uncounted_micros", { mode: "bigint" }).notNull().default(sql`0`),
    /** 1: partially paid, 2: overpaid, 4: a transfer was not applied */
    flags: smallint("flags")
      .notNull()
      .generatedAlwaysAs(
        sql`((received_micros > 0 and received_micros < amount_micros - tolerance_micros)::int
          + 2 * (received_micros > amount_micros)::int + 4 * (uncounted_micros > 0)::int)::smallint`,
      ),
    /** the transfer that completed the amount */
    transferId: uuid("transfer_id"),
    createdAt: createdAt(),
    expiresAt: moment("expires_at").notNull(),
    /** when a demo intent is paid automatically */
    autoCompleteAt: moment("auto_complete_at"),
    paidAt: moment("paid_at"),
    expiredAt: moment("expired_at"),
    cancelledAt: moment("cancelled_at"),
  },
  (t) => [
    foreignKey({
      name: "payment_intents_terminal",
      columns: [t.merchantId, t.terminalId],
      foreignColumns: [terminals.merchantId, terminals.id],
    }),
    check("payment_intents_environment", sql`${t.environment} in ('sandbox', 'live')`),
    check("payment_intents_status", sql`${t.status} in ('pending', 'paid', 'expired', 'cancelled')`),
    check("payment_intents_amount", sql`${t.amountMicros} between 1 and 999999999999999`),
    check(
      "payment_intents_price",
      sql`num_nonnulls(${t.priceCurrency}, ${t.priceMinor}, ${t.priceRate}, ${t.priceSource}, ${t.priceSpreadBps}) in (0, 5)
        and ${t.priceMinor} > 0 and ${t.priceRate}::numeric > 0 and ${t.priceSpreadBps} >= 0 and ${t.priceSource} in ('par', 'manual', 'url')`,
    ),
    check("payment_intents_tolerance", sql`${t.toleranceMicros} >= 0`),
    check(
      "payment_intents_receive_address",
      sql`${t.receiveAddress} is null or (${t.environment} = 'live' and ${t.receiveAddress} ~ '^0x[0-9a-f]{40}$')`,
    ),
    check("payment_intents_urls", sql`${t.successUrl} ~* '^https?://' and ${t.cancelUrl} ~* '^https?://'`),
    check("payment_intents_received", sql`${t.receivedMicros} >= 0`),
    check("payment_intents_reference_length", sql`char_length(${t.reference}) <= 200`),
    check(
      "payment_intents_one_end",
      sql`(${t.status} = 'paid') = (${t.paidAt} is not null)
        and (${t.status} = 'expired') = (${t.expiredAt} is not null)
        and (${t.status} = 'cancelled') = (${t.cancelledAt} is not null)`,
    ),
    // expire-due: the earliest expiry first; live ones wait for the chain's clock
    index("payment_intents_due_expiry").on(t.environment, t.expiresAt).where(sql`status = 'pending'`),
    // complete-demo
    index("payment_intents_due_demo")
      .on(t.autoCompleteAt)
      .where(sql`status = 'pending' and auto_complete_at is not null`),
    // sales report: the edges of a period that the sums do not cover
    index("payment_intents_sales")
      .on(t.terminalId, t.environment, t.paidAt, t.amountMicros)
      .where(sql`status = 'paid'`),
    // shifts and takings by hour: only payments with a tip are read for their metadata
    index("payment_intents_tips")
      .on(t.terminalId, t.environment, t.paidAt)
      .where(sql`status = 'paid' and metadata ? 'tip_usdt'`),
    // sales report: what ended unpaid
    index("payment_intents_unpaid")
      .on(t.terminalId, t.environment, sql`coalesce(expired_at, cancelled_at)`)
      .where(sql`status in ('expired', 'cancelled')`),
    // daily live cap
    index("payment_intents_live_day").on(t.merchantId, t.createdAt).where(sql`environment = 'live'`),
    // payments list: the newest of each terminal and status, by cursor; pending now
    index("payment_intents_list").on(t.terminalId, t.environment, t.status, t.createdAt, t.id),
    // intents by API with a key for all terminals: the newest of each status, by cursor
    index("payment_intents_business_list").on(t.merchantId, t.environment, t.status, t.createdAt, t.id),
    // payments list by flag, and payments that need attention; ordinary payments are not in it
    index("payment_intents_flagged").on(t.terminalId, t.environment, t.flags, t.createdAt, t.id).where(sql`flags <> 0`),
    // payments list: search by amount; entered when an intent ends, since amounts come in no order and a create must
    // not wait
    index("payment_intents_amount")
      .on(t.terminalId, t.environment, t.amountMicros, t.createdAt, t.id)
      .where(sql`status <> 'pending'`),
    // payments list: search by price
    index("payment_intents_price_amount")
      .on(t.terminalId, t.environment, t.priceMinor, t.createdAt, t.id)
      .where(sql`status <> 'pending' and price_minor is not null`),
    // payments list: search by text inside a reference; entered when an intent ends, as for amounts
    index("payment_intents_reference_parts")
      .using("gin", sql`reference_parts(merchant_id, environment, reference)`)
      .where(sql`status <> 'pending' and reference is not null`),
    // payments list: search by a whole reference, in any case; payments with the same reference
    index("payment_intents_reference")
      .on(t.merchantId, t.environment, sql`lower(reference) text_pattern_ops`)
      .where(sql`reference is not null`),
  ],
);
