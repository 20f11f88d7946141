import { sql } from "drizzle-orm";
import { index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, json } from "./columns";

/** Append-only: triggers refuse updates, deletes and `truncate`. */
export const auditLog = pgTable(
  "audit_log",
  {
    id: id(),
    merchantId: uuid("merchant_id"),
    actorType: text("actor_type").notNull(),
    actorId: text("actor_id"),
    action: text("action").notNull(),
    targetType: text("target_type").notNull(),
    targetId: text("target_id").notNull(),
    /** where a person's request came from */
    address: text("address"),
    before: json<unknown>("before"),
    after: json<unknown>("after"),
    createdAt: createdAt(),
  },
  (t) => [
    index("audit_log_merchant").on(t.merchantId, t.createdAt, t.id),
    // a payment's timeline
    index("audit_log_intent").on(t.targetId, t.createdAt).where(sql`target_type = 'intent'`),
    // a person's account log
    index("audit_log_account").on(t.targetId, t.createdAt).where(sql`merchant_id is null`),
  ],
);
