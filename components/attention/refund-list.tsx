import { CopyableAddress, TxHash } from "@/components/settlement/chain-text";
import { Amount } from "@/components/ui/amount";
import { CopyField } from "@/components/ui/copy-field";
import type { Elements } from "@/components/ui/elements";
import { Note } from "@/components/ui/note";
import { Qr } from "@/components/ui/qr";
import { StatusBadge } from "@/components/ui/status-badge";
import { Time } from "@/components/ui/time";
import { decimalFromMicros, displayAmount } from "@/lib/base/values/money";
import type { RefundRow } from "@/lib/payments/refunds/list-rows";
import { attentionMessages } from "@/lib/service/messages/en/attention";
import { describeFailure, signingMessages } from "@/lib/service/messages/en/signing";

type Props = {
  refunds: RefundRow[];
  /** the network they are sent on */
  network: string;
  zone: string;
  now: string;
  actions: (refund: RefundRow) => Elements;
  /** the ways to sign a refund that waits and that its address can pay; null for members who can't */
  signing: (refund: RefundRow) => Elements;
  /** what can be done about a signed transaction that no node is known to have */
  kept: (kept: NonNullable<RefundRow["kept"]> & { from: string }) => Elements;
  /** where a refund is confirmed that isn't; null for members who can't */
  confirm: Elements;
};

const words = attentionMessages.refundList;

/**
 * Each refund of a payment or an item: what to sign while it is pending, and what came of it. In the sandbox there is
 * nothing to sign.
 */
export function RefundList({ refunds, network, zone, now, actions, signing, kept, confirm }: Props) {
  return (
    <ul className="flex flex-col gap-4">
      {refunds.map((refund) => (
        <li key={refund.id} className="flex min-w-0 flex-col gap-4 rounded-till border bg-card p-5">
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
            <p className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
              <Amount value={displayAmount(refund.amountMicros)} className="text-20 font-medium" />
              <StatusBadge status={STATUSES[refund.state]} words={words.state[stateOf(refund)]} />
            </p>
            {refund.state !== "left" && refund.state !== "withdrawn" && actions(refund)}
          </div>
          {refund.failed && (
            <Note tone="brick">
              <span>{`${words.failed} ${describeFailure(refund.failed.cause)}`}</span>
            </Note>
          )}
          {refund.state === "address" && (
            <p className="max-w-measure text-14 text-pretty">{words.asksAddress[environmentOf(refund)]}</p>
          )}
          {refund.state === "unconfirmed" && (
            <Note tone="amber">
              <p>{words.confirmFirst[environmentOf(refund)]}</p>
              {confirm}
            </Note>
          )}
          {isToSign(refund) && (
            <>
              <ToSign refund={refund} />
              {signing(refund)}
            </>
          )}
          {refund.shortfall && <Note tone="brick">{refund.shortfall}</Note>}
          {refund.kept && (
            <>
              <p className="max-w-measure text-14 text-pretty">
                <span>{`${keptText(refund.kept).before} `}</span>
                <Time iso={refund.kept.expiresAt.toISOString()} zone={zone} now={now} />
                <span>{keptText(refund.kept).after}</span>
              </p>
              {refund.from && kept({ ...refund.kept, from: refund.from })}
            </>
          )}
          {refund.state === "confirming" && refund.expiresAt && !refund.kept && (
            <p className="max-w-measure text-14 text-pretty">
              {words.until.before} <Time iso={refund.expiresAt.toISOString()} zone={zone} now={now} />
              {words.until.after}
            </p>
          )}
          <Facts refund={refund} network={network} zone={zone} now={now} />
        </li>
      ))}
    </ul>
  );
}

const STATUSES = {
  address: "waiting",
  unconfirmed: "attention",
  waiting: "waiting",
  confirming: "waiting",
  failed: "failed",
  left: "paid",
  withdrawn: "cancelled",
} as const;

/** A refund of the sandbox has no address to send from, and its transfer is simulated. */
function environmentOf({ from }: RefundRow) {
  return from === null ? "sandbox" : "live";
}

function stateOf(refund: RefundRow) {
  const { state, kept } = refund;
  if (kept) return kept.isUnsent ? "unsent" : "unclear";
  return state === "left" && environmentOf(refund) === "sandbox" ? "simulated" : state;
}

function keptText({ isUnsent }: NonNullable<RefundRow["kept"]>) {
  return isUnsent ? signingMessages.again.unsent : signingMessages.again.unclear;
}

type RefundToSign = RefundRow & { from: string; to: string };

function isToSign(refund: RefundRow): refund is RefundToSign {
  const { state, from, to, shortfall, kept } = refund;
  return state === "waiting" && from !== null && to !== null && !shortfall && !kept;
}

/** All that a wallet app needs, to scan or copy. */
function ToSign({ refund: { from, to, amountMicros } }: { refund: RefundToSign }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-5 sm:grid-cols-[minmax(0,1fr)_10rem]">
      <div className="flex min-w-0 flex-col gap-3 text-14">
        <Labelled label={words.from.label}>
          <CopyField name={words.from.copy} value={from} whole />
        </Labelled>
        <Labelled label={words.to.label}>
          <CopyField name={words.to.copy} value={to} whole />
        </Labelled>
        <Labelled label={words.amount.label}>
          <CopyField name={words.amount.copy} value={decimalFromMicros(amountMicros)} />
        </Labelled>
      </div>
      <div className="flex flex-col items-center gap-1 max-sm:order-first">
        <div className="w-40 max-w-full">
          <Qr value={to} title={words.qr} />
        </div>
        <p className="text-12 text-ink-2">{words.to.label}</p>
      </div>
    </div>
  );
}

function Labelled({ label, children }: { label: string; children: Elements }) {
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <p className="text-ink-2">{label}</p>
      {children}
    </div>
  );
}

type FactsProps = Pick<Props, "network" | "zone" | "now"> & { refund: RefundRow };

/** Where it goes and why, and what happened to it when. */
function Facts({ refund, network, zone, now }: FactsProps) {
  const { from, to, reason, txHash, createdAt, sentAt, finalAt, withdrawnAt } = refund;
  const moments = [
    { name: words.prepared, at: createdAt, by: doerOf(refund) },
    { name: words.sent, at: sentAt },
    { name: words.final, at: finalAt },
    { name: words.cancelled, at: withdrawnAt },
  ];
  return (
    <dl className="grid max-w-2xl grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-2 text-14 sm:grid-cols-[10rem_minmax(0,1fr)]">
      {!isToSign(refund) && (
        <Fact name={words.sentTo}>
          {to ? <CopyableAddress address={to} name={words.to.copy} /> : <span>{words.awaitsAddress}</span>}
        </Fact>
      )}
      {reason !== null && (
        <Fact name={words.reason}>
          <span className="min-w-0 wrap-anywhere">{reason}</span>
        </Fact>
      )}
      {moments.map(
        ({ name, at, by }) =>
          at && (
            <Fact key={name} name={name}>
              <span>
                <Time iso={at.toISOString()} zone={zone} now={now} />
                {by && <span className="wrap-anywhere">{words.by(by)}</span>}
              </span>
            </Fact>
          ),
      )}
      {txHash && (
        <Fact name={from === null ? words.simulatedTransaction : words.transaction}>
          <TxHash network={network} txHash={txHash} />
        </Fact>
      )}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: Elements }) {
  return (
    <div className="contents">
      <dt className="text-ink-2 max-sm:-mb-2">{name}</dt>
      <dd className="flex min-w-0 flex-wrap items-center">{children}</dd>
    </div>
  );
}

function doerOf({ preparedBy, preparedByKey }: RefundRow): string | null {
  return preparedByKey === null ? preparedBy : words.key(preparedByKey);
}
