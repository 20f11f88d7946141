import { Amount } from "@/components/ui/amount";
import { formatCount } from "@/lib/base/values/intl";
import { displayAmount } from "@/lib/base/values/money";
import type { AttentionTotals as Totals } from "@/lib/payments/attention/attention-list";
import { attentionMessages } from "@/lib/service/messages/en/attention";

const words = attentionMessages.totals;

/** What the filter finds on all pages: how many items, and a sum for each kind of amount among them. */
export function AttentionTotals({ totals }: { totals: Totals }) {
  const { count, isMore, remainingMicros, overpaidMicros, unappliedMicros } = totals;
  const sums = [
    { name: words.remaining, micros: remainingMicros },
    { name: words.overpaid, micros: overpaidMicros },
    { name: words.unapplied, micros: unappliedMicros },
  ].filter(({ micros }) => micros > 0n);
  return (
    <p role="status" className="flex flex-wrap gap-x-5 gap-y-1 text-14 text-ink-2">
      <span className="figures">
        {isMore ? words.many(formatCount(count - 1)) : words.found(formatCount(count), count)}
      </span>
      {isMore ? (
        <span>{words.tooMany}</span>
      ) : (
        sums.map(({ name, micros }) => (
          <span key={name}>
            <span>{`${name} `}</span>
            <Amount value={displayAmount(micros)} className="text-ink" />
          </span>
        ))
      )}
    </p>
  );
}
