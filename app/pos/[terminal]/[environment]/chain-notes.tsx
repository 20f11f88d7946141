import { confirmationLabel } from "@/lib/payments/page/progress";
import { localizeAmount } from "@/lib/payments/pos/entry";
import { posMessages } from "@/lib/service/messages/en/pos";
import type { FaceProps } from "./face-props";

const { waiting } = posMessages;

/** While no node answers, a payment that was sent isn't shown. */
export function Delayed({ payment: { delayed } }: Pick<FaceProps, "payment">) {
  return delayed && <p className="rounded-till bg-amber-wash px-4 py-2 text-center text-16">{waiting.delayed}</p>;
}

/** What was detected in blocks that are not final yet. */
export function Confirming({ payment: { confirming }, place }: Pick<FaceProps, "payment" | "place">) {
  if (confirming === null) return null;
  return (
    <p className="rounded-till bg-amber-wash px-4 py-2 text-center text-16">
      <span translate="no" className="money font-semibold">
        {localizeAmount(confirming.amount, place.sign)}
      </span>{" "}
      {waiting.confirmingAfter} <span className="figures">{confirmationLabel(confirming.confirmations)}</span>.
    </p>
  );
}
