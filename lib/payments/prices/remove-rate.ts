import { z } from "zod";
import type { MemberContext } from "@/lib/base/context/context";
import { notFound } from "@/lib/base/values/errors";
import { auditRate, lockRate } from "@/lib/payments/prices/change-rate";
import { recordNone } from "@/lib/payments/prices/rate-history";

export const RemoveRateInput = z.object({ currency: z.string() });
export type RemoveRateInput = z.infer<typeof RemoveRateInput>;

/** Prices in the currency are refused from now on. Payments that were quoted keep their quote. Error: `not_found`. */
export async function removeRate(ctx: MemberContext, { currency }: RemoveRateInput): Promise<void> {
  await ctx.db.sql.begin(async (tx) => {
    const before = await lockRate(tx, ctx, currency);
    if (!before) throw notFound("currency");
    await tx`delete from exchange_rates where merchant_id = ${ctx.merchantId} and currency = ${currency}`;
    await recordNone(tx, { merchantId: ctx.merchantId, currency }, before.source);
    const { source, rate, spreadBps } = before;
    await auditRate(tx, ctx, {
      action: "exchange_rate.removed",
      currency,
      before: { source, rate, spreadBps },
      after: undefined,
    });
  });
}
