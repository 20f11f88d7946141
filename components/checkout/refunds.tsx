import type { ReactNode } from "react";
import { Amount } from "@/components/ui/amount";
import { Ledger, LedgerLine } from "@/components/ui/ledger";
import { fillIn } from "@/lib/customer/checkout/fill-in";
import type { CheckoutWords } from "@/lib/customer/checkout/words/checkout-words";
import type { CheckoutRefund } from "@/lib/payments/page/checkout-refunds";
import { AddressText } from "./address-text";
import { ReceiptLink } from "./after-paid";
import { LongLine } from "./long-line";
import { LeftAddress, RefundForm, RefundProblem } from "./refund-address";
import { type View, withUnit } from "./view";

type Props = { view: View; timeOf(iso: string): ReactNode };

/**
 * How each refund of a payment stands and, while one waits for the customer's address, the form for it. Refunds on the
 * receipt above aren't repeated.
 */
export function Refunds({ view, timeOf }: Props) {
  const { checkout, words } = view;
  const isReceipt = checkout.status === "paid";
  const listed = checkout.refunds.filter(({ state }) => !isReceipt || state !== "refunded");
  if (listed.length === 0 && !view.refused) return null;
  return (
    <section aria-labelledby="refund" className="flex flex-col gap-3 rounded-till border p-5 print:hidden">
      <h2 id="refund" className="text-16 font-semibold">
        {words.refund}
      </h2>
      <RefundList refunds={listed} view={view} timeOf={timeOf} />
      {checkout.refundAsked === null ? <RefundProblem view={view} /> : <AddressAsked view={view} />}
      {!isReceipt && checkout.refunded !== null && <ReceiptLink view={view} />}
    </section>
  );
}

/** The form, or the address that was left, which can be changed until the shop has confirmed it. */
function AddressAsked({ view }: { view: View }) {
  const { checkout, words, locale, refused } = view;
  const amount = withUnit(checkout.refundAsked ?? "", locale);
  if (!checkout.refundAddress) return <RefundForm view={view} text={fillIn(words.refundAsked, { amount })} />;
  return (
    <>
      <LeftAddress view={{ ...view, refused: undefined }} text={fillIn(words.refundProposed, { amount })} />
      <details open={refused ? true : undefined}>
        <summary className="py-3 text-14 font-medium underline underline-offset-4">{words.refundChange}</summary>
        <RefundForm view={view} />
      </details>
    </>
  );
}

/** Each refund with its amount and, where there is one, its address, time and transaction. */
export function RefundList({ refunds, view, timeOf }: Props & { refunds: CheckoutRefund[] }) {
  const { words } = view;
  return (
    <ul className="flex flex-col gap-3">
      {refunds.map(({ state, amount, at, address, hash, url }) => (
        <li key={`${state} ${amount} ${hash}`}>
          <Ledger>
            <LedgerLine name={words[LABELS[state]]}>
              <Amount value={amount} />
            </LedgerLine>
          </Ledger>
          {at !== null && <p className="text-12 text-ink-2">{timeOf(at)}</p>}
          {address !== null && (
            <div className="mt-3 text-12 text-ink-2">
              {words.refundAddress}
              <AddressText value={address} />
            </div>
          )}
          {hash !== null && <LongLine name={words.transaction} value={hash} href={url} />}
        </li>
      ))}
    </ul>
  );
}

const LABELS: Record<CheckoutRefund["state"], keyof CheckoutWords> = {
  needsAddress: "refundNeedsAddress",
  unconfirmed: "refundUnconfirmed",
  prepared: "refundPrepared",
  sending: "refundSending",
  refunded: "refunded",
};
