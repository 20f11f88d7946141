import type { ReactNode } from "react";
import { Amount } from "@/components/ui/amount";
import { Ledger, LedgerLine } from "@/components/ui/ledger";
import { StatusDrawing } from "@/components/ui/status-drawing";
import { STATUS_COLOURS } from "@/components/ui/status-mark";
import { AddressText } from "./address-text";
import { Contact } from "./contact";
import { LongLine } from "./long-line";
import { networkLabel } from "./network-label";
import { Price } from "./price";
import { RefundList } from "./refunds";
import { shownStatus } from "./shown-status";
import { momentOf } from "./time";
import { Transfers } from "./transfers";
import { uncountedLabels } from "./uncounted-labels";
import type { View } from "./view";

type Props = { view: View; timeOf(iso: string): ReactNode };

/** The customer's receipt: on the page once paid, and on the printable page in every status. */
export function Receipt({ view, timeOf }: Props) {
  const { checkout, words } = view;
  const { received, excess, uncounted, amount, price } = checkout;
  const status = shownStatus(checkout);
  // no address to pay to on paper that says it wasn't paid
  const paidTo = checkout.transferCount > 0 ? checkout.receiveAddress : null;
  const differs = received !== null && received !== amount;
  const word = status === "partly" ? words.partiallyPaid : status === "pending" ? words.notPaid : words[status];
  return (
    <section aria-label={words.receipt} className="px-6 pt-8 pb-6 print:px-0 print:pt-2">
      <h2 className="text-center text-20 font-semibold wrap-anywhere">
        <bdi>{checkout.merchantName}</bdi>
      </h2>
      <p className="text-center text-14 wrap-anywhere text-ink-2">
        <bdi>{checkout.terminalName}</bdi>
      </p>
      <Tear />
      <Ledger>
        {price && (
          <LedgerLine name={words.price}>
            <Price price={price} />
          </LedgerLine>
        )}
        <LedgerLine name={differs ? words.amountDue : words.amount} strong={!differs}>
          <Amount value={amount} />
        </LedgerLine>
        {differs && (
          <LedgerLine name={words.received} strong>
            <Amount value={received} />
          </LedgerLine>
        )}
        {uncounted !== null && (
          <LedgerLine name={uncountedLabels(view).name} strong>
            <Amount value={uncounted} />
          </LedgerLine>
        )}
        {checkout.refunded !== null && (
          <LedgerLine name={words.refunded} strong>
            <Amount value={checkout.refunded} />
          </LedgerLine>
        )}
        {checkout.reference !== null && (
          <LedgerLine name={words.referenceName}>
            <bdi translate="no">{checkout.reference}</bdi>
          </LedgerLine>
        )}
        <LedgerLine name={checkout.status === "pending" ? words.createdAt : words[checkout.status]}>
          {timeOf(momentOf(view))}
        </LedgerLine>
        {paidTo !== null && <LedgerLine name={words.network}>{networkLabel(view)}</LedgerLine>}
      </Ledger>
      {paidTo !== null && (
        <div className="mt-3 text-12 text-ink-2">
          {words.paidTo}
          <AddressText value={paidTo} />
        </div>
      )}
      <LongLine name={words.payment} value={checkout.id} />
      <Transfers view={view} timeOf={timeOf} />
      <Refunded view={view} timeOf={timeOf} />
      {excess !== null && !checkout.refundsBeyondDue && <p className="mt-4 text-14">{words.overpaidHint}</p>}
      {uncounted !== null && !checkout.refundsBeyondDue && <p className="mt-4 text-14">{uncountedLabels(view).text}</p>}
      {mayNeedShop(view) && <Contact view={view} />}
      <Tear />
      <p className={`flex items-center justify-center gap-2 text-20 font-semibold ${STATUS_COLOURS[status]}`}>
        <StatusDrawing status={status} className="size-6" />
        {word}
      </p>
      {checkout.environment === "sandbox" && <p className="mt-2 text-center text-14 text-ink-2">{words.sandboxPaid}</p>}
    </section>
  );
}

/** What has been given back for good. */
function Refunded({ view, timeOf }: Props) {
  const refunds = view.checkout.refunds.filter(({ state }) => state === "refunded");
  if (refunds.length === 0) return null;
  return (
    <div className="mt-4 flex flex-col gap-3">
      <h3 className="text-14 font-semibold">{view.words.refund}</h3>
      <RefundList refunds={refunds} view={view} timeOf={timeOf} />
    </div>
  );
}

/** Whether the customer may have to contact the shop: it wasn't paid, or something arrived that wasn't due. */
function mayNeedShop({ checkout: { status, excess, uncounted } }: View): boolean {
  return status === "expired" || status === "cancelled" || excess !== null || uncounted !== null;
}

function Tear() {
  return <div className="my-5 border-t border-dashed border-ink-2/60 print:my-3" />;
}
