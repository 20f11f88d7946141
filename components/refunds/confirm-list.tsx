import { WholeAddress } from "@/components/settlement/chain-text";
import { Amount } from "@/components/ui/amount";
import { ScrollRegion } from "@/components/ui/scroll-region";
import { displayAmount } from "@/lib/base/values/money";
import { refundsMessages } from "@/lib/service/messages/en/refunds";
import type { ChoosableRefund } from "./chosen-refunds";
import { RefundMarks } from "./refund-marks";

const { confirm, table } = refundsMessages;

/** Every refund that is about to be confirmed, with its whole address and what to check. */
export function ConfirmList({ refunds }: { refunds: readonly ChoosableRefund[] }) {
  return (
    <ScrollRegion
      label={confirm.list}
      className="max-h-[min(22rem,40dvh)] overflow-y-auto overscroll-contain rounded-till border"
    >
      <ul className="divide-y">
        {refunds.map((refund) => (
          <li key={refund.id} className="flex flex-col gap-1 px-3 py-2.5 text-14">
            <p className="flex items-baseline justify-between gap-4">
              <span translate="no" title={refund.name} className="line-clamp-2 min-w-0 font-medium wrap-anywhere">
                {refund.name}
              </span>
              <Amount value={displayAmount(refund.amountMicros)} className="shrink-0" />
            </p>
            <p>{refund.to && <WholeAddress address={refund.to} />}</p>
            {refund.keyName !== null && (
              <p translate="no" className="font-medium wrap-anywhere">{`${table.key}: ${refund.keyName}`}</p>
            )}
            {refund.reason && <p className="line-clamp-3 wrap-anywhere text-ink-2">{refund.reason}</p>}
            <p className="flex flex-wrap gap-1.5 empty:hidden">
              <RefundMarks {...refund} />
            </p>
          </li>
        ))}
      </ul>
    </ScrollRegion>
  );
}
