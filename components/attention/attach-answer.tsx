import { CopyableAddress } from "@/components/settlement/chain-text";
import { type DashboardParams, pathTo } from "@/components/shell/paths";
import { Amount } from "@/components/ui/amount";
import { StatusBadge } from "@/components/ui/status-badge";
import { TextLink } from "@/components/ui/text-link";
import { displayAmount } from "@/lib/base/values/money";
import { attachResults, attentionMessages } from "@/lib/service/messages/en/attention";
import type { Attached } from "@/lib/settlement/ledger/attach-transfer";

/** What the look-up of a transaction found. */
export function AttachAnswer({ answer, dashboard }: { answer: Attached; dashboard: DashboardParams }) {
  const { found, message } = answer;
  const transfers = [
    ...answer.transfers.map((one) => ({ ...one, side: "arrived" })),
    ...answer.sent.map((one) => ({ ...one, side: "sent", intentId: null })),
  ];
  return (
    <div role="status" className="flex min-w-0 flex-col gap-3 text-14">
      <StatusBadge status={STATUSES[found]} words={attachResults[found]} />
      <p className="max-w-measure text-pretty">{message}</p>
      {transfers.length > 0 && (
        <ul className="flex flex-col divide-y border-y">
          {transfers.map(({ amountMicros, to, intentId, side }) => (
            <li
              key={`${side} ${to} ${amountMicros}`}
              className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3"
            >
              <CopyableAddress address={to} name={attentionMessages.attach.recipient} />
              <span className="flex items-center gap-4">
                <Amount value={displayAmount(amountMicros)} />
                {intentId && (
                  <TextLink href={pathTo(dashboard, "payments", intentId)}>
                    {attentionMessages.attach.viewPayment}
                  </TextLink>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const STATUSES: Record<Attached["found"], Parameters<typeof StatusBadge>[0]["status"]> = {
  recorded: "paid",
  known: "paid",
  earlier: "paid",
  not_final: "waiting",
  failed: "failed",
  other_token: "failed",
  empty: "failed",
  not_yours: "failed",
  disputed: "attention",
  unknown: "failed",
};
