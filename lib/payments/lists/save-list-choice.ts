import { paymentListChoices } from "@/drizzle/schema";
import type { MemberContext } from "@/lib/base/context/context";
import { orm } from "@/lib/base/db/client";
import type { ListChoice } from "@/lib/payments/lists/list-choice";
import { lockOwnMembership } from "@/lib/people/members/lock-own";

/** Keeps how the member wants to see their list of payments in this business. Error: `not_found` after a removal. */
export async function saveListChoice(ctx: MemberContext, { columns, compact }: ListChoice): Promise<void> {
  const chosen = { columns, isCompact: compact };
  await ctx.db.sql.begin(async (tx) => {
    await lockOwnMembership(tx, ctx);
    await orm(tx)
      .insert(paymentListChoices)
      .values({ merchantId: ctx.merchantId, userId: ctx.actor.userId, ...chosen })
      .onConflictDoUpdate({ target: [paymentListChoices.merchantId, paymentListChoices.userId], set: chosen });
  });
}
