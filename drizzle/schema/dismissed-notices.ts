import { sql } from "drizzle-orm";
import { check, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { moment } from "./columns";
import { merchants } from "./merchants";

/** Notices of the overview that a merchant's team has dismissed; the audit log says who did. */
export const dismissedNotices = pgTable(
  "dismissed_notices",
  {
    merchantId: uuid("merchant_id")
      .notNull()
      .references(() => merchants.id),
    notice: text("notice", { enum: ["checklist", "sandbox_keys", "live_keys"] }).notNull(),
    /** what a notice is about and came later is shown again */
    dismissedAt: moment("dismissed_at").notNull().default(sql`now()`),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.notice] }),
    check("dismissed_notices_notice", sql`${t.notice} in ('checklist', 'sandbox_keys', 'live_keys')`),
  ],
);
