import type { MemberContext } from "@/lib/base/context/context";
import type { ReadUrl } from "@/lib/payments/prices/fetch-rates";
import { listRates } from "@/lib/payments/prices/list-rates";
import { previewRate, type RatePreview } from "@/lib/payments/prices/preview-rate";
import type { RateFailure } from "@/lib/payments/prices/rate-response";
import { findDoubt, rateOf, readWanted, type SetRateInput } from "@/lib/payments/prices/set-rate";

/** What setting a rate means, for a member to check. */
export type RateReview = {
  /** what prices would be quoted at, as stored */
  rate: string;
  /** by hand, while the URL has none; null: there is no fallback */
  fallback: string | null;
  /** why the URL has no rate now, so that `rate` is the fallback; null: it has, or there is no URL */
  failure: RateFailure | null;
  /** in force, else the last one; null: this is the first one */
  before: { rate: string; spreadBps: number } | null;
  /** why the member must confirm it; null: they needn't */
  doubt: ReturnType<typeof findDoubt>;
  preview: RatePreview;
};

/**
 * What the same input would change if `setRate` got it; changes nothing. Errors: as of `setRate`, without `confirmed`.
 */
export async function reviewRate(ctx: MemberContext, input: SetRateInput, read?: ReadUrl): Promise<RateReview> {
  const { currency, spreadBps } = input;
  const wanted = await readWanted(ctx, input, read);
  const rate = rateOf(wanted);
  const [preview, rates] = await Promise.all([
    previewRate(ctx, { currency, rate, way: "usdt_per_unit", spreadBps }),
    listRates(ctx),
  ]);
  const set = rates.find((one) => one.currency === currency);
  const last = set?.inForce?.rate ?? set?.url?.fetched?.rate ?? set?.manual?.rate ?? null;
  const { fetched, manual } = wanted;
  return {
    rate,
    fallback: (fetched && manual?.rate) ?? null,
    failure: fetched && "failure" in fetched ? fetched.failure : null,
    before: set && last !== null ? { rate: last, spreadBps: set.spreadBps } : null,
    doubt: findDoubt(wanted, last),
    preview,
  };
}
