import type { Progress } from "@/lib/intents/progress";

/** What the page must be made anew for, as one text; the blocks and the seconds are counted in place. Pure. */
export function newsOf({ status, received_usdt, confirming, uncounted, expires_in_seconds }: Progress): string {
  return [status, received_usdt, confirming?.amount_usdt ?? 0, uncounted, expires_in_seconds > 0].join();
}
