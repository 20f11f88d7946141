import type { Ref } from "react";
import type { Elements } from "@/components/ui/elements";
import { Ledger, LedgerLine } from "@/components/ui/ledger";
import { Roll } from "@/components/ui/paper";
import { posMessages } from "@/lib/service/messages/en/pos";
import { PosAmount } from "./pos-amount";

const { entry } = posMessages;

type Props = {
  /** as typed, with the reader's decimal sign */
  typed: string;
  unit: string;
  empty: boolean;
  tip: { percent: number; amount: string } | null;
  reference: string;
  /** where there is a choice of units: the choice, and about what the amount is in the other one */
  choice?: { units: Elements; other: string | null; hasTip: boolean } | undefined;
  ref?: Ref<HTMLOutputElement>;
};

/** With a line more, on small phones. */
const CLOSER =
  "[@media(max-height:44rem)]:min-h-0 [@media(max-height:44rem)]:gap-1 [@media(max-height:44rem)]:pt-2 [@media(max-height:44rem)]:pb-1";

/** The typed amount, as large as fits and read out on every change, with tip and reference. */
export function EntryAmount({ typed, unit, empty, tip, reference, choice, ref }: Props) {
  return (
    <Roll>
      <div
        className={`flex min-h-40 flex-col justify-center gap-4 px-3 pt-5 sm:px-5 pb-4 sm:min-h-56 lg:min-h-72 [@media(max-height:36rem)]:min-h-0 [@media(max-height:36rem)]:gap-1 [@media(max-height:36rem)]:pt-2 [@media(max-height:36rem)]:pb-1 ${choice ? CLOSER : ""}`}
      >
        <output
          ref={ref}
          tabIndex={-1}
          aria-label={entry.amount}
          aria-live="polite"
          aria-atomic="true"
          className={`@container flex h-18 items-center [@media(max-height:36rem)]:h-16 justify-center outline-none ${empty ? "text-ink-2" : ""}`}
        >
          <PosAmount value={typed} unit={unit} isChoice={choice !== undefined} />
        </output>
        {choice && (
          <div className="flex min-h-11 items-center justify-between gap-3">
            <p className="min-w-0 text-14 text-ink-2">
              {choice.other !== null && (
                <span>
                  {entry.aboutBefore}{" "}
                  <span translate="no" className="money wrap-anywhere">
                    {choice.other}
                  </span>
                  {choice.hasTip && <span>{` ${entry.withTip}`}</span>}
                </span>
              )}
            </p>
            {choice.units}
          </div>
        )}
        {(tip !== null || reference !== "") && (
          <div
            className={`[@media(max-height:36rem)]:in-[main:has([data-row])]:hidden ${choice ? "[@media(max-height:44rem)]:in-[main:has([data-row])]:hidden" : ""}`}
          >
            <Ledger>
              {tip !== null && <LedgerLine name={entry.tipLine(tip.percent)}>{tip.amount}</LedgerLine>}
              {reference !== "" && (
                <LedgerLine name={entry.reference}>
                  <span title={reference} className="line-clamp-1">
                    {reference}
                  </span>
                </LedgerLine>
              )}
            </Ledger>
          </div>
        )}
      </div>
    </Roll>
  );
}
