import { estimatedTerms } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/settlement/estimated-terms";
import { SendSignedFile } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/settlement/send-signed-file";
import { UnfinishedActions } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/settlement/unfinished-actions";
import { RefundList } from "@/components/attention/refund-list";
import { RefundSums } from "@/components/attention/refund-sums";
import { DownloadToSign } from "@/components/funds/download-to-sign";
import { SigningWays } from "@/components/funds/signing-ways";
import { type DashboardParams, pathTo } from "@/components/shell/paths";
import { zoneLabel } from "@/components/ui/instant-labels";
import { Section } from "@/components/ui/section";
import { TextLink } from "@/components/ui/text-link";
import type { RefundRow } from "@/lib/payments/refunds/list-rows";
import type { RefundSums as Sums } from "@/lib/payments/refunds/payment-refunds";
import type { Member } from "@/lib/service/auth/member";
import { attentionMessages } from "@/lib/service/messages/en/attention";
import { CancelRefund } from "./cancel-refund";
import { CheckSent } from "./check-sent";
import { PrepareAgain } from "./prepare-again";
import { SignRefund } from "./sign-refund";
import { SimulateRefund } from "./simulate-refund";

const words = attentionMessages.item.refunds;

type Props = {
  member: Member;
  refunds: RefundRow[];
  /** of their payment; null: the money belongs to none */
  sums: Sums | null;
  /** the network that the money arrived on */
  network: string;
  /** path of the page, below which the file to sign is */
  path: string;
  now: string;
};

/** The refunds of a payment or an item, with what the member can do about each. */
export function RefundSection({ member, refunds, sums, network, path, now }: Props) {
  const { merchant, environment, can } = member;
  const dashboard = { merchant: merchant.id, environment };
  const isLive = environment === "live";
  const canManage = can("attention.manage");
  return (
    <Section
      title={words.title}
      description={`${words.descriptions[environment]} ${attentionMessages.item.zone(zoneLabel(new Date(now), merchant.timeZone))}.`}
      // outlives the refund's way from prepared to sent, so that the results stay
      actions={isLive && canManage && <SendSignedFile dashboard={dashboard} />}
    >
      <div className="flex min-w-0 flex-col gap-5">
        {sums && <RefundSums sums={sums} />}
        <RefundList
          refunds={refunds}
          network={network}
          zone={merchant.timeZone}
          now={now}
          actions={(refund) => canManage && <Actions dashboard={dashboard} refund={refund} />}
          kept={({ txHash, from, isUnsent }) =>
            canManage && <UnfinishedActions dashboard={dashboard} txHash={txHash} from={from} isUnsent={isUnsent} />
          }
          signing={({ id, command, from, to, amountMicros }) =>
            canManage &&
            command !== null &&
            from !== null &&
            to !== null && (
              <SigningWays
                ways={{
                  tronLink: <SignRefund dashboard={dashboard} refundId={id} />,
                  file: <DownloadToSign href={`${path}/transfer?${new URLSearchParams({ refund: id })}`} />,
                }}
                commands={[command]}
                estimated={estimatedTerms(member.ctx, {
                  transfers: [{ from, to, amountMicros }],
                  commands: [command],
                })}
              />
            )
          }
          confirm={canManage && <TextLink href={pathTo(dashboard, "settlement", "refunds")}>{words.confirm}</TextLink>}
        />
      </div>
    </Section>
  );
}

function Actions({ dashboard, refund: { id, state, from } }: { dashboard: DashboardParams; refund: RefundRow }) {
  const isSimulated = dashboard.environment === "sandbox" && from === null;
  const isSent = state === "confirming";
  return (
    <div className="flex flex-wrap gap-2">
      {isSimulated && (isSent || state === "waiting") && (
        <SimulateRefund dashboard={dashboard} refundId={id} isSent={isSent} />
      )}
      {!isSimulated && isSent && <CheckSent dashboard={dashboard} refundId={id} />}
      {state === "failed" && <PrepareAgain dashboard={dashboard} refundId={id} />}
      {!isSent && <CancelRefund dashboard={dashboard} refundId={id} />}
    </div>
  );
}
