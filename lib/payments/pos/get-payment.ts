import { notFound } from "@/lib/base/values/errors";
import type { IntentId } from "@/lib/payments/intents/schemas";
import type { PosContext } from "@/lib/payments/pos/context";
import { type PosPayment, presentPosPayment } from "@/lib/payments/pos/present";
import { selectPayment } from "@/lib/payments/pos/select";

/** The current state of one payment of the terminal. Error: `not_found`, also for another terminal's payment. */
export async function getPosPayment(ctx: PosContext, { id }: IntentId): Promise<PosPayment> {
  const [row] = await selectPayment(ctx, id);
  if (!row) throw notFound("intent");
  return presentPosPayment(row, ctx.settings);
}
