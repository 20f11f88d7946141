import { cancelIntent } from "@/lib/payments/intents/cancel";
import type { IntentId } from "@/lib/payments/intents/schemas";
import type { PosContext } from "@/lib/payments/pos/context";
import { getPosPayment } from "@/lib/payments/pos/get-payment";
import type { PosPayment } from "@/lib/payments/pos/present";

/** Cancels a pending payment of the terminal. Errors: `not_found`; `invalid_transition` once money was detected. */
export async function cancelAtTerminal(ctx: PosContext, input: IntentId): Promise<PosPayment> {
  await cancelIntent(ctx, input, null);
  return getPosPayment(ctx, input);
}
