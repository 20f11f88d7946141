import { type DashboardParams, pathTo } from "@/components/shell/paths";
import { Amount } from "@/components/ui/amount";
import { TextLink } from "@/components/ui/text-link";
import { WarningMark } from "@/components/ui/warning-mark";
import { displayAmount } from "@/lib/base/values/money";
import type { PaymentItem } from "@/lib/payments/timeline/payment-items";
import { attentionKinds, attentionMessages, attentionResolutions } from "@/lib/service/messages/en/attention";
import { paymentMessages } from "@/lib/service/messages/en/payment";

type Props = { items: PaymentItem[]; dashboard: DashboardParams; canLook: boolean };

/** What needs or needed a decision about a payment. */
export function PaymentItems({ items, dashboard, canLook }: Props) {
  return (
    <ul aria-label={attentionMessages.title} className="flex min-w-0 flex-col gap-2 text-14">
      {items.map(({ id, kind, amountMicros, resolution }) => (
        <li key={id} className="flex gap-3 rounded-till bg-amber-wash px-4 py-3">
          <WarningMark className="mt-0.5 size-4 text-amber-ink" />
          <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-4">
            {canLook ? (
              <TextLink href={pathTo(dashboard, "settlement", "attention", id)}>{attentionKinds[kind].short}</TextLink>
            ) : (
              <span>{attentionKinds[kind].short}</span>
            )}
            <Amount value={displayAmount(amountMicros)} />
            <span className="basis-full text-ink-2">
              {resolution ? attentionResolutions[resolution] : paymentMessages.chain.decide}
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}
