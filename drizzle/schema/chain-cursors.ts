import { bigint, integer, pgTable, text } from "drizzle-orm/pg-core";
import { json, moment } from "./columns";

/** How far the chain has been read, and the state of the watcher; one row per network. */
export const chainCursors = pgTable("chain_cursors", {
  network: text("network").primaryKey(),
  /** every log up to this finalized block is in the ledger */
  blockNumber: bigint("block_number", { mode: "number" }).notNull(),
  blockHash: text("block_hash").notNull(),
  blockTime: moment("block_time").notNull(),
  /** the chain's last finalized block, as last reported */
  finalizedNumber: bigint("finalized_number", { mode: "number" }).notNull(),
  finalizedHash: text("finalized_hash").notNull(),
  finalizedTime: moment("finalized_time").notNull(),
  headNumber: bigint("head_number", { mode: "number" }).notNull(),
  /** the newest block's own time, and the database's time when it was reported */
  headTime: moment("head_time"),
  headAt: moment("head_at"),
  /** chain's clock minus database's, when they differ by more than the tolerance; null: they agree */
  clockSkewSeconds: integer("clock_skew_seconds"),
  /** last accepted pass */
  passedAt: moment("passed_at").notNull(),
  /** host name of the provider that answered it */
  provider: text("provider").notNull(),
  /** the last pass's error, and the number of consecutive failures */
  failure: text("failure"),
  failures: integer("failures").notNull().default(0),
  failedAt: moment("failed_at"),
  rescannedHourAt: moment("rescanned_hour_at"),
  rescannedDayAt: moment("rescanned_day_at"),
  canaryAt: moment("canary_at"),
  tokenCheckedAt: moment("token_checked_at"),
  /** the token contract's response then: paused, deprecated, basisPointsRate, maximumFee */
  token: json<Record<string, string | boolean>>("token"),
});
