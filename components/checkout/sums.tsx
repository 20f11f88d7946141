import { Amount } from "@/components/ui/amount";
import { Ledger, LedgerLine } from "@/components/ui/ledger";
import type { View } from "./view";

/** Amount due, received, being confirmed and remaining. */
export function Sums({ view: { checkout, toSend, words } }: { view: View }) {
  const { amount, received, confirming, missing } = checkout;
  return (
    <Ledger>
      <LedgerLine name={words.amountDue}>
        <Amount value={amount} />
      </LedgerLine>
      {received !== null && (
        <LedgerLine name={words.received}>
          <Amount value={received} />
        </LedgerLine>
      )}
      {confirming && (
        <LedgerLine name={words.confirmingName} strong={toSend === null}>
          <Amount value={confirming.amount} />
        </LedgerLine>
      )}
      {toSend !== null && (missing !== null || confirming) && (
        <LedgerLine name={words.remaining} strong>
          <Amount value={toSend} />
        </LedgerLine>
      )}
    </Ledger>
  );
}
