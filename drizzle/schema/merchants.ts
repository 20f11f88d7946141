import { sql } from "drizzle-orm";
import { boolean, check, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { createdAt, id } from "./columns";

export const merchants = pgTable(
  "merchants",
  {
    id: id(),
    name: text("name").notNull(),
    timeZone: text("time_zone").notNull().default("UTC"),
    /** the one merchant that owns the public demo's intents */
    isDemo: boolean("is_demo").notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [
    check("merchants_name_length", sql`char_length(${t.name}) between 1 and 120`),
    uniqueIndex("merchants_one_demo").on(t.isDemo).where(sql`is_demo`),
  ],
);
