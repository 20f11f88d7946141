import { sql } from "drizzle-orm";
import { check, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt } from "./columns";
import { merchants } from "./merchants";
import { paymentIntents } from "./payment-intents";

/**
 * Where a customer would like a refund to go, left on the payment page. One per payment: triggers refuse updates, and
 * deletes that the audit log doesn't record. Anyone with the payment's link can leave it, so it is never used without a
 * member's decision.
 */
export const refundAddresses = pgTable(
  "refund_addresses",
  {
    paymentIntentId: uuid("payment_intent_id")
      .primaryKey()
      .references(() => paymentIntents.id),
    merchantId: uuid("merchant_id")
      .notNull()
      .references(() => merchants.id),
    /** `0x` and forty lowercase hexadecimal digits */
    address: text("address").notNull(),
    createdAt: createdAt(),
  },
  (t) => [check("refund_addresses_address", sql`${t.address} ~ '^0x[0-9a-f]{40}$'`)],
);
