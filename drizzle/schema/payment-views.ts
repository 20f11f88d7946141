import { sql } from "drizzle-orm";
import { boolean, check, foreignKey, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { createdAt } from "./columns";
import { memberships } from "./memberships";

/** Filters of the payments list that a member has saved; they end with the membership. */
export const paymentViews = pgTable(
  "payment_views",
  {
    merchantId: uuid("merchant_id").notNull(),
    userId: uuid("user_id").notNull(),
    name: text("name").notNull(),
    /** the query of the list's URL, without "?" */
    query: text("query").notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.userId, t.name] }),
    foreignKey({
      name: "payment_views_member",
      columns: [t.merchantId, t.userId],
      foreignColumns: [memberships.merchantId, memberships.userId],
    }).onDelete("cascade"),
    check("payment_views_name", sql`char_length(${t.name}) between 1 and 60`),
    check("payment_views_query", sql`char_length(${t.query}) between 1 and 2000`),
  ],
);

/** How a member has set up the payments list. */
export const paymentListChoices = pgTable(
  "payment_list_choices",
  {
    merchantId: uuid("merchant_id").notNull(),
    userId: uuid("user_id").notNull(),
    columns: text("columns").array().notNull(),
    isCompact: boolean("is_compact").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.userId] }),
    foreignKey({
      name: "payment_list_choices_member",
      columns: [t.merchantId, t.userId],
      foreignColumns: [memberships.merchantId, memberships.userId],
    }).onDelete("cascade"),
    check(
      "payment_list_choices_columns",
      sql`${t.columns} <@ array['terminal', 'id', 'when', 'ended', 'received']::text[]`,
    ),
  ],
);
