import type { Trouble } from "@/lib/customer/browser/call";

/** The failure of an action that the reader started: what happened, then what to do. */
export function actionTroubleLabel(trouble: Trouble): string {
  switch (trouble.kind) {
    case "offline":
      return "You're offline. Reconnect and try again.";
    case "away":
      return "Couldn't reach the server. Try again in a moment.";
    case "limited":
      return `Too many attempts. Try again in ${formatSeconds(trouble.retryAfterSeconds ?? 60)}.`;
    case "refused":
      return REFUSALS[trouble.code] ?? (trouble.message || "The server rejected this request.");
  }
}

/** Codes whose messages, which are the API's, call a payment an intent. */
const REFUSALS: Partial<Record<string, string>> = {
  invalid_transition: "This outcome isn't possible for this payment now.",
  not_found: "This payment no longer exists.",
};

/** The failure of the status check, which repeats automatically. */
export function watchTroubleLabel(trouble: Trouble): string {
  return trouble.kind === "offline"
    ? "You're offline. This page updates when you're back online. If you've already paid, you don't need to pay again."
    : "Couldn't reach the server. We'll keep trying. If you've already paid, you don't need to pay again.";
}

function formatSeconds(seconds: number) {
  return seconds === 1 ? "1 second" : `${seconds} seconds`;
}
