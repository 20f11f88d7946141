import type { TillIntent } from "./checkout";
import type { Instructions, IntentStatus } from "./service";

/** What the window shows. Pure. */

export type Model = {
  intent: TillIntent | null;
  status: IntentStatus;
  instructions: Instructions | null;
  failed: boolean;
};

export type Shown = "starting" | "failed" | "waiting" | "confirming" | "partly" | "paid" | "expired" | "cancelled";

export function shownOf({ intent, status, instructions, failed }: Model): Shown {
  if (failed) return "failed";
  if (!intent) return "starting";
  if (status !== "pending") return status;
  if (instructions?.confirming) return "confirming";
  return instructions && instructions.received_usdt > 0 ? "partly" : "waiting";
}

/** What must still be sent; 0 while enough is on its way. The service alone knows the tolerance. */
export function missingOf({ intent, instructions }: Model): number {
  return instructions?.to_send_usdt ?? intent?.amount_usdt ?? 0;
}

/**
 * The link for the wallet: as the shop or the service gave it, else in the specification's form. Null while the service may
 * still give it. A link that is not for this intent is not shown.
 */
export function walletLinkOf({ intent, instructions }: Model, isSettled: boolean): string | null {
  if (!intent) return null;
  const tail = `:pay?intent=${intent.intent_id}`;
  const given = [intent.checkout_uri, instructions?.checkout_uri].find(
    (uri) =>
      uri?.endsWith(tail) && /^[a-z][a-z0-9+.-]*$/i.test(uri.slice(0, -tail.length)) && !/^javascript:/i.test(uri),
  );
  return given ?? (isSettled ? `service${tail}` : null);
}
