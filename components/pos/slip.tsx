import { paymentStatus } from "@/components/payments/payment-labels";
import { Amount } from "@/components/ui/amount";
import { instantLabels, zoneLabel } from "@/components/ui/instant-labels";
import { Ledger, LedgerLine } from "@/components/ui/ledger";
import { Money } from "@/components/ui/money";
import { STATUS_COLOURS, STATUS_LABELS, StatusMark } from "@/components/ui/status-mark";
import { type DecimalSign, localizeAmount, localizePrice } from "@/lib/payments/pos/entry";
import type { PosPayment } from "@/lib/payments/pos/present";
import { posMessages } from "@/lib/service/messages/en/pos";

export type SlipPlace = { merchant: string; terminal: string; zone: string; sandbox: boolean; sign: DecimalSign };

const { slip } = posMessages;

const LONG = 14;

/** One payment as it is printed and shown: a receipt once it is paid. */
export function Slip({ payment, place }: { payment: PosPayment; place: SlipPlace }) {
  const { amount, tip, received, reference, endedAt, createdAt, price } = payment;
  const { status, label } = paymentStatus(payment);
  const shown = (value: string) => {
    const words = localizeAmount(value, place.sign);
    // an 80 mm roll has no room for the unit beside a longer amount
    return words.length > LONG ? <Money value={words} unit={false} /> : <Amount value={words} />;
  };
  // the price first; the two break onto two lines where there is no room
  const both = (value: string, priced: string | null | undefined) =>
    priced ? (
      <span>
        <span translate="no" className="money whitespace-nowrap">
          {localizePrice(priced, place.sign)}
        </span>
        {" · "}
        {shown(value)}
      </span>
    ) : (
      shown(value)
    );
  // `endedAt` is null until the ended payment has been loaded
  const when = payment.status === "pending" ? createdAt : endedAt;
  const differs = received !== null && received !== amount;
  return (
    <section
      aria-label={status === "paid" ? slip.receipt : slip.payment}
      className="px-4 pt-7 pb-6 text-ink sm:px-6 print:px-3 print:py-4"
    >
      <h2 className="text-center text-20 font-semibold wrap-anywhere">{place.merchant}</h2>
      <p className="text-center text-14 text-ink-2 wrap-anywhere">{place.terminal}</p>
      <Tear />
      <Ledger>
        {tip !== null && <LedgerLine name={slip.tip}>{both(tip, price?.tip)}</LedgerLine>}
        <LedgerLine name={differs ? slip.amountDue : slip.amount} strong={!differs}>
          {both(amount, price?.total)}
        </LedgerLine>
        {differs && (
          <LedgerLine name={slip.received} strong>
            {shown(received)}
          </LedgerLine>
        )}
        {reference !== null && <LedgerLine name={slip.reference}>{reference}</LedgerLine>}
        {when !== null && (
          <LedgerLine name={status === "pending" || status === "partly" ? slip.created : STATUS_LABELS[status]}>
            <Moment iso={when} zone={place.zone} />
          </LedgerLine>
        )}
      </Ledger>
      <p translate="no" className="figures mt-3 text-12 break-all text-ink-2">
        <span className="sr-only">{slip.paymentId} </span>
        <span>{payment.id}</span>
      </p>
      <Tear />
      <p className={`flex items-center justify-center gap-2 text-20 font-semibold ${STATUS_COLOURS[status]}`}>
        <StatusMark status={status} className="size-6" />
        <span>{label}</span>
      </p>
      {place.sandbox && <p className="mt-2 text-center text-14 text-ink-2">{slip.sandbox}</p>}
    </section>
  );
}

function Tear() {
  return <div className="my-4 border-t border-dashed border-ink-2/60" />;
}

function Moment({ iso, zone }: { iso: string; zone: string }) {
  const { date, time } = instantLabels(iso, zone);
  return <time dateTime={iso}>{`${date}, ${time}, ${zoneLabel(new Date(iso), zone)}`}</time>;
}
