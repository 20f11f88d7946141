import { Amount } from "@/components/ui/amount";
import { displayAmount } from "@/lib/base/values/money";
import type { RefundSums as Sums } from "@/lib/payments/refunds/payment-refunds";
import { attentionMessages } from "@/lib/service/messages/en/attention";

const words = attentionMessages.refundSums;

/** What a payment received, what of it was refunded, and what is left. */
export function RefundSums({ sums: { receivedMicros, refundedMicros, underWayMicros, leftMicros } }: { sums: Sums }) {
  const figures = [
    { name: words.received, micros: receivedMicros },
    { name: words.refunded, micros: refundedMicros },
    ...(underWayMicros > 0n ? [{ name: words.underWay, micros: underWayMicros }] : []),
    { name: words.left, micros: leftMicros },
  ];
  return (
    <dl className="grid grid-cols-2 gap-x-10 gap-y-3 sm:flex sm:flex-wrap">
      {figures.map(({ name, micros }) => (
        <div key={name} className="flex flex-col">
          <dt className="text-14 text-ink-2">{name}</dt>
          <dd className="text-16 font-medium">
            <Amount value={displayAmount(micros)} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
