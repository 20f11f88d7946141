import { Button } from "@/components/ui/button";
import { StatusBadge } from "@/components/ui/status-badge";
import { attentionMessages } from "@/lib/service/messages/en/attention";

const words = attentionMessages.customerAddress;

type Props = {
  /** base58 */
  address: string;
  /** it is in the field already */
  isUsed: boolean;
  onUse: () => void;
};

/** The address that the customer left, as a proposal: anyone with the payment's link can have left it. */
export function CustomerProposal({ address, isUsed, onUse }: Props) {
  return (
    <div className="flex min-w-0 flex-col items-start gap-1 text-14">
      <p className="flex flex-wrap items-center gap-x-3">
        <span className="text-ink-2">{words.left}</span>
        <StatusBadge status="attention" words={words.unconfirmed} />
      </p>
      <p translate="no" className="figures max-w-full wrap-anywhere">
        {address}
      </p>
      <p className="text-ink-2">{words.confirm}</p>
      {!isUsed && (
        <Button look="link" size="small" onClick={onUse}>
          {words.use}
        </Button>
      )}
    </div>
  );
}
