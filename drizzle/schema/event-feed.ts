import { sql } from "drizzle-orm";
import { bigint, boolean, check, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { moment, xid8 } from "./columns";

/** The order in which events are read by API, each committed event once. A trigger deletes rows of deleted events. */
export const eventFeed = pgTable(
  "event_feed",
  {
    merchantId: uuid("merchant_id").notNull(),
    environment: text("environment").notNull(),
    /** ascending in the order in which the rows became visible, for all merchants together */
    position: bigint("position", { mode: "bigint" }).notNull(),
    eventId: uuid("event_id").notNull(),
    /** tells an event from one that has its position after a restore */
    numberedAt: moment("numbered_at").notNull().default(sql`clock_timestamp()`),
  },
  (t) => [
    // a page of the feed
    primaryKey({ columns: [t.merchantId, t.environment, t.position] }),
    // each event once; deleted events
    uniqueIndex("event_feed_event").on(t.eventId),
  ],
);

/** How far events are numbered: one row. */
export const eventFeedState = pgTable(
  "event_feed_state",
  {
    id: boolean("id").primaryKey().default(true),
    /** the last one given */
    position: bigint("position", { mode: "bigint" }).notNull(),
    /** the events of earlier transactions are numbered, apart from those in `unfinished`; null: compare every event */
    nextXid: xid8("next_xid"),
    unfinished: xid8("unfinished").array().notNull(),
    /** the cluster whose transactions these are; in another one they say nothing */
    cluster: text("cluster"),
    /** cursors name it; a restore changes it */
    epoch: uuid("epoch").notNull(),
  },
  (t) => [check("event_feed_state_one", sql`${t.id}`)],
);
