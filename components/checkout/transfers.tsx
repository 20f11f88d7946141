import type { ReactNode } from "react";
import { Amount } from "@/components/ui/amount";
import { Ledger, LedgerLine } from "@/components/ui/ledger";
import { fillIn } from "@/lib/customer/checkout/fill-in";
import type { CheckoutTransfer } from "@/lib/payments/page/checkout-transfers";
import { LongLine } from "./long-line";
import { uncountedLabels } from "./uncounted-labels";
import type { View } from "./view";

type Props = { view: View; timeOf(iso: string): ReactNode };

/**
 * Each transfer with its amount, time and transaction. Of a payment paid by one transfer, only the transaction is new.
 */
export function Transfers({ view, timeOf }: Props) {
  const { checkout, words } = view;
  const { transfers, transferCount, status } = checkout;
  const [first] = transfers;
  if (!first) return null;
  if (transferCount === 1 && status === "paid") return <Transaction transfer={first} name={words.transaction} />;
  const earlier = transferCount - transfers.length;
  return (
    <div className="mt-4">
      <h3 className="text-14 font-semibold">{words.transfers}</h3>
      <ul>
        {transfers.map((transfer) => (
          <li key={`${transfer.at} ${transfer.hash}`} className="mt-3">
            <Ledger>
              <LedgerLine name={stateLabel(transfer, view)}>
                <Amount value={transfer.amount} />
              </LedgerLine>
            </Ledger>
            <p className="text-12 text-ink-2">{timeOf(transfer.at)}</p>
            <Transaction transfer={transfer} name={words.transaction} />
          </li>
        ))}
      </ul>
      {earlier > 0 && <p className="mt-3 text-14 text-ink-2">{fillIn(words.earlierTransfers, { count: earlier })}</p>}
    </div>
  );
}

function Transaction({ transfer: { hash, url }, name }: { transfer: CheckoutTransfer; name: string }) {
  return hash === null ? null : <LongLine name={name} value={hash} href={url} />;
}

function stateLabel({ state }: CheckoutTransfer, view: View): string {
  switch (state) {
    case "applied":
      return view.words.received;
    case "confirming":
      return view.words.confirmingName;
    case "foundLate":
      return view.words.foundLate;
    case "notApplied":
      return view.checkout.status === "expired" ? view.words.latePayment : uncountedLabels(view).name;
  }
}
