import { sql } from "drizzle-orm";
import { bigint, check, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt, moment } from "./columns";

/** Finished backups, so that the age of the last one can be watched. */
export const backups = pgTable(
  "backups",
  {
    /** the moment whose state the backup holds */
    at: moment("at").primaryKey(),
    folder: text("folder").notNull(),
    rows: bigint("rows", { mode: "number" }).notNull(),
    /** of its files */
    bytes: bigint("bytes", { mode: "number" }).notNull(),
    createdAt: createdAt(),
  },
  (t) => [check("backups_counts", sql`least(${t.rows}, ${t.bytes}) >= 0`)],
);
