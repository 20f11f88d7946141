import type { Progress } from "@/lib/intents/progress";

/** A text that changes when the page must be reloaded; confirmations and seconds are updated in place. Pure. */
export function newsOf({ status, received_usdt, confirming, uncounted, expires_in_seconds }: Progress): string {
  return [status, received_usdt, confirming?.amount_usdt ?? 0, uncounted, expires_in_seconds > 0].join();
}
