import { ShortAddress } from "@/components/settlement/chain-text";
import { Amount } from "@/components/ui/amount";
import { StatusBadge } from "@/components/ui/status-badge";
import { tronFromHex } from "@/lib/base/tron/address";
import { readTransfer } from "@/lib/base/tron/transfer-transaction";
import { displayAmount } from "@/lib/base/values/money";
import { signingMessages } from "@/lib/service/messages/en/signing";
import type { SignedTransfer } from "@/lib/settlement/funds/transfer-file";

const words = signingMessages.file;

/** `fault`: null once a node took it. `isUnclear`: it may arrive nevertheless. */
export type Outcome = { signed: SignedTransfer; txHash: string; fault: string | null; isUnclear: boolean };

type Props = {
  /** how many the file has */
  all: number;
  outcomes: readonly Outcome[];
  busy: boolean;
};

/** How far the sending of a signed file is, and what became of each transaction. */
export function SendResults({ all, outcomes, busy }: Props) {
  const sent = outcomes.filter(({ fault }) => fault === null).length;
  return (
    <div className="flex min-w-0 flex-col gap-3 text-14">
      <p role="status">{busy ? words.sending(outcomes.length + 1, all) : words.done(sent, all)}</p>
      {!busy && sent > 0 && <p className="text-ink-2">{words.detail}</p>}
      {!busy && outcomes.length < all && <p>{words.stopped}</p>}
      <ul aria-label={words.title} className="flex max-h-80 flex-col divide-y overflow-y-auto border-y">
        {failuresFirst(outcomes).map(({ signed, txHash, fault, isUnclear }) => {
          const transfer = readTransfer(signed.rawDataHex);
          return (
            <li key={txHash} className="flex flex-col gap-1 py-3">
              <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
                {transfer && (
                  <ShortAddress address={tronFromHex(transfer.from)} name={signingMessages.table.copyFrom} />
                )}
                <span className="flex items-center gap-4">
                  {transfer && <Amount value={displayAmount(transfer.amountMicros)} />}
                  <StatusBadge {...badgeOf(fault, isUnclear)} />
                </span>
              </div>
              {fault !== null && <p className="text-pretty text-ink-2">{fault}</p>}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** What needs a person isn't at the end of a list that scrolls. */
function failuresFirst(outcomes: readonly Outcome[]): Outcome[] {
  return outcomes.toSorted((a, b) => Number(a.fault === null) - Number(b.fault === null));
}

function badgeOf(fault: string | null, isUnclear: boolean) {
  if (fault === null) return { status: "waiting", words: words.sent } as const;
  return { status: "failed", words: isUnclear ? words.unclear : words.failed } as const;
}
