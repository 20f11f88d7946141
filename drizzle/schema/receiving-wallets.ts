import { sql } from "drizzle-orm";
import { check, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, moment } from "./columns";
import { merchants } from "./merchants";

/** Where a merchant's live money goes: their own list of addresses, or an account's public key to derive them from. */
export const receivingWallets = pgTable(
  "receiving_wallets",
  {
    id: id(),
    merchantId: uuid("merchant_id")
      .notNull()
      .references(() => merchants.id),
    kind: text("kind").notNull(),
    /** extended public key of the chain `m/44'/195'/0'/0`, or of the account above it */
    xpub: text("xpub"),
    /** the first index without a derived address */
    nextIndex: integer("next_index").notNull().default(0),
    createdAt: createdAt(),
    /** when another wallet replaced it; money that still arrives is recorded */
    retiredAt: moment("retired_at"),
  },
  (t) => [
    check("receiving_wallets_kind", sql`${t.kind} in ('list', 'xpub')`),
    check("receiving_wallets_xpub", sql`(${t.kind} = 'xpub') = (${t.xpub} is not null)`),
    check("receiving_wallets_next_index", sql`${t.nextIndex} >= 0`),
    uniqueIndex("receiving_wallets_one_active").on(t.merchantId).where(sql`retired_at is null`),
  ],
);
