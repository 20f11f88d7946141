import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { paymentListChoices } from "@/drizzle/schema";
import type { MemberContext } from "@/lib/base/context/context";
import { CHOSEN_COLUMNS } from "@/lib/payments/lists/chosen-columns";

/** `compact`: narrower rows beside a mouse */
export const ListChoice = z.object({
  columns: z.array(z.enum(CHOSEN_COLUMNS)).transform((chosen) => CHOSEN_COLUMNS.filter((one) => chosen.includes(one))),
  compact: z.boolean(),
});
export type ListChoice = z.output<typeof ListChoice>;

const DEFAULT: ListChoice = { columns: ["terminal", "id", "when"], compact: false };

/** How the member has set up their list of payments in this business. */
export async function getListChoice(ctx: MemberContext): Promise<ListChoice> {
  const [kept] = await ctx.db.orm
    .select({ columns: paymentListChoices.columns, compact: paymentListChoices.isCompact })
    .from(paymentListChoices)
    .where(and(eq(paymentListChoices.merchantId, ctx.merchantId), eq(paymentListChoices.userId, ctx.actor.userId)));
  return kept ? ListChoice.parse(kept) : DEFAULT;
}
