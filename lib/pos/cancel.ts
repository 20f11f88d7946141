import { cancelIntent } from "@/lib/intents/cancel";
import type { IntentId } from "@/lib/intents/schemas";
import type { PosContext } from "@/lib/pos/context";
import { getPosPayment } from "@/lib/pos/get-payment";
import type { PosPayment } from "@/lib/pos/present";

/** Cancels a pending payment of the terminal. Errors: `not_found`; `invalid_transition` once money was detected. */
export async function cancelAtTerminal(ctx: PosContext, input: IntentId): Promise<PosPayment> {
  await cancelIntent({ ...ctx, terminalIds: [ctx.terminalId] }, input, null);
  return getPosPayment(ctx, input);
}
