import { tillRoute } from "@/lib/auth/till-route";
import { notFound } from "@/lib/errors";
import { IntentId } from "@/lib/intents/schemas";
import { tillPayment } from "@/lib/pos/payment";

/** One payment of the keypad as it stands now. */
export const GET = tillRoute((till, params) => {
  const wanted = IntentId.safeParse(params);
  if (!wanted.success) throw notFound("intent");
  return tillPayment(till, wanted.data);
});
