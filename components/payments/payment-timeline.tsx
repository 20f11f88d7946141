import type { ReactNode } from "react";
import { perUnitLine } from "@/components/currencies/rate-text";
import { ShortAddress, TxHash } from "@/components/settlement/chain-text";
import { Amount } from "@/components/ui/amount";
import { ShortId } from "@/components/ui/short-id";
import { StatusMark } from "@/components/ui/status-mark";
import { Moment, Timeline, TimelineEvent } from "@/components/ui/timeline";
import { WarningMark } from "@/components/ui/warning-mark";
import { displayPrice } from "@/lib/base/values/currencies";
import { formatCount } from "@/lib/base/values/intl";
import { displayAmount } from "@/lib/base/values/money";
import { wasInTime } from "@/lib/payments/attention/was-in-time";
import { confirmationLabel } from "@/lib/payments/page/progress";
import type { Quote } from "@/lib/payments/prices/quote";
import type { Doer } from "@/lib/payments/timeline/refund-history";
import type {
  PaymentTimeline as Facts,
  PaymentAct,
  PaymentEvent,
  PaymentTransfer,
} from "@/lib/payments/timeline/timeline";
import { paymentMessages } from "@/lib/service/messages/en/payment";
import { describeFailure } from "@/lib/service/messages/en/signing";
import type { RefundEntry } from "./refund-entries";
import { timelineEntries } from "./timeline-entries";
import type { TimelineEntry } from "./timeline-entry";

const words = paymentMessages.timeline;

type Props = {
  timeline: Facts;
  zone: string;
  now: string;
  /** an event's deliveries; null when the reader may not see webhooks */
  deliveries: (event: PaymentEvent) => ReactNode;
};

/** Everything that happened to a payment, oldest first, and what is still to come. */
export function PaymentTimeline({ timeline, zone, now, deliveries }: Props) {
  return (
    <Timeline label={words.title}>
      {timelineEntries(timeline).map((entry) => (
        <TimelineEvent
          key={keyOf(entry)}
          {...looks(entry, timeline.payment)}
          time={<Moment iso={entry.at.toISOString()} zone={zone} now={now} />}
        >
          {details(entry, timeline.payment, deliveries)}
        </TimelineEvent>
      ))}
    </Timeline>
  );
}

function keyOf(entry: TimelineEntry): string {
  if (entry.kind === "transfer") return entry.transfer.id;
  if (entry.kind === "seen") return entry.id;
  if (entry.kind === "attention") return entry.event.id;
  if (entry.kind === "refund") return `${entry.refund.id} ${entry.step} ${entry.at.getTime()}`;
  return entry.kind === "act" ? entry.act.id : entry.kind;
}

type Looks = Pick<Parameters<typeof TimelineEvent>[0], "title" | "mark" | "tone">;

function looks(entry: TimelineEntry, payment: Facts["payment"]): Looks {
  switch (entry.kind) {
    case "created":
      return { title: createdTitle(entry.by) };
    case "act":
      return { title: words.simulated(whoOf(entry.act.who), outcomeOf(entry.act)) };
    case "attention":
      return attention(entry);
    case "refund":
      return refund(entry);
    case "seen":
      return seen(entry);
    case "transfer":
      return entry.transfer.counted
        ? { title: <Arrived micros={entry.transfer.amountMicros} label={arrivedLabel(entry.transfer.network)} /> }
        : {
            title: <Arrived micros={entry.transfer.amountMicros} label={uncountedLabel(entry.transfer, payment)} />,
            mark: <WarningMark />,
            tone: "amber",
          };
    case "expires":
      return { title: words.expires, mark: <StatusMark status="pending" />, tone: "amber" };
    case "ended":
      return ended(entry);
  }
}

function attention({ event, isAgain }: Extract<TimelineEntry, { kind: "attention" }>): Looks {
  if (event.type === "attention.resolved") return { title: words.resolved[event.resolution ?? "settled"] };
  const title = isAgain ? words.attentionAgain : words.attention;
  return { title, mark: <WarningMark />, tone: "amber" };
}

function refund({ step, refund: { amountMicros }, by }: RefundEntry): Looks {
  const title = words.refund[step]({ amount: displayAmount(amountMicros), by: by && doerOf(by) });
  if (step === "failed") return { title, mark: <WarningMark />, tone: "brick" };
  return step === "final" ? { title, mark: <StatusMark status="paid" />, tone: "good" } : { title };
}

function doerOf(by: Doer): string {
  return "key" in by ? words.key(by.key) : by.email;
}

function seen({ transfer, sighting }: Extract<TimelineEntry, { kind: "seen" }>): Looks {
  if (transfer) return { title: <Arrived micros={transfer.amountMicros} label={words.detected} /> };
  const label = words.confirming(confirmationLabel(sighting?.confirmations ?? 0));
  return {
    title: <Arrived micros={sighting?.amountMicros ?? 0n} label={label} />,
    mark: <StatusMark status="pending" />,
    tone: "amber",
  };
}

function arrivedLabel(network: string): string {
  return network === "sandbox" ? words.received : words.confirmed;
}

function uncountedLabel(transfer: PaymentTransfer, { status, expiresAt }: Facts["payment"]): string {
  if (transfer.network === "sandbox") return words.receivedNotApplied;
  return status === "expired" && wasInTime(expiresAt, transfer) ? words.foundLate : words.confirmedNotApplied;
}

function outcomeOf({ outcome }: PaymentAct): string {
  return words.outcomes[outcome ?? ""] ?? outcome ?? "";
}

function ended({ status, by }: Extract<TimelineEntry, { kind: "ended" }>): Looks {
  const mark = <StatusMark status={status} />;
  if (status === "paid") return { title: words.paid, mark, tone: "good" };
  if (status === "expired") return { title: words.expired, mark };
  return { title: by ? words.cancelled(whoOf(by.who)) : words.cancelledByServer, mark };
}

function whoOf(who: string | null): string {
  return who ?? words.deletedAccount;
}

function Arrived({ micros, label }: { micros: bigint; label: string }) {
  return (
    <>
      <Amount value={displayAmount(micros)} />
      <span>{` ${label}`}</span>
    </>
  );
}

function details(entry: TimelineEntry, { quote }: Facts["payment"], deliveries: Props["deliveries"]): ReactNode {
  if (entry.kind === "seen") return <OnChain {...(entry.sighting ?? entry.transfer)} />;
  if (entry.kind === "transfer") {
    if (entry.transfer.network !== "sandbox") return null;
    return (
      <span className="flex flex-wrap items-center gap-x-2">
        {words.simulatedTransaction}
        <ShortId id={entry.transfer.txHash} name={words.copyTransaction} />
      </span>
    );
  }
  if (entry.kind === "attention") return deliveries(entry.event);
  if (entry.kind === "refund") {
    return (
      <>
        {entry.step === "failed" && <p>{describeFailure(entry.failure)}</p>}
        {entry.event && <div>{deliveries(entry.event)}</div>}
      </>
    );
  }
  if (entry.kind !== "created" && entry.kind !== "ended") return null;
  const quoted = entry.kind === "created" && quote ? <Quoted quote={quote} /> : null;
  if (entry.events.length === 0) return quoted;
  return (
    <>
      {quoted}
      {entry.events.map((event) => (
        <div key={event.id}>{deliveries(event)}</div>
      ))}
    </>
  );
}

function Quoted({ quote }: { quote: Quote }) {
  return <p className="figures">{words.quoted(displayPrice(quote), perUnitLine(quote.currency, quote.rate))}</p>;
}

type ChainFacts = Partial<Pick<PaymentTransfer, "network" | "txHash" | "blockNumber" | "from">>;

/** Where to look the transfer up on the chain. */
function OnChain({ network = "", txHash = "", blockNumber, from }: ChainFacts) {
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 *:flex *:min-h-11 *:items-center pointer-fine:*:min-h-9">
      <dt>{words.transaction}</dt>
      <dd>
        <TxHash network={network} txHash={txHash} />
      </dd>
      {from && (
        <>
          <dt>{words.from}</dt>
          <dd>
            <ShortAddress address={from} name={words.copyFrom} />
          </dd>
        </>
      )}
      <dt>{words.block}</dt>
      <dd className="figures">{blockNumber == null ? "—" : formatCount(blockNumber)}</dd>
    </dl>
  );
}

function createdTitle(by: PaymentAct | undefined): string {
  if (!by) return words.created;
  return (by.action === "intent.charged" ? words.createdBy : words.testCreated)(whoOf(by.who));
}
