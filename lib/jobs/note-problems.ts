import type { Context } from "@/lib/context";
import { findProblems } from "@/lib/jobs/find-problems";
import { syncAlarms } from "@/lib/notifications/alarms";

/** Looks for problems, and queues notifications of what has begun, grown or ended since. Returns how many there are to tell. */
export async function noteProblems(ctx: Context): Promise<number> {
  return syncAlarms(ctx, await findProblems(ctx));
}
