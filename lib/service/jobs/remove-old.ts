import type { Context } from "@/lib/base/context/context";
import { removeEndedIdempotencyKeys } from "@/lib/base/idempotency/remove-ended";
import { removeOldAttempts, removeOldEvents } from "@/lib/delivery/log/remove-old";
import { removeOldAlarms } from "@/lib/delivery/notifications/remove-old-alarms";
import { removeOldRequests } from "@/lib/payments/requests/remove-old";
import { removeEndedChallenges, removeEndedLinks, removeEndedSessions } from "@/lib/people/accounts/remove-old";
import { removeOldInvitations } from "@/lib/people/members/remove-old";

const STEP = 1_000;

/** By the name that the data has in the table under "Data retention" in docs/operations/run.md. */
export const REMOVERS = {
  "idempotency keys": removeEndedIdempotencyKeys,
  "request log": removeOldRequests,
  "webhook attempts": removeOldAttempts,
  events: removeOldEvents,
  sessions: removeEndedSessions,
  "links sent to people": removeEndedLinks,
  "passkey challenges": removeEndedChallenges,
  invitations: removeOldInvitations,
  alarms: removeOldAlarms,
};

/**
 * Deletes rows past their retention, a thousand per statement, until nothing is left or `signal` is aborted. Returns
 * the number of rows deleted.
 */
export async function removeOld(ctx: Context, signal?: AbortSignal): Promise<number> {
  let total = 0;
  for (const remove of Object.values(REMOVERS)) {
    let removed: number;
    do {
      if (signal?.aborted) return total;
      removed = await remove(ctx, STEP);
      total += removed;
    } while (removed === STEP);
  }
  return total;
}
