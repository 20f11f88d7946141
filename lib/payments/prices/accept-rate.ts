import { z } from "zod";
import type { MemberContext } from "@/lib/base/context/context";
import { DomainError, notFound } from "@/lib/base/values/errors";
import { auditRate, lockRate } from "@/lib/payments/prices/change-rate";
import { displayRate, isNear } from "@/lib/payments/prices/rate";
import { recordInForce } from "@/lib/payments/prices/rate-history";

export const AcceptRateInput = z.object({
  currency: z.string(),
  /** the held rate as the member saw it */
  rate: z.string(),
});
export type AcceptRateInput = z.infer<typeof AcceptRateInput>;

/**
 * Uses the rate that a URL has answered although it lies outside the band; later ones are compared with it. If it has
 * been read again meanwhile, it may differ from what the member saw by the band. Errors: `not_found`, `conflict` when
 * no rate is held any more, another one is, or it has become too old.
 */
export async function acceptRate(ctx: MemberContext, { currency, rate }: AcceptRateInput): Promise<void> {
  const { merchantId } = ctx;
  await ctx.db.sql.begin(async (tx) => {
    const before = await lockRate(tx, ctx, currency);
    if (!before) throw notFound("currency");
    const { heldRate, bandBps } = before;
    if (heldRate === null) throw new DomainError("conflict", "No rate waits to be accepted any more.");
    if (!isNear(heldRate, rate, bandBps ?? 0)) {
      const now = `The URL now answers 1 ${currency} = ${displayRate(heldRate)} USDT.`;
      throw new DomainError("conflict", `${now} Check this rate and accept it.`);
    }
    const accepted = await tx`
      update exchange_rates
         set fetched_rate = held_rate, fetched_at = held_at, held_rate = null, held_at = null,
             updated_by = ${ctx.actor.userId}, updated_at = clock_timestamp(), next_fetch_at = clock_timestamp()
       where merchant_id = ${merchantId} and currency = ${currency}
         and held_at > clock_timestamp() - make_interval(secs => url_max_age_seconds)`;
    if (accepted.count === 0) {
      throw new DomainError("conflict", "This rate is too old by now. Wait until the URL answers a new one.");
    }
    await recordInForce(tx, { merchantId, currency });
    await auditRate(tx, ctx, {
      action: "exchange_rate.accepted",
      currency,
      before: { rate: before.rate },
      after: { rate: heldRate },
    });
  });
}
