"use client";

import { Suspense, use } from "react";
import { ShortAddress } from "@/components/settlement/chain-text";
import { Amount } from "@/components/ui/amount";
import { Button } from "@/components/ui/button";
import type { Elements } from "@/components/ui/elements";
import { WarningMark } from "@/components/ui/warning-mark";
import { formatCount } from "@/lib/base/values/intl";
import { displayAmount } from "@/lib/base/values/money";
import { refundsMessages } from "@/lib/service/messages/en/refunds";
import { type ChoosableRefund, payingAddresses, sumMicros } from "./chosen-refunds";
import { useRefundChoice } from "./refund-choice";

const words = refundsMessages.choice;
const SHOWN_SHORT = 3;

/** The refund wallet, in base58; `balanceMicros`: null where no node said it in time. */
export type RefundWalletFunds = { address: string; balanceMicros: Promise<bigint | null> };

type Props = {
  /** null: none is set */
  wallet: RefundWalletFunds | null;
  /** the actions; they stay mounted while nothing is chosen, so that their dialogs can stay open */
  children: (chosen: readonly ChoosableRefund[], clear: () => void) => Elements;
};

/** What is chosen, whether the paying addresses hold enough for it, and what can be done with it. */
export function ChosenBar({ wallet, children }: Props) {
  const { rows, chosen, choose } = useRefundChoice();
  const clear = () =>
    choose(
      rows.map(({ id }) => id),
      false,
    );
  return (
    <>
      <p role="status" className="sr-only">
        {chosen.length > 0 && words.chosen(chosen.length, formatCount(chosen.length))}
      </p>
      <section
        hidden={chosen.length === 0}
        aria-label={words.region}
        className="sticky bottom-[calc(4.25rem+env(safe-area-inset-bottom))] z-20 flex flex-col gap-3 rounded-till border border-ink/25 bg-card p-4 shadow-float lg:bottom-4"
      >
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
            <span className="figures text-14 text-ink-2">
              {words.chosen(chosen.length, formatCount(chosen.length))}
            </span>
            <Amount value={displayAmount(sumMicros(chosen))} className="text-20 font-medium" />
          </p>
          <div className="flex flex-wrap gap-2">
            <Button look="ghost" size="small" onClick={clear}>
              {words.clear}
            </Button>
            {children(chosen, clear)}
          </div>
        </div>
        <Suspense>
          <Funds chosen={chosen} wallet={wallet} />
        </Suspense>
      </section>
    </>
  );
}

/** The sum of each paying address beside what it is known to hold. In the sandbox no address pays. */
function Funds({ chosen, wallet }: { chosen: readonly ChoosableRefund[]; wallet: RefundWalletFunds | null }) {
  const paying = payingAddresses(chosen, wallet && { ...wallet, balanceMicros: use(wallet.balanceMicros) });
  if (paying.length === 0) return null;
  const short = paying.filter(
    ({ needsMicros, balanceMicros }) => balanceMicros !== null && balanceMicros < needsMicros,
  );
  const unknown = paying.filter(({ balanceMicros }) => balanceMicros === null).length;
  const more = short.length - SHOWN_SHORT;
  return (
    <ul className="flex flex-col gap-1 text-14 text-ink-2">
      {short.slice(0, SHOWN_SHORT).map(({ address, needsMicros, balanceMicros }) => (
        <li key={address} className="flex gap-2 text-brick">
          <span className="mt-0.5">
            <WarningMark />
          </span>
          <span className="min-w-0">
            <ShortAddress address={address} name={refundsMessages.table.copyPaying} />
            <span>{` ${words.short.holds(displayAmount(balanceMicros ?? 0n), displayAmount(needsMicros))}`}</span>
          </span>
        </li>
      ))}
      {more > 0 && <li className="ms-6 text-brick">{words.short.more(more, formatCount(more))}</li>}
      {unknown > 0 && <li>{words.unknown(unknown, formatCount(unknown))}</li>}
      {short.length === 0 && unknown === 0 && <li>{words.enough(paying.length, formatCount(paying.length))}</li>}
    </ul>
  );
}
