import { cancelIntent } from "@/lib/intents/cancel";
import type { IntentId } from "@/lib/intents/schemas";
import { tillPayment } from "@/lib/pos/payment";
import type { TillPayment } from "@/lib/pos/present";
import type { TillContext } from "@/lib/pos/till";

/** Cancels a waiting payment of the keypad's terminal. Errors: `not_found`, `invalid_transition` once money was seen. */
export async function cancelAtTill(ctx: TillContext, input: IntentId): Promise<TillPayment> {
  await cancelIntent({ ...ctx, terminalIds: [ctx.terminalId] }, input, null);
  return tillPayment(ctx, input);
}
