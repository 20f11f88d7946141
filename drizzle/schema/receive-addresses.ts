import { sql } from "drizzle-orm";
import { bigint, boolean, check, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, moment } from "./columns";
import { merchants } from "./merchants";
import { receivingWallets } from "./receiving-wallets";

/** An address of a merchant's wallet. It is leased to one pending intent at a time, with a cooldown in between. */
export const receiveAddresses = pgTable(
  "receive_addresses",
  {
    id: id(),
    merchantId: uuid("merchant_id")
      .notNull()
      .references(() => merchants.id),
    walletId: uuid("wallet_id")
      .notNull()
      .references(() => receivingWallets.id),
    /** `0x` and forty lowercase hexadecimal digits; base58 is for display */
    address: text("address").notNull(),
    /** index below the chain's key; null for an address of a list */
    derivationIndex: integer("derivation_index"),
    /** derived ahead of the next index, so that money sent there is seen; leased to no payment yet */
    isAhead: boolean("is_ahead").notNull().default(false),
    /** may be leased again from then on; null: never leased */
    restsUntil: moment("rests_until"),
    /** under pressure, may be leased again from then on */
    restsAtLeastUntil: moment("rests_at_least_until"),
    /**
     * a payment that the database has lost may be paid here until then, so each cooldown lasts until then; null: none
     * was lost
     */
    restsAfterLossUntil: moment("rests_after_loss_until"),
    lastLeasedAt: moment("last_leased_at"),
    /** holds USDT, so that the next payer needs half the energy */
    funded: boolean("funded").notNull().default(false),
    /** as the token's contract reported at `balance_at`; null: not read yet */
    balanceMicros: bigint("balance_micros", { mode: "bigint" }),
    balanceAt: moment("balance_at"),
    /** once the ledger has reached this block, it covers the balance; null: compared */
    balanceBlock: bigint("balance_block", { mode: "number" }),
    /** chain and ledger have differed since then: it is leased to no payment until they agree */
    differsAt: moment("differs_at"),
    /** the token's issuer has frozen it */
    blacklistedAt: moment("blacklisted_at"),
    createdAt: createdAt(),
    retiredAt: moment("retired_at"),
  },
  (t) => [
    check("receive_addresses_address", sql`${t.address} ~ '^0x[0-9a-f]{40}$'`),
    check("receive_addresses_index", sql`${t.derivationIndex} >= 0`),
    // a transfer to an address has one owner, for good
    uniqueIndex("receive_addresses_once").on(t.address),
    // funds: every address of a merchant
    index("receive_addresses_merchant").on(t.merchantId),
    // lease: funded addresses first, then the longest unused
    index("receive_addresses_free")
      .on(t.walletId, t.funded.desc(), t.restsUntil.nullsFirst(), t.id)
      .where(sql`retired_at is null and blacklisted_at is null`),
    // lease: addresses that no payment has had, in the same order, where none is used again; the watch set
    index("receive_addresses_unused")
      .on(t.walletId, t.funded.desc(), t.restsUntil.nullsFirst(), t.id)
      .where(sql`last_leased_at is null and retired_at is null`),
    // lease: the highest index that was derived; the watch set: every address of a wallet that is set
    index("receive_addresses_derived").on(t.walletId, t.derivationIndex),
    // the watch set: used or retired lately, or holding money
    index("receive_addresses_watched").on(t.lastLeasedAt).where(sql`last_leased_at is not null`),
    index("receive_addresses_retired").on(t.retiredAt).where(sql`retired_at is not null`),
    index("receive_addresses_holding").on(t.id).where(sql`balance_micros > 1`),
    // balances to read: never read, then the longest ago
    index("receive_addresses_balance")
      .on(t.balanceAt.nullsFirst(), t.lastLeasedAt, t.id)
      .where(sql`balance_at is null or funded`),
    // balances still to be compared with the ledger, and those that differ
    index("receive_addresses_compare").on(t.balanceBlock).where(sql`balance_block is not null`),
    index("receive_addresses_differs").on(t.merchantId).where(sql`differs_at is not null`),
  ],
);
