import type { MerchantContext } from "@/lib/base/context/context";
import type { Sql, Transaction } from "@/lib/base/db/client";
import type { Shift } from "@/lib/payments/pos/list-shifts";

/** Refunds that Till recorded as final while a shift was open. */
export type ShiftRefunds = { count: bigint; micros: bigint };

/** A change is recorded at the start of its transaction, which can wait for a lock before it. */
const LONGEST_WAIT = "10 minutes";

/**
 * What had been refunded at the terminal when a shift was opened, from the audit log, which is append-only. Null:
 * opened by a version that didn't record it.
 */
export function refundedBefore(sql: Sql | Transaction, shift: Shift): Promise<ShiftRefunds | null> {
  return read(sql, shift, { action: "shift.opened", at: shift.openedAt, suffix: "Before" });
}

/** What was refunded while a closed shift was open, as it was recorded at the closing; null: not recorded. */
export async function getShiftRefunds({ db, merchantId }: MerchantContext, shift: Shift): Promise<ShiftRefunds | null> {
  if (!shift.closedAt || shift.merchantId !== merchantId) return null;
  return read(db.sql, shift, { action: "shift.closed", at: shift.closedAt, suffix: "" });
}

type Entry = { action: "shift.opened" | "shift.closed"; at: Date; suffix: "" | "Before" };

async function read(sql: Sql | Transaction, shift: Shift, { action, at, suffix }: Entry): Promise<ShiftRefunds | null> {
  const [entry] = await sql<{ count: bigint | null; micros: bigint | null }[]>`
    select (a.after ->> ${`refundsCount${suffix}`})::bigint as count,
           (a.after ->> ${`refundedMicros${suffix}`})::bigint as micros
      from audit_log a
     where a.merchant_id = ${shift.merchantId} and a.action = ${action} and a.target_id = ${shift.id}
       and a.created_at between ${at.toISOString()}::timestamptz - ${LONGEST_WAIT}::interval
                            and ${at.toISOString()}::timestamptz + interval '1 millisecond'`;
  if (entry?.count == null || entry.micros === null) return null;
  return { count: entry.count, micros: entry.micros };
}
