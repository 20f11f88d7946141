import { sql } from "drizzle-orm";
import { bigint, check, foreignKey, integer, pgTable, text, unique, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { id, moment } from "./columns";
import { terminals } from "./terminals";

const micros = (name: string) => bigint(name, { mode: "bigint" });

/**
 * A shift at a terminal's keypad, and once it is closed its Z-report. A trigger refuses deletes, and updates other than
 * closing once. The `…Before` columns are the terminal's totals of all time at the opening.
 */
export const shifts = pgTable(
  "shifts",
  {
    id: id(),
    merchantId: uuid("merchant_id").notNull(),
    terminalId: uuid("terminal_id").notNull(),
    environment: text("environment", { enum: ["sandbox", "live"] }).notNull(),
    /** 1, 2, 3, … per terminal and environment, without gaps */
    number: integer("number").notNull(),
    openedAt: moment("opened_at").notNull().default(sql`now()`),
    /** the member's or the device's name at that time */
    openedBy: text("opened_by").notNull(),
    paidCountBefore: micros("paid_count_before").notNull(),
    paidMicrosBefore: micros("paid_micros_before").notNull(),
    tipMicrosBefore: micros("tip_micros_before").notNull(),
    expiredCountBefore: micros("expired_count_before").notNull(),
    cancelledCountBefore: micros("cancelled_count_before").notNull(),
    closedAt: moment("closed_at"),
    closedBy: text("closed_by"),
    /** what was paid, expired and cancelled while the shift was open; null until it is closed */
    paidCount: micros("paid_count"),
    paidMicros: micros("paid_micros"),
    tipMicros: micros("tip_micros"),
    expiredCount: micros("expired_count"),
    cancelledCount: micros("cancelled_count"),
    /** what was still pending at the closing */
    pendingCount: micros("pending_count"),
    pendingMicros: micros("pending_micros"),
  },
  (t) => [
    foreignKey({
      name: "shifts_terminal",
      columns: [t.merchantId, t.terminalId],
      foreignColumns: [terminals.merchantId, terminals.id],
    }),
    unique("shifts_number").on(t.terminalId, t.environment, t.number),
    // at most one is open
    uniqueIndex("shifts_open").on(t.terminalId, t.environment).where(sql`closed_at is null`),
    check("shifts_environment", sql`${t.environment} in ('sandbox', 'live')`),
    check("shifts_number_positive", sql`${t.number} > 0`),
    check(
      "shifts_closed_whole",
      sql`num_nulls(closed_at, closed_by, paid_count, paid_micros, tip_micros, expired_count, cancelled_count, pending_count, pending_micros) in (0, 9)`,
    ),
    check(
      "shifts_totals",
      sql`paid_count >= 0 and paid_micros >= 0 and tip_micros between 0 and paid_micros and expired_count >= 0
        and cancelled_count >= 0 and pending_count >= 0 and pending_micros >= 0 and closed_at >= opened_at`,
    ),
  ],
);
