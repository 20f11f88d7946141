import type { Route } from "next";
import { ShortAddress, TxHash } from "@/components/settlement/chain-text";
import { Amount } from "@/components/ui/amount";
import { StatusMark } from "@/components/ui/status-mark";
import { TextLink } from "@/components/ui/text-link";
import { Moment, Timeline, TimelineEvent } from "@/components/ui/timeline";
import { WarningMark } from "@/components/ui/warning-mark";
import { formatCount } from "@/lib/base/values/intl";
import { displayAmount } from "@/lib/base/values/money";
import type { AttentionItem } from "@/lib/payments/attention/get-attention";
import { wasInTime } from "@/lib/payments/attention/was-in-time";
import { attentionMessages, attentionResolutions } from "@/lib/service/messages/en/attention";

type Props = {
  item: AttentionItem;
  zone: string;
  now: string;
  /** the page of the payment that it is about */
  paymentHref: Route | null;
};

type Entry = {
  id: string;
  at: Date;
  /** the time that it sorts by, if another one */
  sortedAt?: Date;
  order: number;
  event: Omit<Parameters<typeof TimelineEvent>[0], "time">;
};

const text = attentionMessages.timeline;

/** The history of an item, oldest first: the payment, each transfer with its proof, the end, the decision. */
export function ItemTimeline({ item, zone, now, paymentHref }: Props) {
  const entries = [...ofIntent(item, paymentHref), ...ofTransfers(item), ...ofRest(item), ...ofDecision(item)].sort(
    (a, b) => (a.sortedAt ?? a.at).getTime() - (b.sortedAt ?? b.at).getTime() || a.order - b.order,
  );
  return (
    <Timeline label={attentionMessages.item.timeline}>
      {entries.map(({ id, at, event }) => (
        <TimelineEvent key={id} {...event} time={<Moment iso={at.toISOString()} zone={zone} now={now} />} />
      ))}
    </Timeline>
  );
}

function ofIntent({ intent }: AttentionItem, paymentHref: Route | null): Entry[] {
  if (!intent) return [];
  const name = intent.reference ?? `${intent.id.slice(0, 4)}…${intent.id.slice(-4)}`;
  const created: Entry = {
    id: "created",
    at: intent.createdAt,
    order: 0,
    event: {
      title: (
        <span>
          {text.created} <Amount value={displayAmount(intent.amountMicros)} />
        </span>
      ),
      children: paymentHref ? <TextLink href={paymentHref}>{name}</TextLink> : name,
    },
  };
  if (intent.status === "pending" || !intent.endedAt) return [created];
  return [created, { id: "ended", at: intent.endedAt, order: 2, event: ENDS[intent.status] }];
}

const ENDS = {
  paid: { title: text.paid, mark: <StatusMark status="paid" />, tone: "good" },
  expired: { title: text.expired, mark: <StatusMark status="expired" /> },
  cancelled: { title: text.cancelled, mark: <StatusMark status="cancelled" /> },
} as const;

/** Of a transfer that is not recorded. */
const UNCOUNTED: Partial<Record<AttentionItem["kind"], string>> = {
  disputed: text.reported,
  unreadable: text.unreadable,
};

function getUncounted(transfer: AttentionItem["transfers"][number], intent: AttentionItem["intent"]): string {
  const isFoundLate = intent?.status === "expired" && wasInTime(intent.expiresAt, transfer);
  return isFoundLate ? text.foundLate : text.notApplied;
}

function ofTransfers({ transfers, kind, intent }: AttentionItem): Entry[] {
  const end = intent?.endedAt ?? null;
  return transfers.map((transfer) => ({
    id: transfer.id ?? `${transfer.txHash} ${transfer.logIndex}`,
    at: transfer.occurredAt,
    // what was applied came before the end, although a simulated transfer is written a moment later in its transaction
    sortedAt: transfer.counted && end && end < transfer.occurredAt ? end : undefined,
    order: transfer.counted ? 1 : 3,
    event: {
      title: (
        <>
          {transfer.amountMicros === null ? (
            <span>{text.unknownAmount}</span>
          ) : (
            <Amount value={displayAmount(transfer.amountMicros)} />
          )}
          <span>{` ${transfer.counted ? text.received : (UNCOUNTED[kind] ?? getUncounted(transfer, intent))}`}</span>
        </>
      ),
      ...(transfer.counted ? {} : { mark: <WarningMark />, tone: "amber" as const }),
      children: (
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 *:flex *:min-h-11 *:items-center pointer-fine:*:min-h-9">
          <dt>{transfer.network === "sandbox" ? text.simulatedTransaction : text.transaction}</dt>
          <dd>
            <TxHash network={transfer.network} txHash={transfer.txHash} />
          </dd>
          {transfer.from && (
            <>
              <dt>{text.from}</dt>
              <dd>
                <ShortAddress address={transfer.from} name={text.sender} />
              </dd>
            </>
          )}
          {transfer.to && (
            <>
              <dt>{text.to}</dt>
              <dd>
                <ShortAddress address={transfer.to} name={text.recipient} />
              </dd>
            </>
          )}
          {transfer.blockNumber !== null && (
            <>
              <dt>{text.block}</dt>
              <dd className="figures">{formatCount(transfer.blockNumber)}</dd>
            </>
          )}
        </dl>
      ),
    },
  }));
}

/** A payment of the remaining amount that ended unpaid; a pending or paid one is told by the decision. */
function ofRest({ rest }: AttentionItem): Entry[] {
  if (!rest?.endedAt || rest.status === "pending" || rest.status === "paid") return [];
  return [
    { id: "requested", at: rest.createdAt, order: 4, event: { title: text.requested } },
    {
      id: "reopened",
      at: rest.endedAt,
      order: 5,
      event: {
        title: text.reopened(rest.status),
        mark: <WarningMark />,
        tone: "amber",
      },
    },
  ];
}

function ofDecision({ resolution, resolvedAt, resolvedBy, note }: AttentionItem): Entry[] {
  if (!resolution || !resolvedAt) return [];
  const by = resolvedBy ? text.by(resolvedBy) : "";
  return [
    {
      id: "decision",
      at: resolvedAt,
      order: 6,
      event: {
        title: `${attentionResolutions[resolution]}${resolution === "settled" ? "" : by}`,
        mark: <StatusMark status="paid" />,
        tone: "good",
        children: note ? <q className="wrap-anywhere">{note}</q> : null,
      },
    },
  ];
}
