import { sql } from "drizzle-orm";
import { bigint, boolean, check, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { createdAt, id } from "./columns";
import { supportContactChecks } from "./support-contact";

export const merchants = pgTable(
  "merchants",
  {
    id: id(),
    name: text("name").notNull(),
    timeZone: text("time_zone").notNull().default("UTC"),
    /** the one merchant that owns the public demo's intents */
    isDemo: boolean("is_demo").notNull().default(false),
    /** `#rrggbb`, on the checkout */
    accentColour: text("accent_colour"),
    /** how customers reach support, on the checkout; null: not given */
    supportEmail: text("support_email"),
    supportUrl: text("support_url"),
    supportPhone: text("support_phone"),
    /** largest total of live intents in one UTC day; null: no cap */
    dailyLiveCapMicros: bigint("daily_live_cap_micros", { mode: "bigint" }),
    /** each receive address serves one payment only; for wallets that derive addresses */
    neverReuseAddresses: boolean("never_reuse_addresses").notNull().default(false),
    /** how long a price in a currency holds */
    quoteLifeSeconds: integer("quote_life_seconds").notNull().default(3_600),
    /** members without two-step sign-in can open nothing of the business */
    requiresTwoStep: boolean("requires_two_step").notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [
    check("merchants_name_length", sql`char_length(${t.name}) between 1 and 120`),
    check("merchants_accent_colour", sql`${t.accentColour} ~ '^#[0-9a-f]{6}$'`),
    check("merchants_daily_live_cap", sql`${t.dailyLiveCapMicros} > 0`),
    check("merchants_quote_life", sql`${t.quoteLifeSeconds} between 300 and 3600`),
    ...supportContactChecks("merchants", t),
    uniqueIndex("merchants_one_demo").on(t.isDemo).where(sql`is_demo`),
  ],
);
