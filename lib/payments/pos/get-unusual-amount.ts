import { and, desc, eq } from "drizzle-orm";
import { paymentIntents } from "@/drizzle/schema";
import type { PosContext } from "@/lib/payments/pos/context";
import { RECENT_PAYMENTS, unusualAbove } from "@/lib/payments/pos/unusual-amount";

/** The amount in micro-USDT above which a charge at this terminal, in this environment, needs a second look. */
export async function getUnusualAmount(ctx: PosContext): Promise<bigint> {
  const recent = await ctx.db.orm
    .select({ amountMicros: paymentIntents.amountMicros })
    .from(paymentIntents)
    .where(
      and(
        eq(paymentIntents.merchantId, ctx.merchantId),
        eq(paymentIntents.terminalId, ctx.terminalId),
        eq(paymentIntents.environment, ctx.environment),
        eq(paymentIntents.status, "paid"),
      ),
    )
    .orderBy(desc(paymentIntents.createdAt), desc(paymentIntents.id))
    .limit(RECENT_PAYMENTS);
  return unusualAbove(
    recent.map((payment) => payment.amountMicros),
    ctx.chargeLimitMicros,
  );
}
