import { paymentListChoices } from "@/drizzle/schema";
import type { MemberContext } from "@/lib/context";
import type { ListChoice } from "@/lib/intents/list-choice";

/** Keeps how the member wants to see their list of payments in this business. */
export async function saveListChoice(ctx: MemberContext, { columns, compact }: ListChoice): Promise<void> {
  const chosen = { columns, isCompact: compact };
  await ctx.db.orm
    .insert(paymentListChoices)
    .values({ merchantId: ctx.merchantId, userId: ctx.actor.userId, ...chosen })
    .onConflictDoUpdate({ target: [paymentListChoices.merchantId, paymentListChoices.userId], set: chosen });
}
