import { notFound } from "@/lib/errors";
import type { IntentId } from "@/lib/intents/schemas";
import { presentTillPayment, type TillPayment } from "@/lib/pos/present";
import { selectPayment } from "@/lib/pos/select";
import type { TillContext } from "@/lib/pos/till";

/** One payment of the keypad's terminal as it stands now. Error: `not_found`, also for another terminal's. */
export async function tillPayment(ctx: TillContext, { id }: IntentId): Promise<TillPayment> {
  const [row] = await selectPayment(ctx, id);
  if (!row) throw notFound("intent");
  return presentTillPayment(row);
}
