import { sql } from "drizzle-orm";
import { check, index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, moment } from "./columns";
import { merchants } from "./merchants";
import { users } from "./users";

export const memberships = pgTable(
  "memberships",
  {
    merchantId: uuid("merchant_id")
      .notNull()
      .references(() => merchants.id),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id),
    role: text("role", { enum: ["owner", "manager", "developer", "cashier", "viewer"] }).notNull(),
    /** the terminals that a cashier sees; null for the roles that see all of them */
    terminalIds: uuid("terminal_ids").array(),
    /** until then, two-step sign-in that this business requires may be set up with the password alone */
    twoStepSetupUntil: moment("two_step_setup_until"),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.userId] }),
    check("memberships_role", sql`${t.role} in ('owner', 'manager', 'developer', 'cashier', 'viewer')`),
    check("memberships_terminals", sql`(${t.role} = 'cashier') = (${t.terminalIds} is not null)`),
    // the merchants of a signed-in person
    index("memberships_user").on(t.userId),
  ],
);
