import { Ledger, LedgerLine } from "@/components/ui/ledger";
import type { CheckoutTransfer } from "@/lib/payments/page/checkout-transfers";
import { LongLine } from "./long-line";
import type { View } from "./view";

/** The transactions that are being confirmed, on the network's explorer where it has one. */
export function ConfirmingTransactions({ view: { checkout, words } }: { view: View }) {
  return checkout.transfers
    .filter(({ state }) => state === "confirming")
    .map((transfer) => <Transaction key={transfer.hash} transfer={transfer} name={words.transaction} />);
}

function Transaction({ transfer: { hash, url }, name }: { transfer: CheckoutTransfer; name: string }) {
  if (hash === null) return null;
  if (url === null) return <LongLine name={name} value={hash} />;
  const short = `${hash.slice(0, 6)}…${hash.slice(-6)}`;
  return (
    <Ledger>
      <LedgerLine name={name}>
        <a
          href={url}
          target="_blank"
          rel="noreferrer"
          aria-label={`${name} ${short}`}
          className="-my-3 inline-flex min-h-11 items-center text-verdigris underline underline-offset-4"
        >
          <bdi dir="ltr">{short}</bdi>
        </a>
      </LedgerLine>
    </Ledger>
  );
}
