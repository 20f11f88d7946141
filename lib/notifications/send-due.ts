import type { Context } from "@/lib/context";
import { claimDue } from "@/lib/notifications/claim-due";
import { deliverNotices } from "@/lib/notifications/deliver-notices";
import { settleNotices } from "@/lib/notifications/settle-notices";

/**
 * Sends notifications that are due, to up to `limit` recipients, each of whom gets all of theirs in one message. One that could
 * not be sent is retried with exponential backoff. Nothing is sent of a kind that the member has switched off or may no longer
 * see, nor in their quiet hours. Safe beside other engines. Returns how many messages were handled.
 */
export async function sendDueNotifications(ctx: Context, limit: number): Promise<number> {
  for (let handled = 0; handled < limit; handled++) {
    const claimed = await claimDue(ctx.db.sql);
    if (claimed.length === 0) return handled;
    for (const result of await deliverNotices(ctx, claimed)) await settleNotices(ctx.db.sql, result);
  }
  return limit;
}

/** Milliseconds until the next notification is due; null without one. */
export async function nextNotificationDueMs({ db }: Context): Promise<number | null> {
  const [due] = await db.sql<[{ ms: number | null }]>`
    select extract(epoch from min(due_at) - now())::float8 * 1000 as ms from notifications`;
  return due.ms;
}
