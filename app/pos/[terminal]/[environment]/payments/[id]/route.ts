import { posRoute } from "@/lib/auth/pos-route";
import { notFound } from "@/lib/errors";
import { IntentId } from "@/lib/intents/schemas";
import { getPosPayment } from "@/lib/pos/get-payment";

/** The current state of one payment of the keypad. */
export const GET = posRoute((pos, params) => {
  const wanted = IntentId.safeParse(params);
  if (!wanted.success) throw notFound("intent");
  return getPosPayment(pos, wanted.data);
});
