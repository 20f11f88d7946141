import { z } from "zod";
import { PeriodText } from "@/lib/base/time/period-text";
import { decimalsOf } from "@/lib/base/values/currencies";
import { isStorable } from "@/lib/base/values/storable-text";
import { INTENT_STATUSES } from "@/lib/payments/intents/state";
import { PAYMENT_FLAGS } from "@/lib/payments/lists/flags";

const list = <T extends z.ZodType<string>>(one: T) =>
  z
    .union([z.string(), z.array(z.string())])
    .optional()
    .transform((given): z.output<T>[] => [
      ...new Set([given ?? []].flat().flatMap((text) => one.safeParse(text).data ?? [])),
    ]);
const first = <T extends z.ZodType>(one: T) =>
  z
    .union([z.string(), z.array(z.string())])
    .optional()
    .transform((given): z.output<T> | null => {
      const [text] = [given ?? []].flat();
      return text === undefined || text === "" ? null : (one.safeParse(text).data ?? null);
    });

/**
 * The filter in a URL. Days and local times are in the merchant's zone; a last day is included, a last moment is not.
 * Invalid values are dropped, since the page shows the filter it applies.
 */
export const PaymentFilter = z.object({
  q: first(z.string().trim().min(1).max(200).refine(isStorable)),
  status: list(z.enum(INTENT_STATUSES)),
  terminal: list(z.guid()),
  flag: list(z.enum(PAYMENT_FLAGS)),
  /** what it was priced in: codes of ISO 4217, and `USDT` for payments without a price */
  currency: list(z.string().refine((code) => code === "USDT" || decimalsOf(code) !== null)),
  /** when it was created */
  from: first(PeriodText),
  to: first(PeriodText),
  /** when it was paid: keeps only paid payments, ordered by payment time */
  paid_from: first(PeriodText),
  paid_to: first(PeriodText),
});
export type PaymentFilter = z.output<typeof PaymentFilter>;

export const NO_FILTER: PaymentFilter = PaymentFilter.parse({});

/** The URL parameters of the filter. */
export const FILTER_NAMES = Object.keys(PaymentFilter.shape);

/** The filter in a URL's query, in one order and without anything else: what two links to the same list share. */
export function filterQuery(query: string): string {
  const given = new URLSearchParams(query);
  const kept = new URLSearchParams();
  for (const name of FILTER_NAMES) {
    for (const value of given.getAll(name).toSorted()) if (value.trim() !== "") kept.append(name, value.trim());
  }
  return kept.toString();
}
