import type { Context } from "@/lib/base/context/context";
import { claimDue } from "@/lib/delivery/notifications/claim-due";
import { deliverNotices } from "@/lib/delivery/notifications/deliver-notices";
import type { Channel } from "@/lib/delivery/notifications/operator";
import { settleNotices } from "@/lib/delivery/notifications/settle-notices";

/**
 * Sends notifications that are due on a channel, to up to `limit` recipients, each of whom gets all of theirs in one
 * message. One that could not be sent is retried with exponential backoff. Nothing is sent of a kind that the member
 * has switched off or may no longer see, nor in their quiet hours. After `stop` no further message is begun. Safe
 * beside other engines. Returns how many messages were handled.
 */
export async function sendDueOn(ctx: Context, channel: Channel, limit: number, stop?: AbortSignal): Promise<number> {
  for (let handled = 0; handled < limit; handled++) {
    if (stop?.aborted) return handled;
    const claimed = await claimDue(ctx.db.sql, channel);
    if (claimed.length === 0) return handled;
    for (const result of await deliverNotices(ctx, claimed, stop)) await settleNotices(ctx.db.sql, result);
  }
  return limit;
}

/** Milliseconds until the next notification is due on a channel; null without one. */
export async function nextNotificationDueMs({ db }: Context, channel: Channel): Promise<number | null> {
  const [due] = await db.sql<[{ ms: number | null }]>`
    select extract(epoch from min(due_at) - now())::float8 * 1000 as ms from notifications where channel = ${channel}`;
  return due.ms;
}
