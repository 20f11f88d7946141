import { sql } from "drizzle-orm";
import { bigint, check, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, moment } from "./columns";
import { users } from "./users";

/** A person's passkeys (WebAuthn): only the public half is here. */
export const passkeys = pgTable(
  "passkeys",
  {
    id: id(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id),
    /** what the authenticator calls it, base64url */
    credentialId: text("credential_id").notNull(),
    /** COSE, base64url */
    publicKey: text("public_key").notNull(),
    /** of the last signature; 0 for authenticators that don't count */
    counter: bigint("counter", { mode: "bigint" }).notNull(),
    name: text("name").notNull(),
    createdAt: createdAt(),
    lastUsedAt: moment("last_used_at"),
  },
  (t) => [
    uniqueIndex("passkeys_credential").on(t.credentialId),
    // a person's passkeys
    index("passkeys_user").on(t.userId),
    check("passkeys_counter", sql`${t.counter} >= 0`),
    check("passkeys_name_length", sql`char_length(${t.name}) between 1 and 60`),
  ],
);
