import type { View } from "@/components/checkout/view";
import { Amount } from "@/components/ui/amount";
import { Ledger, LedgerLine } from "@/components/ui/ledger";

/** What was asked for, what came, what is on its way and what is still to send. */
export function Sums({ view: { checkout, toSend, words } }: { view: View }) {
  const { amount, received, confirming, missing, receiveAddress } = checkout;
  return (
    <Ledger>
      <LedgerLine name={words.askedFor}>
        <Amount value={amount} />
      </LedgerLine>
      {received !== null && (
        <LedgerLine name={words.received}>
          <Amount value={received} />
        </LedgerLine>
      )}
      {confirming && (
        <LedgerLine name={words.onItsWay} strong={toSend === null}>
          <Amount value={confirming.amount} />
        </LedgerLine>
      )}
      {toSend !== null && (missing !== null || confirming) && (
        <LedgerLine name={receiveAddress ? words.stillToSend : words.missing} strong>
          <Amount value={toSend} />
        </LedgerLine>
      )}
    </Ledger>
  );
}
