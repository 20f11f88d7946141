import { log } from "@/lib/base/process/log";
import { processWide } from "@/lib/base/process/process-wide";

const state = () => processWide("limits.store.state", () => ({ isUnavailable: false }));

/** Logs once that the shared store did not answer, until it answers again. */
export function markStoreUnavailable(error: unknown): void {
  if (state().isUnavailable) return;
  state().isUnavailable = true;
  log().warn({ err: error }, "the rate limit store is unavailable; rate limits are counted in this process");
}

export function markStoreAvailable(): void {
  if (!state().isUnavailable) return;
  state().isUnavailable = false;
  log().info("the rate limit store is available again");
}

/** Whether the shared store answered when it was last asked. */
export function isStoreUnavailable(): boolean {
  return state().isUnavailable;
}
