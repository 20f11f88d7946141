import { Note } from "@/components/ui/note";
import { displayAmount } from "@/lib/base/values/money";
import { signingMessages } from "@/lib/service/messages/en/signing";
import type { LeftOut } from "@/lib/settlement/funds/refunds-to-sign";

const words = signingMessages.refunds;

/** The chosen refunds that can't be signed now, by reason. Nothing if there are none. */
export function RefundsLeftOut({ leftOut }: { leftOut: readonly LeftOut[] }) {
  if (leftOut.length === 0) return null;
  const byReason = new Map<string, LeftOut[]>();
  for (const one of leftOut) byReason.set(one.reason, [...(byReason.get(one.reason) ?? []), one]);
  return (
    <Note tone="amber">
      <strong className="font-semibold">{words.leftOut(leftOut.length)}</strong>
      <ul aria-label={words.leftOutList} className="mt-2 flex max-h-60 flex-col gap-3 overflow-y-auto">
        {[...byReason].map(([reason, refunds]) => (
          <li key={reason} className="flex flex-col gap-1">
            <p className="text-pretty wrap-anywhere">{reason}</p>
            <ul className="flex flex-col text-ink-2">
              {refunds.map((refund) => (
                <li key={refund.refundId} className="figures wrap-anywhere">
                  {nameOf(refund)}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </Note>
  );
}

function nameOf({ amountMicros, to }: LeftOut): string {
  if (amountMicros === null) return words.unknown;
  const amount = displayAmount(amountMicros);
  return to ? words.to(amount, to) : words.noAddress(amount);
}
