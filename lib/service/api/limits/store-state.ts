import { log } from "@/lib/base/process/log";
import { processWide } from "@/lib/base/process/process-wide";

const state = () => processWide("limits.store.state", () => ({ isAway: false }));

/** Logs once that the shared store did not answer, until it answers again. */
export function noteStoreAway(error: unknown): void {
  if (state().isAway) return;
  state().isAway = true;
  log().warn({ err: error }, "the rate limit store is unavailable; rate limits are counted in this process");
}

export function noteStoreBack(): void {
  if (!state().isAway) return;
  state().isAway = false;
  log().info("the rate limit store is available again");
}

/** Whether the shared store answered when it was last asked. */
export function isStoreAway(): boolean {
  return state().isAway;
}
