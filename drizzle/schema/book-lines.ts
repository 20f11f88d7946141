import { sql } from "drizzle-orm";
import { bigint, check, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { moment } from "./columns";
import { merchants } from "./merchants";

/**
 * The books: what moved USDT, or cost TRX, with its value in the business's currency at that time. A line is never
 * changed, and keeps its number; a correction is two lines more. Only a reset of the sandbox removes lines, those of
 * the sandbox.
 */
export const bookLines = pgTable(
  "book_lines",
  {
    merchantId: uuid("merchant_id")
      .notNull()
      .references(() => merchants.id),
    environment: text("environment", { enum: ["sandbox", "live"] }).notNull(),
    /** from 1, without gaps */
    number: bigint("number", { mode: "number" }).notNull(),
    kind: text("kind", {
      enum: ["sale", "partial", "late", "overpaid", "unassigned", "refund", "sweep", "outgoing", "fee", "opening"],
    }).notNull(),
    /**
     * the day of the books: of the block or the simulation, of what was found more than a day later when it was found,
     * of a sale and its excess when it was paid, of a correction when it was made
     */
    occurredAt: moment("occurred_at").notNull(),
    bookedAt: moment("booked_at").notNull().defaultNow(),
    /** the line that this one reverses; a correction also has a line that replaces it */
    reverses: bigint("reverses", { mode: "number" }),
    asset: text("asset", { enum: ["USDT", "TRX"] }).notNull(),
    /** in millionths of the asset; negative when it left */
    micros: bigint("micros", { mode: "bigint" }).notNull(),
    /** the business's own address that holds it; null in the sandbox */
    address: text("address"),
    /** the other side; null when unknown */
    counterparty: text("counterparty"),
    /** of the books on that day, by ISO 4217; null: there was none */
    currency: text("currency"),
    /** in minor units, with the sign of `micros`; null: no rate was known */
    valueMinor: bigint("value_minor", { mode: "bigint" }),
    /** USDT (or TRX) for one unit of the currency, without spread, decimal text */
    rate: text("rate"),
    /** `quote`: the payment's own price; `filled`: a person set it for that day afterwards */
    rateSource: text("rate_source", { enum: ["quote", "par", "manual", "url", "filled"] }),
    /** of a refund: the value of what it gives back, as that was booked, with the sign of `micros` */
    reversedValueMinor: bigint("reversed_value_minor", { mode: "bigint" }),
    network: text("network").notNull(),
    /** null: an opening balance, which no transaction brought */
    txHash: text("tx_hash"),
    logIndex: integer("log_index"),
    /** without foreign keys: lines outlive nothing, and ten million of them are written in a month */
    intentId: uuid("intent_id"),
    terminalId: uuid("terminal_id"),
    refundId: uuid("refund_id"),
    /** the transfer, outgoing transfer, simulated refund, fee or address that it comes from */
    sourceId: uuid("source_id").notNull(),
  },
  (t) => [
    primaryKey({ name: "book_lines_pk", columns: [t.merchantId, t.environment, t.number] }),
    check("book_lines_environment", sql`${t.environment} in ('sandbox', 'live')`),
    check(
      "book_lines_kind",
      sql`${t.kind} in ('sale', 'partial', 'late', 'overpaid', 'unassigned', 'refund', 'sweep', 'outgoing', 'fee', 'opening')`,
    ),
    check("book_lines_number", sql`${t.number} > 0 and ${t.reverses} < ${t.number}`),
    check("book_lines_asset", sql`${t.asset} in ('USDT', 'TRX') and (${t.asset} = 'TRX') = (${t.kind} = 'fee')`),
    check("book_lines_micros", sql`${t.micros} <> 0`),
    check("book_lines_tx_hash", sql`${t.txHash} is not null or ${t.kind} = 'opening'`),
    check("book_lines_rate_source", sql`${t.rateSource} in ('quote', 'par', 'manual', 'url', 'filled')`),
    check(
      "book_lines_reversed_value",
      sql`${t.reversedValueMinor} is null or (${t.kind} = 'refund' and ${t.currency} is not null)`,
    ),
    check("book_lines_currency", sql`${t.currency} ~ '^[A-Z]{3}$'`),
    check(
      "book_lines_value",
      sql`num_nonnulls(${t.valueMinor}, ${t.rate}, ${t.rateSource}) in (0, 3) and (${t.valueMinor} is null or ${t.currency} is not null)`,
    ),
    // a line is reversed once
    uniqueIndex("book_lines_reversed").on(t.merchantId, t.environment, t.reverses).where(sql`reverses is not null`),
    // the export of a span
    index("book_lines_span").on(t.merchantId, t.environment, t.occurredAt, t.number),
    // what is booked of a source; with the merchant, since a plan without figures would read all lines of that
    index("book_lines_source").on(t.sourceId, t.merchantId),
  ],
);
