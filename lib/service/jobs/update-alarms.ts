import type { Context } from "@/lib/base/context/context";
import { syncAlarms } from "@/lib/delivery/notifications/alarms";
import { findProblems } from "@/lib/service/jobs/find-problems";

/**
 * Looks for problems, and queues notifications of what has begun, grown or ended since. Returns how many there are to
 * tell.
 */
export async function updateAlarms(ctx: Context): Promise<number> {
  return syncAlarms(ctx, await findProblems(ctx));
}
