import { sql } from "drizzle-orm";
import { check, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { bytea, moment } from "./columns";
import { merchants } from "./merchants";

export const merchantLogos = pgTable(
  "merchant_logos",
  {
    merchantId: uuid("merchant_id")
      .primaryKey()
      .references(() => merchants.id),
    mediaType: text("media_type").notNull(),
    bytes: bytea("bytes").notNull(),
    /** hex SHA-256 of the bytes: part of its URL, which may therefore be cached forever */
    digest: text("digest").notNull(),
    updatedAt: moment("updated_at").notNull().default(sql`now()`),
  },
  (t) => [
    check("merchant_logos_media_type", sql`${t.mediaType} in ('image/png', 'image/jpeg', 'image/webp')`),
    check("merchant_logos_size", sql`octet_length(${t.bytes}) between 1 and 262144`),
  ],
);
