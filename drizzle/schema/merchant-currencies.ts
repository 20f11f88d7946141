import { sql } from "drizzle-orm";
import { check, date, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, id } from "./columns";
import { merchants } from "./merchants";
import { users } from "./users";

/** The currency of a business, for its keypad and books. Append-only; of several for a day, the newest row counts. */
export const merchantCurrencies = pgTable(
  "merchant_currencies",
  {
    id: id(),
    merchantId: uuid("merchant_id")
      .notNull()
      .references(() => merchants.id),
    /** ISO 4217; null: none from that day on, so only USDT */
    currency: text("currency"),
    /** the first day, in the business's time zone */
    since: date("since").notNull(),
    setBy: uuid("set_by")
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
  },
  (t) => [
    check("merchant_currencies_currency", sql`${t.currency} ~ '^[A-Z]{3}$'`),
    index("merchant_currencies_at").on(t.merchantId, t.since, t.createdAt),
  ],
);
