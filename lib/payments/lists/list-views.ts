import { and, eq } from "drizzle-orm";
import { paymentViews } from "@/drizzle/schema";
import type { MemberContext } from "@/lib/base/context/context";

export type PaymentView = Pick<typeof paymentViews.$inferSelect, "name" | "query">;

/** The filters that the member has saved for the payments of this business, by name. */
export function listViews(ctx: MemberContext): Promise<PaymentView[]> {
  return ctx.db.orm
    .select({ name: paymentViews.name, query: paymentViews.query })
    .from(paymentViews)
    .where(and(eq(paymentViews.merchantId, ctx.merchantId), eq(paymentViews.userId, ctx.actor.userId)))
    .orderBy(paymentViews.name);
}
