import { Amount } from "@/components/ui/amount";
import { displayPrice } from "@/lib/base/values/currencies";
import { formatCount } from "@/lib/base/values/intl";
import { displayAmount } from "@/lib/base/values/money";
import type { PageTotals } from "@/lib/payments/lists/list";
import { paymentsMessages } from "@/lib/service/messages/en/payments";

const words = paymentsMessages.totals;

/** What the filter finds on all pages: how many payments, and their sums where they are complete. */
export function PaymentTotals({ totals }: { totals: PageTotals }) {
  const { count, isMore, amountMicros, receivedMicros, prices } = totals;
  return (
    <p role="status" className="flex flex-wrap gap-x-5 gap-y-1 text-14 text-ink-2">
      <span className="figures">{words.found(formatCount(count), count, isMore)}</span>
      {isMore ? (
        <span>{words.tooMany}</span>
      ) : (
        <>
          {prices.length > 0 && (
            <span>
              <span>{`${words.priced} `}</span>
              <span translate="no" dir="ltr" className="money text-ink">
                {prices.map(displayPrice).join(", ")}
              </span>
            </span>
          )}
          <span>
            {words.due} <Amount value={displayAmount(amountMicros)} className="text-ink" />
          </span>
          <span>
            {words.received} <Amount value={displayAmount(receivedMicros)} className="text-ink" />
          </span>
        </>
      )}
    </p>
  );
}

/** `1–50 of 612`; on a page whose position isn't known, only how many it shows. */
export function formatShown({ count, isMore, first }: PageTotals, shown: number): string {
  const all = `${formatCount(count)}${isMore ? "+" : ""}`;
  if (first === null || shown === 0) return paymentsMessages.counted(shown);
  return paymentsMessages.range(formatCount(first), formatCount(first + shown - 1), all);
}
