import { sql } from "drizzle-orm";
import { check, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { moment } from "./columns";
import { merchants } from "./merchants";
import { paymentIntents } from "./payment-intents";
import { users } from "./users";

/** What members have noted about a payment, for their team alone; the audit log has every earlier version. */
export const paymentNotes = pgTable(
  "payment_notes",
  {
    intentId: uuid("intent_id")
      .primaryKey()
      .references(() => paymentIntents.id),
    merchantId: uuid("merchant_id")
      .notNull()
      .references(() => merchants.id),
    note: text("note").notNull(),
    tags: text("tags").array().notNull(),
    editedBy: uuid("edited_by")
      .notNull()
      .references(() => users.id),
    editedAt: moment("edited_at").notNull().default(sql`now()`),
  },
  (t) => [
    check("payment_notes_note", sql`char_length(${t.note}) <= 2000`),
    check(
      "payment_notes_tags",
      sql`cardinality(${t.tags}) <= 10 and char_length(array_to_string(${t.tags}, '')) <= 300`,
    ),
  ],
);
