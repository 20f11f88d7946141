import { FLAG_WORDS, shownStatus } from "@/components/payments/payment-words";
import { Amount } from "@/components/ui/amount";
import { CopyButton } from "@/components/ui/copy-button";
import { Ledger, LedgerLine } from "@/components/ui/ledger";
import { Roll } from "@/components/ui/paper";
import { ShortId } from "@/components/ui/short-id";
import { StatusBadge } from "@/components/ui/status-badge";
import { Time } from "@/components/ui/time";
import { flagsOf } from "@/lib/intents/payment-filter";
import { remainingMicros } from "@/lib/intents/state";
import type { PaymentTimeline } from "@/lib/intents/timeline";
import { displayAmount } from "@/lib/money";

type Props = { timeline: PaymentTimeline; zone: string; now: string };

/** The payment as its receipt would stand on the roll: the amount, how it stands, and what belongs to it. */
export function PaymentReceipt({ timeline: { payment, transfers, chain }, zone, now }: Props) {
  const { status, amountMicros, receivedMicros, uncountedMicros } = payment;
  const remaining = remainingMicros(payment);
  const paidBy = transfers.findLast((transfer) => transfer.counted);
  return (
    <Roll>
      <section aria-label="Receipt" className="px-5 pt-8 pb-6">
        <p className="flex justify-center">
          <RollAmount value={displayAmount(amountMicros)} />
        </p>
        <p className="mt-2 flex justify-center">
          <StatusBadge status={shownStatus(payment)} />
        </p>
        <Rule />
        <Ledger>
          {payment.reference !== null && <LedgerLine name="Reference">{payment.reference}</LedgerLine>}
          <LedgerLine name="Terminal">{payment.terminalName}</LedgerLine>
          <LedgerLine name="Created">
            <Time iso={payment.createdAt.toISOString()} zone={zone} now={now} />
          </LedgerLine>
          <LedgerLine name={ENDS[status]}>
            <Time iso={(payment.endedAt ?? payment.expiresAt).toISOString()} zone={zone} now={now} />
          </LedgerLine>
          {receivedMicros > 0n && receivedMicros !== amountMicros && (
            <LedgerLine name="Received" strong>
              <Amount value={displayAmount(receivedMicros)} />
            </LedgerLine>
          )}
          {receivedMicros > 0n && remaining > 0n && (
            <LedgerLine name="Remaining">
              <Amount value={displayAmount(remaining)} />
            </LedgerLine>
          )}
          {receivedMicros > amountMicros && (
            <LedgerLine name="Too much">
              <Amount value={displayAmount(receivedMicros - amountMicros)} />
            </LedgerLine>
          )}
          {uncountedMicros > 0n && (
            <LedgerLine name="Came too late" strong>
              <Amount value={displayAmount(uncountedMicros)} />
            </LedgerLine>
          )}
          <LedgerLine name="Payment">
            <ShortId id={payment.id} name="the payment's id" />
          </LedgerLine>
          {paidBy && (
            <LedgerLine name="Transaction">
              <ShortId id={paidBy.txHash.replace(/^0x/, "")} name="the transaction's hash" />
            </LedgerLine>
          )}
        </Ledger>
        <Metadata metadata={payment.metadata} />
        <Flags bits={payment.flags} status={status} live={chain !== null} />
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

/** As large as its digits fit on the roll. */
function RollAmount({ value }: { value: string }) {
  const size = SIZES.find((step) => value.length <= step.upTo)?.className;
  return (
    <span className="money inline-flex items-baseline whitespace-nowrap font-medium">
      <span className={size}>{value}</span>
      <span className="text-14">{"\u00a0"}USDT</span>
    </span>
  );
}

const ENDS = { pending: "Expires", paid: "Paid", expired: "Expired", cancelled: "Cancelled" };

function Rule() {
  return <div className="my-5 border-t border-dashed border-ink-2/60" />;
}

/** What the merchant's server gave along, as it gave it. */
function Metadata({ metadata }: { metadata: Record<string, string> | null }) {
  const entries = Object.entries(metadata ?? {});
  if (entries.length === 0) return null;
  return (
    <>
      <Rule />
      <h2 className="pb-1 text-14 font-semibold">Metadata</h2>
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

function Flags({ bits, status, live }: { bits: number; status: keyof typeof ENDS; live: boolean }) {
  const flags = flagsOf(bits).filter((flag) => !(flag === "partial" && status === "pending"));
  if (flags.length === 0) return null;
  return (
    <div className="mt-5 rounded-till bg-amber-wash px-4 py-3 text-14 text-pretty">
      {flags.map((flag) => (
        <p key={flag}>{FLAG_WORDS[flag].sentence}</p>
      ))}
      {!live && <p className="text-ink-2">Settle it with the customer; Till moves no money by itself.</p>}
    </div>
  );
}
