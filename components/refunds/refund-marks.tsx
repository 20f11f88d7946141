import { Badge } from "@/components/ui/badge";
import { refundsMessages } from "@/lib/service/messages/en/refunds";

const words = refundsMessages.marks;

/** What a person must check about a refund's address. */
export function RefundMarks({ isFromCustomer, isNewAddress }: { isFromCustomer: boolean; isNewAddress: boolean }) {
  return (
    <>
      {isFromCustomer && (
        <span data-tip={words.unconfirmedTip}>
          <Badge tone="amber">{words.unconfirmed}</Badge>
        </span>
      )}
      {isNewAddress && (
        <span data-tip={words.newAddressTip}>
          <Badge tone="amber">{words.newAddress}</Badge>
        </span>
      )}
    </>
  );
}
