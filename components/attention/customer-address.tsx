import type { ReactElement } from "react";
import { CopyableAddress } from "@/components/settlement/chain-text";
import { Note } from "@/components/ui/note";
import { Time } from "@/components/ui/time";
import type { RefundAddress } from "@/lib/payments/refunds/refund-address";
import { attentionMessages } from "@/lib/service/messages/en/attention";

const words = attentionMessages.customerAddress;

type Props = {
  left: RefundAddress;
  zone: string;
  now: string;
  /** the button that clears it, for those who may */
  clear: ReactElement | false;
};

/** The refund address that a customer left, with what to do before using it. */
export function CustomerAddress({ left: { address, at }, zone, now, clear }: Props) {
  return (
    <Note tone="amber">
      <p>
        {words.left}, <Time iso={at.toISOString()} zone={zone} now={now} />
      </p>
      <CopyableAddress address={address} name={words.address} />
      <p className="text-ink-2">{words.confirm}</p>
      {clear && <div className="mt-3">{clear}</div>}
    </Note>
  );
}
