import type { Transaction } from "@/lib/base/db/client";

/** Alarms begin, grow, return and end in one transaction at a time, and so do messages about them, and memberships end. */
export async function lockAllAlarms(tx: Transaction): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended('till alarms', 0))`;
}
