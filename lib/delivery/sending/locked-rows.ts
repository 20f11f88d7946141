import { setTimeout as sleep } from "node:timers/promises";
import type { Sql, Transaction } from "@/lib/base/db/client";

/** About as long as a claim takes. */
const PAUSE_MS = 25;

/**
 * Which of these deliveries, not written because their row was locked, still have the lease. Someone else's claim locks
 * for its time even what it finds leased, so such a delivery is to be written again. Waits for no lock.
 */
export async function stillLeased(
  sql: Sql | Transaction,
  deliveries: readonly { id: string; lease: string }[],
): Promise<Set<string>> {
  if (deliveries.length === 0) return new Set();
  const rows = await sql<{ id: string }[]>`
    select d.id
      from unnest(${deliveries.map((one) => one.id)}::uuid[], ${deliveries.map((one) => one.lease)}::text[]) as l(id, lease)
      join webhook_deliveries d on d.id = l.id and d.leased_until = l.lease::timestamptz
     where d.status = 'pending' and d.leased_until > clock_timestamp()`;
  return new Set(rows.map(({ id }) => id));
}

/** Before a delivery whose row was locked is written again. */
export const untilUnlocked = () => sleep(PAUSE_MS);
