import type { TillIntent } from "./checkout";
import type { Instructions, IntentStatus } from "./service";

/** What the window shows. Pure. */

export type Model = {
  intent: TillIntent | null;
  status: IntentStatus;
  instructions: Instructions | null;
  failed: boolean;
  /** the time is up, though the end may not have come yet */
  timeUp: boolean;
};

type Waiting = "waiting" | "confirming" | "partly" | "closing";
export type Shown = "starting" | "failed" | Waiting | "paid" | "expired" | "cancelled";

/** Nobody is asked to pay once the time is up: what was sent in time still counts, and the end comes from the network. */
export function shownOf({ intent, status, instructions, failed, timeUp }: Model): Shown {
  if (failed) return "failed";
  if (!intent) return "starting";
  if (status !== "pending") return status;
  if (instructions?.confirming) return "confirming";
  if (timeUp) return "closing";
  return instructions && instructions.received_usdt > 0 ? "partly" : "waiting";
}

/** What must still be sent; 0 while enough is on its way and once the time is up. The service alone knows the tolerance. */
export function missingOf({ intent, instructions, timeUp }: Model): number {
  return timeUp ? 0 : (instructions?.to_send_usdt ?? intent?.amount_usdt ?? 0);
}

/**
 * The link for the wallet, as the shop or the service gave it; null while there is none. One that is not for this intent is
 * not shown, nor is one in live of the default scheme, which no wallet knows.
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
