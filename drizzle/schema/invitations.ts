import { sql } from "drizzle-orm";
import { check, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { bytea, createdAt, id, moment } from "./columns";
import { merchants } from "./merchants";
import { users } from "./users";

/** A link that makes one person a member. It ends when it is used, revoked or too old. */
export const invitations = pgTable(
  "invitations",
  {
    id: id(),
    merchantId: uuid("merchant_id")
      .notNull()
      .references(() => merchants.id),
    /** only this address may accept; null: anyone with the link */
    email: text("email"),
    role: text("role", { enum: ["owner", "manager", "developer", "cashier", "viewer"] }).notNull(),
    terminalIds: uuid("terminal_ids").array(),
    tokenHash: bytea("token_hash").notNull(),
    invitedBy: uuid("invited_by")
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
    expiresAt: moment("expires_at").notNull(),
    acceptedAt: moment("accepted_at"),
    acceptedBy: uuid("accepted_by").references(() => users.id),
    revokedAt: moment("revoked_at"),
  },
  (t) => [
    check("invitations_role", sql`${t.role} in ('owner', 'manager', 'developer', 'cashier', 'viewer')`),
    check("invitations_terminals", sql`(${t.role} = 'cashier') = (${t.terminalIds} is not null)`),
    check("invitations_accepted", sql`(${t.acceptedAt} is null) = (${t.acceptedBy} is null)`),
    uniqueIndex("invitations_token").on(t.tokenHash),
    // a merchant's open invitations
    index("invitations_merchant").on(t.merchantId, t.createdAt),
  ],
);
