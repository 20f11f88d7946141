import { shownStatus } from "@/components/checkout/shown-status";
import { Amount } from "@/components/ui/amount";
import { instantWords, zoneWords } from "@/components/ui/instant-words";
import { Ledger, LedgerLine } from "@/components/ui/ledger";
import { Money } from "@/components/ui/money";
import { STATUS_COLOURS, STATUS_WORDS, StatusMark } from "@/components/ui/status-mark";
import { type DecimalSign, inReadersManner } from "@/lib/pos/entry";
import type { TillPayment } from "@/lib/pos/present";

export type SlipPlace = { merchant: string; terminal: string; zone: string; sandbox: boolean; sign: DecimalSign };

const LONG = 14;

/** What is printed, shared and shown of one payment: the receipt when it is paid. */
export function Slip({ payment, place }: { payment: TillPayment; place: SlipPlace }) {
  const { amount, tip, received, reference, endedAt, createdAt } = payment;
  const status = shownStatus(payment);
  const shown = (value: string) => {
    const words = inReadersManner(value, place.sign);
    // beside its name there is no room for more on a roll of 80 mm
    return words.length > LONG ? <Money value={words} unit={false} /> : <Amount value={words} />;
  };
  // an end that was only just heard of has no time yet
  const when = payment.status === "pending" ? createdAt : endedAt;
  const differs = received !== null && received !== amount;
  return (
    <section
      aria-label={status === "paid" ? "Receipt" : "Payment"}
      className="px-4 pt-7 pb-6 text-ink sm:px-6 print:px-0 print:py-0"
    >
      <h2 className="text-center text-20 font-semibold wrap-anywhere">{place.merchant}</h2>
      <p className="text-center text-14 text-ink-2 wrap-anywhere">{place.terminal}</p>
      <Tear />
      <Ledger>
        {tip !== null && <LedgerLine name="Tip, included">{shown(tip)}</LedgerLine>}
        <LedgerLine name={differs ? "Asked for" : "Amount"} strong={!differs}>
          {shown(amount)}
        </LedgerLine>
        {differs && (
          <LedgerLine name="Received" strong>
            {shown(received)}
          </LedgerLine>
        )}
        {reference !== null && <LedgerLine name="Reference">{reference}</LedgerLine>}
        {when !== null && (
          <LedgerLine name={status === "pending" || status === "partly" ? "Made" : STATUS_WORDS[status]}>
            <Moment iso={when} zone={place.zone} />
          </LedgerLine>
        )}
      </Ledger>
      <p className="figures mt-3 text-12 break-all text-ink-2">
        <span className="sr-only">Payment </span>
        {payment.id}
      </p>
      <Tear />
      <p className={`flex items-center justify-center gap-2 text-20 font-semibold ${STATUS_COLOURS[status]}`}>
        <StatusMark status={status} className="size-6" />
        {STATUS_WORDS[status]}
      </p>
      {place.sandbox && <p className="mt-2 text-center text-14 text-ink-2">Sandbox: no real money moved.</p>}
    </section>
  );
}

function Tear() {
  return <div className="my-4 border-t border-dashed border-ink-2/60" />;
}

function Moment({ iso, zone }: { iso: string; zone: string }) {
  const { date, time } = instantWords(iso, zone);
  return (
    <time dateTime={iso}>
      {date}, {time}, {zoneWords(new Date(iso), zone)}
    </time>
  );
}
