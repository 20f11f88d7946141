import type { KeyContext } from "@/lib/base/context/context";
import { notFound } from "@/lib/base/values/errors";
import type { IntentId } from "@/lib/payments/intents/schemas";
import { type DetailedIntent, selectIntents } from "@/lib/payments/lists/select-intents";

/** One intent that the key reaches. Error: `not_found`, also for another business's, terminal's or environment's. */
export async function getIntent(ctx: KeyContext, { id }: IntentId): Promise<DetailedIntent> {
  const [intent] = await selectIntents(ctx, [id]);
  if (!intent) throw notFound("intent");
  return intent;
}
