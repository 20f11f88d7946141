import { Amount } from "@/components/ui/amount";
import type { AttentionTotals as Totals } from "@/lib/attention/attention-list";
import { formatCount } from "@/lib/intl";
import { attentionMessages } from "@/lib/messages/en/attention";
import { displayAmount } from "@/lib/money";

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
