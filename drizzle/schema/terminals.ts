import { sql } from "drizzle-orm";
import { bigint, check, integer, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, moment } from "./columns";
import { merchants } from "./merchants";
import { supportContactChecks } from "./support-contact";

export const terminals = pgTable(
  "terminals",
  {
    id: id(),
    merchantId: uuid("merchant_id")
      .notNull()
      .references(() => merchants.id),
    name: text("name").notNull(),
    timeZone: text("time_zone").notNull().default("UTC"),
    /** minutes after local midnight at which a business day begins */
    businessDayStartMinutes: integer("business_day_start_minutes").notNull().default(0),
    intentLifeSeconds: integer("intent_life_seconds").notNull().default(1_800),
    /** underpayment tolerance: a live payment short by no more than this counts as paid */
    toleranceMicros: bigint("tolerance_micros", { mode: "bigint" }).notNull().default(sql`0`),
    /** the most that one charge at the keypad or in the dashboard may ask for; the API has no such limit */
    chargeLimitMicros: bigint("charge_limit_micros", { mode: "bigint" }).notNull().default(sql`10000000000`),
    /** how customers of this terminal reach support; any value replaces all three of the merchant's */
    supportEmail: text("support_email"),
    supportUrl: text("support_url"),
    supportPhone: text("support_phone"),
    createdAt: createdAt(),
    archivedAt: moment("archived_at"),
  },
  (t) => [
    // lets keys, endpoints and intents refer to a terminal together with its merchant
    unique("terminals_merchant_id_id").on(t.merchantId, t.id),
    check("terminals_name_length", sql`char_length(${t.name}) between 1 and 120`),
    check("terminals_business_day_start", sql`${t.businessDayStartMinutes} between 0 and 1439`),
    check("terminals_tolerance", sql`${t.toleranceMicros} between 0 and 100000000`),
    check("terminals_charge_limit", sql`${t.chargeLimitMicros} between 10000 and 999999999999999`),
    check("terminals_intent_life", sql`${t.intentLifeSeconds} between 300 and 86400`),
    ...supportContactChecks("terminals", t),
  ],
);
