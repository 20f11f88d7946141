import { Amount } from "@/components/ui/amount";
import { formatCount } from "@/lib/base/values/intl";
import { displayAmount } from "@/lib/base/values/money";
import type { RefundTotals as Totals } from "@/lib/payments/refunds/count";
import { refundsMessages } from "@/lib/service/messages/en/refunds";

const words = refundsMessages.totals;

/** How many refunds the filter finds on all pages, and their sum where it is complete. */
export function RefundTotals({ totals: { count, isMore, amountMicros } }: { totals: Totals }) {
  return (
    <p role="status" className="flex flex-wrap gap-x-5 gap-y-1 text-14 text-ink-2">
      <span className="figures">
        {isMore ? words.many(formatCount(count)) : words.found(count, formatCount(count))}
      </span>
      {isMore ? (
        <span>{words.tooMany}</span>
      ) : (
        <span>
          {words.sum} <Amount value={displayAmount(amountMicros)} className="text-ink" />
        </span>
      )}
    </p>
  );
}
