import type { ReactNode } from "react";
import { type TimelineEntry, timelineEntries } from "@/components/payments/timeline-entries";
import { ShortAddress, TxHash } from "@/components/settlement/chain-text";
import { Amount } from "@/components/ui/amount";
import { instantWords } from "@/components/ui/instant-words";
import { ShortId } from "@/components/ui/short-id";
import { StatusMark } from "@/components/ui/status-mark";
import { Timeline, TimelineEvent } from "@/components/ui/timeline";
import { WarningMark } from "@/components/ui/warning-mark";
import { confirmationWords } from "@/lib/intents/progress";
import type { PaymentTimeline as Facts, PaymentEvent, PaymentTransfer } from "@/lib/intents/timeline";
import { formatCount } from "@/lib/intl";
import { displayAmount } from "@/lib/money";
import type { ItemResolution } from "@/lib/settlement/item-kinds";

type Props = {
  timeline: Facts;
  zone: string;
  now: string;
  /** what became of an event's deliveries; null when the reader may not see webhooks */
  deliveries: (event: PaymentEvent) => ReactNode;
};

/** Everything that happened to a payment down a tape, and what is still to come. */
export function PaymentTimeline({ timeline, zone, now, deliveries }: Props) {
  return (
    <Timeline label="What happened">
      {timelineEntries(timeline).map((entry) => (
        <TimelineEvent
          key={keyOf(entry)}
          {...looks(entry)}
          time={<Moment iso={entry.at.toISOString()} zone={zone} now={now} />}
        >
          {details(entry, deliveries)}
        </TimelineEvent>
      ))}
    </Timeline>
  );
}

/** To the second, since much happens within a minute. */
function Moment({ iso, zone, now }: { iso: string; zone: string; now: string }) {
  const words = instantWords(iso, zone);
  const seconds = /\d\d:\d\d:\d\d/.exec(words.exact)?.[0];
  const isToday = words.date === instantWords(now, zone).date;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the exact time must be within reach of the keyboard too
    <time dateTime={iso} data-tip={words.exact} tabIndex={0} className="figures whitespace-nowrap">
      {isToday ? seconds : `${words.shortDate}, ${seconds}`}
    </time>
  );
}

function keyOf(entry: TimelineEntry): string {
  if (entry.kind === "transfer") return entry.transfer.id;
  if (entry.kind === "seen") return entry.id;
  if (entry.kind === "attention") return entry.event.id;
  return entry.kind === "act" ? entry.act.id : entry.kind;
}

type Looks = Pick<Parameters<typeof TimelineEvent>[0], "title" | "mark" | "tone">;

function looks(entry: TimelineEntry): Looks {
  switch (entry.kind) {
    case "created":
      return { title: entry.by ? `Test payment made by ${whoOf(entry.by.who)}` : "Payment asked for" };
    case "act":
      return {
        title: `${whoOf(entry.act.who)} played the customer: ${PLAYED[entry.act.outcome ?? ""] ?? entry.act.outcome}`,
      };
    case "attention":
      return attention(entry);
    case "seen":
      return seen(entry);
    case "transfer":
      return entry.transfer.counted
        ? { title: <Arrived micros={entry.transfer.amountMicros} words={arrivedWords(entry.transfer.network)} /> }
        : {
            title: <Arrived micros={entry.transfer.amountMicros} words={uncountedWords(entry.transfer.network)} />,
            mark: <WarningMark />,
            tone: "amber",
          };
    case "expires":
      return { title: "Expires, unless it is paid before", mark: <StatusMark status="pending" />, tone: "amber" };
    case "ended":
      return ended(entry);
  }
}

function attention({ event, isAgain }: Extract<TimelineEntry, { kind: "attention" }>): Looks {
  if (event.type === "attention.resolved") return { title: RESOLVED[event.resolution ?? "settled"] };
  const title = isAgain ? "Remaining amount not paid: needs attention again" : "Needs attention";
  return { title, mark: <WarningMark />, tone: "amber" };
}

const RESOLVED: Record<ItemResolution, string> = {
  asked: "Remaining amount requested",
  accepted: "Marked as resolved",
  refunded: "Refund sent",
  settled: "Resolved without a decision",
};

function seen({ transfer, sighting }: Extract<TimelineEntry, { kind: "seen" }>): Looks {
  if (transfer) return { title: <Arrived micros={transfer.amountMicros} words="seen on the chain" /> };
  const words = `seen, ${confirmationWords(sighting?.confirmations ?? 0)}`;
  return {
    title: <Arrived micros={sighting?.amountMicros ?? 0n} words={words} />,
    mark: <StatusMark status="pending" />,
    tone: "amber",
  };
}

function arrivedWords(network: string): string {
  return network === "sandbox" ? "arrived" : "confirmed: final, in the books";
}

function uncountedWords(network: string): string {
  return network === "sandbox" ? "came too late to count" : "confirmed, but did not count";
}

const PLAYED: Record<string, string> = {
  paid: "paid exactly",
  underpaid: "paid too little",
  overpaid: "paid too much",
  late: "paid too late",
  expired: "let it expire",
};

function ended({ status, by }: Extract<TimelineEntry, { kind: "ended" }>): Looks {
  const mark = <StatusMark status={status} />;
  if (status === "paid") return { title: "Paid", mark, tone: "good" };
  if (status === "expired") return { title: "Expired unpaid", mark, tone: "brick" };
  return { title: by ? `Cancelled by ${whoOf(by.who)}` : "Cancelled by your server", mark };
}

function whoOf(who: string | null): string {
  return who ?? "somebody whose account is gone";
}

function Arrived({ micros, words }: { micros: bigint; words: string }) {
  return (
    <>
      <Amount value={displayAmount(micros)} /> {words}
    </>
  );
}

function details(entry: TimelineEntry, deliveries: Props["deliveries"]): ReactNode {
  if (entry.kind === "seen") return <OnChain {...(entry.sighting ?? entry.transfer)} />;
  if (entry.kind === "transfer") {
    if (entry.transfer.network !== "sandbox") return null;
    return (
      <span className="flex flex-wrap items-center gap-x-2">
        Simulated transaction
        <ShortId id={entry.transfer.txHash} name="the transaction's hash" />
      </span>
    );
  }
  if (entry.kind === "attention") return deliveries(entry.event);
  if (entry.kind !== "created" && entry.kind !== "ended") return null;
  return entry.events.length === 0 ? null : entry.events.map((event) => <div key={event.id}>{deliveries(event)}</div>);
}

type ChainFacts = Partial<Pick<PaymentTransfer, "network" | "txHash" | "blockNumber" | "from">>;

/** What proves a transfer to whoever looks it up. */
function OnChain({ network = "", txHash = "", blockNumber, from }: ChainFacts) {
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 *:flex *:min-h-11 *:items-center pointer-fine:*:min-h-9">
      <dt>Transaction</dt>
      <dd>
        <TxHash network={network} txHash={txHash} />
      </dd>
      {from && (
        <>
          <dt>From</dt>
          <dd>
            <ShortAddress address={from} name="the address it came from" />
          </dd>
        </>
      )}
      <dt>Block</dt>
      <dd className="figures">{blockNumber == null ? "—" : formatCount(blockNumber)}</dd>
    </dl>
  );
}
