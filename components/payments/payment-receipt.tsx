import { formatBps, perUnitLine, perUsdtLine } from "@/components/currencies/rate-text";
import { Amount } from "@/components/ui/amount";
import { CopyButton } from "@/components/ui/copy-button";
import { Ledger, LedgerLine } from "@/components/ui/ledger";
import { Roll } from "@/components/ui/paper";
import { ShortId } from "@/components/ui/short-id";
import { StatusBadge } from "@/components/ui/status-badge";
import { Time } from "@/components/ui/time";
import { displayPrice } from "@/lib/base/values/currencies";
import { displayAmount } from "@/lib/base/values/money";
import { wasInTime } from "@/lib/payments/attention/was-in-time";
import { remainingMicros } from "@/lib/payments/intents/state";
import { tipMicros, tipMinor } from "@/lib/payments/intents/tip";
import type { PaymentFlag } from "@/lib/payments/lists/flags";
import type { DatedQuote } from "@/lib/payments/prices/read-quote";
import type { PaymentTimeline } from "@/lib/payments/timeline/timeline";
import { paymentMessages } from "@/lib/service/messages/en/payment";
import { paymentsMessages } from "@/lib/service/messages/en/payments";
import { PaymentAmount } from "./payment-amount";
import { paymentStatus } from "./payment-labels";

const words = paymentMessages.receipt;

type Props = {
  timeline: PaymentTimeline;
  /** has left for good */
  refundedMicros: bigint;
  zone: string;
  now: string;
};

/** The payment as a receipt: its amount, status, times and sums. */
export function PaymentReceipt({ timeline, refundedMicros, zone, now }: Props) {
  const { payment, transfers, items, chain } = timeline;
  const { status, amountMicros, receivedMicros, uncountedMicros, quote } = payment;
  const remaining = remainingMicros(payment, status === "expired" ? uncountedMicros : 0n);
  const shown = paymentStatus(payment);
  const { tip_usdt: tipText, tip_price: tipPrice, ...metadata } = payment.metadata ?? {};
  const tip = tipMicros(tipText, amountMicros);
  const pricedTip = quote && tip > 0n ? tipMinor(tipPrice, quote) : 0n;
  const paidBy = transfers.findLast((transfer) => transfer.counted);
  const uncounted = transfers.filter((transfer) => !transfer.counted);
  const isFoundLate = status === "expired" && uncounted.every((transfer) => wasInTime(payment.expiresAt, transfer));
  return (
    <Roll>
      <section aria-label={words.label} className="px-5 pt-8 pb-6">
        {quote && (
          <p translate="no" dir="ltr" className="money mb-1 text-center text-20 font-medium">
            {displayPrice(quote)}
          </p>
        )}
        <p className="flex justify-center">
          <RollAmount value={displayAmount(amountMicros)} />
        </p>
        <p className="mt-2 flex justify-center">
          <StatusBadge status={shown.status} words={shown.label} />
        </p>
        <Rule />
        <Ledger>
          {payment.reference !== null && <LedgerLine name={words.reference}>{payment.reference}</LedgerLine>}
          <LedgerLine name={words.terminal}>{payment.terminalName}</LedgerLine>
          <LedgerLine name={words.created}>
            <Time iso={payment.createdAt.toISOString()} zone={zone} now={now} />
          </LedgerLine>
          <LedgerLine name={words.ends[status]}>
            <Time iso={(payment.endedAt ?? payment.expiresAt).toISOString()} zone={zone} now={now} />
          </LedgerLine>
          {tip > 0n && (
            <LedgerLine name={words.tip}>
              <PaymentAmount
                payment={{ amountMicros: tip, quote: quote && pricedTip > 0n ? { ...quote, minor: pricedTip } : null }}
              />
            </LedgerLine>
          )}
          {receivedMicros > 0n && receivedMicros !== amountMicros && (
            <LedgerLine name={words.received} strong>
              <Amount value={displayAmount(receivedMicros)} />
            </LedgerLine>
          )}
          {receivedMicros > 0n && remaining > 0n && (
            <LedgerLine name={words.remaining}>
              <Amount value={displayAmount(remaining)} />
            </LedgerLine>
          )}
          {receivedMicros > amountMicros && (
            <LedgerLine name={words.overpaid}>
              <Amount value={displayAmount(receivedMicros - amountMicros)} />
            </LedgerLine>
          )}
          {uncountedMicros > 0n && (
            <LedgerLine
              name={isFoundLate ? words.foundLate : status === "expired" ? words.late : words.notApplied}
              strong
            >
              <Amount value={displayAmount(uncountedMicros)} />
            </LedgerLine>
          )}
          {refundedMicros > 0n && (
            <LedgerLine name={words.refunded} strong>
              <Amount value={displayAmount(refundedMicros)} />
            </LedgerLine>
          )}
          <LedgerLine name={words.id}>
            <ShortId id={payment.id} name={words.copyId} />
          </LedgerLine>
          {paidBy && (
            <LedgerLine name={words.transaction}>
              <ShortId id={paidBy.txHash.replace(/^0x/, "")} name={words.copyTransaction} />
            </LedgerLine>
          )}
        </Ledger>
        {quote && <QuoteFacts quote={quote} zone={zone} now={now} />}
        <Metadata metadata={tip > 0n ? metadata : (payment.metadata ?? {})} />
        <Flags flags={shown.flags} isFoundLate={isFoundLate} isUnderAttention={chain !== null || items.length > 0} />
      </section>
    </Roll>
  );
}

const SIZES = [
  { upTo: 6, className: "text-72 tracking-[-0.05em]" },
  { upTo: 9, className: "text-44 tracking-[-0.04em]" },
  { upTo: 13, className: "text-28 tracking-[-0.02em]" },
  { upTo: Number.POSITIVE_INFINITY, className: "text-20" },
];

/** As large as the receipt's width allows. */
function RollAmount({ value }: { value: string }) {
  const size = SIZES.find((step) => value.length <= step.upTo)?.className;
  return (
    <span translate="no" className="money inline-flex items-baseline whitespace-nowrap font-medium">
      <span className={size}>{value}</span>
      <span className="text-14">{"\u00a0"}USDT</span>
    </span>
  );
}

type QuoteProps = { quote: DatedQuote; zone: string; now: string };

/** What the amount was quoted from, when the payment was created. */
function QuoteFacts({ quote: { currency, rate, source, spreadBps, quotedAt }, zone, now }: QuoteProps) {
  return (
    <>
      <Rule />
      <Ledger>
        <LedgerLine name={words.rate}>
          <span className="block">{perUnitLine(currency, rate)}</span>
          <span className="block">{perUsdtLine(currency, rate)}</span>
        </LedgerLine>
        {spreadBps > 0 && <LedgerLine name={words.spread}>{formatBps(spreadBps)}</LedgerLine>}
        <LedgerLine name={words.source}>{words.sources[source]}</LedgerLine>
        <LedgerLine name={words.quoted}>
          <Time iso={quotedAt.toISOString()} zone={zone} now={now} />
        </LedgerLine>
      </Ledger>
    </>
  );
}

function Rule() {
  return <div className="my-5 border-t border-dashed border-ink-2/60" />;
}

/** The metadata as the merchant's server sent it; a tip has a line of its own. */
function Metadata({ metadata }: { metadata: Record<string, string> }) {
  const entries = Object.entries(metadata);
  if (entries.length === 0) return null;
  return (
    <>
      <Rule />
      <h2 className="pb-1 text-14 font-semibold">{words.metadata}</h2>
      <dl className="flex flex-col gap-2 text-14">
        {entries.map(([name, value]) => (
          <div key={name} className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto] items-start gap-x-3">
            <dt className="text-ink-2 wrap-anywhere">{name}</dt>
            <dd className="figures wrap-anywhere">{value}</dd>
            <dd>
              <CopyButton text={value} name={name} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

type FlagsProps = { flags: PaymentFlag[]; isFoundLate: boolean; isUnderAttention: boolean };

/**
 * Without an item under Needs attention, the page says what to do: a sandbox payment from before there were such items.
 */
function Flags({ flags, isFoundLate, isUnderAttention }: FlagsProps) {
  if (flags.length === 0) return null;
  return (
    <div className="mt-5 rounded-till bg-amber-wash px-4 py-3 text-14 text-pretty">
      {flags.map((flag) => (
        <p key={flag}>
          {flag === "late" && isFoundLate ? words.foundLateSentence : paymentsMessages.flags[flag].sentence}
        </p>
      ))}
      {!isUnderAttention && <p className="text-ink-2">{words.resolve}</p>}
    </div>
  );
}
