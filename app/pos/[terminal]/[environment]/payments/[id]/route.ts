import { notFound } from "@/lib/base/values/errors";
import { IntentId } from "@/lib/payments/intents/schemas";
import { getPosPayment } from "@/lib/payments/pos/get-payment";
import { posRoute } from "@/lib/service/auth/pos-route";

/** The current state of one payment of the keypad. */
export const GET = posRoute((pos, params) => {
  const wanted = IntentId.safeParse(params);
  if (!wanted.success) throw notFound("intent");
  return getPosPayment(pos, wanted.data);
});
