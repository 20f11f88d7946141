import type { TillIntent } from "./checkout";
import type { Instructions, IntentStatus } from "./service";

/** What the window shows. Pure. */

export type Model = {
  intent: TillIntent | null;
  status: IntentStatus;
  instructions: Instructions | null;
  failed: boolean;
  /** the deadline has passed, but the status may still be pending */
  timeUp: boolean;
};

type Waiting = "waiting" | "confirming" | "partly" | "closing";
export type Shown = "starting" | "failed" | Waiting | "paid" | "expired" | "cancelled";

/** After the deadline no one is asked to pay. Payments sent in time still count, so the status may stay pending. */
export function shownOf({ intent, status, instructions, failed, timeUp }: Model): Shown {
  if (failed) return "failed";
  if (!intent) return "starting";
  if (status !== "pending") return status;
  if (instructions?.confirming) return "confirming";
  if (timeUp) return "closing";
  return instructions && instructions.received_usdt > 0 ? "partly" : "waiting";
}

/** The remaining amount to send; 0 while enough is being confirmed and after the deadline. Only the service knows the tolerance. */
export function missingOf({ intent, instructions, timeUp }: Model): number {
  return timeUp ? 0 : (instructions?.to_send_usdt ?? intent?.amount_usdt ?? 0);
}

/**
 * The wallet link from the shop or the service, or null. A link of another intent is rejected, and so is the default scheme
 * in live, which no wallet opens.
 */
export function walletLinkOf({ intent, instructions }: Model): string | null {
  if (!intent) return null;
  const tail = `:pay?intent=${intent.intent_id}`;
  const given = [intent.checkout_uri, instructions?.checkout_uri].find(
    (uri) =>
      uri?.endsWith(tail) && /^[a-z][a-z0-9+.-]*$/i.test(uri.slice(0, -tail.length)) && !/^javascript:/i.test(uri),
  );
  const isKnown = intent.environment === "sandbox" || (instructions && !given?.startsWith("service:"));
  return (isKnown && given) || null;
}
