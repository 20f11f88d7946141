import { ShortAddress } from "@/components/settlement/chain-text";
import { Amount } from "@/components/ui/amount";
import { StatusBadge } from "@/components/ui/status-badge";
import { tronFromHex } from "@/lib/base/tron/address";
import { readTransfer, transactionIdOf } from "@/lib/base/tron/transfer-transaction";
import { displayAmount } from "@/lib/base/values/money";
import { signingMessages } from "@/lib/service/messages/en/signing";
import type { SignedTransfer } from "@/lib/settlement/funds/transfer-file";

const { file: words, table } = signingMessages;

/**
 * What became of a transfer. `fault`: null once a node took it. `isUnclear`: it may arrive nevertheless. `isRepeated`:
 * it was sent before.
 */
export type Outcome = {
  id: string;
  /** addresses in base58, and the amount as it is shown; null: not known */
  from: string | null;
  to: string | null;
  amount: string | null;
  fault: string | null;
  isUnclear: boolean;
  isRepeated: boolean;
};

/** What became of a signed transaction that was sent. */
export function outcomeOf(
  { rawDataHex }: SignedTransfer,
  result: { fault: string | null; isUnclear: boolean; isRepeated: boolean },
): Outcome {
  const transfer = readTransfer(rawDataHex);
  return {
    id: transactionIdOf(rawDataHex),
    from: transfer && tronFromHex(transfer.from),
    to: transfer && tronFromHex(transfer.to),
    amount: transfer && displayAmount(transfer.amountMicros),
    ...result,
  };
}

type Props = {
  /** how many there are */
  all: number;
  outcomes: readonly Outcome[];
  busy: boolean;
  /** what is happening now, and what is said when some are left; by default as for a signed file */
  progress?: string;
  stopped?: string;
};

/** How far the sending of several transactions is, and what became of each. */
export function SendResults({ all, outcomes, busy, progress, stopped = words.stopped }: Props) {
  const sent = outcomes.filter(({ fault }) => fault === null).length;
  const repeated = outcomes.filter(({ isRepeated }) => isRepeated).length;
  return (
    <div className="flex min-w-0 flex-col gap-3 text-14">
      <p role="status">{busy ? (progress ?? words.sending(outcomes.length + 1, all)) : words.done(sent, all)}</p>
      {!busy && repeated > 0 && <p>{words.before(repeated)}</p>}
      {!busy && sent > repeated && <p className="text-ink-2">{words.detail}</p>}
      {!busy && outcomes.length < all && <p>{stopped}</p>}
      <ul aria-label={words.title} className="flex max-h-80 flex-col divide-y overflow-y-auto border-y">
        {failuresFirst(outcomes).map(({ id, from, to, amount, ...result }) => (
          <li key={id} className="flex flex-col gap-1 py-3">
            <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
              {from && to && (
                <span className="flex flex-wrap items-center gap-x-2">
                  <ShortAddress address={from} name={table.copyFrom} />
                  <span className="flex items-center gap-x-2">
                    <span className="text-ink-2">{table.to}</span>
                    <ShortAddress address={to} name={table.copyTo} />
                  </span>
                </span>
              )}
              <span className="flex items-center gap-4">
                {amount && <Amount value={amount} />}
                <StatusBadge {...badgeOf(result)} />
              </span>
            </div>
            {result.fault !== null && <p className="text-pretty text-ink-2">{result.fault}</p>}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** What needs a person isn't at the end of a list that scrolls. */
function failuresFirst(outcomes: readonly Outcome[]): Outcome[] {
  return outcomes.toSorted((a, b) => Number(a.fault === null) - Number(b.fault === null));
}

function badgeOf({ fault, isUnclear, isRepeated }: Pick<Outcome, "fault" | "isUnclear" | "isRepeated">) {
  if (fault === null) return { status: "waiting", words: isRepeated ? words.repeated : words.sent } as const;
  return { status: "failed", words: isUnclear ? words.unclear : words.failed } as const;
}
