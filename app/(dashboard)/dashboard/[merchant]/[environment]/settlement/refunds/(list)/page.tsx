import type { Metadata } from "next";
import { SendSignedFile } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/settlement/send-signed-file";
import type { RefundWalletFunds } from "@/components/refunds/chosen-bar";
import { choosable } from "@/components/refunds/chosen-refunds";
import { ChooseAllRefunds, RefundChoice } from "@/components/refunds/refund-choice";
import { refundColumns, refundName } from "@/components/refunds/refund-columns";
import { RefundFilters } from "@/components/refunds/refund-filters";
import { RefundTotals } from "@/components/refunds/refund-totals";
import { SettlementTabs } from "@/components/settlement/settlement-tabs";
import { type DashboardParams, pathTo, withQuery } from "@/components/shell/paths";
import { ButtonLink } from "@/components/ui/button-link";
import { DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { zoneLabel } from "@/components/ui/instant-labels";
import { PageHeader } from "@/components/ui/page-header";
import { Pager } from "@/components/ui/pager";
import { inTurn } from "@/lib/base/pacing/turns";
import { formatCount } from "@/lib/base/values/intl";
import { keptWalletBalance } from "@/lib/chain/nodes/wallet-balance";
import { getRefundWallet } from "@/lib/chain/wallets/get-refund-wallet";
import { countWaiting } from "@/lib/payments/attention/count-waiting";
import { type RefundTotals as Totals, totalRefunds } from "@/lib/payments/refunds/count";
import { listRefunds } from "@/lib/payments/refunds/list";
import { ListRefundsInput } from "@/lib/payments/refunds/list-filter";
import { listRefundKeys } from "@/lib/payments/refunds/list-refund-keys";
import { type Member, requireMember } from "@/lib/service/auth/member";
import { refundsMessages } from "@/lib/service/messages/en/refunds";
import { ChosenActions } from "./chosen-actions";

export const metadata: Metadata = { title: refundsMessages.title };

const { empty, noMatch } = refundsMessages;

type Props = PageProps<"/dashboard/[merchant]/[environment]/settlement/refunds">;

export default async function Page({ params, searchParams }: Props) {
  const member = await requireMember(params, "settlement.view");
  const { ctx, merchant, environment, can } = member;
  const dashboard = { merchant: merchant.id, environment };
  const query = await searchParams;
  const filter = ListRefundsInput.parse(query);
  // a search may read far more than a page
  const [{ refunds, next }, totals, waiting, keys] = await inTurn(ctx.actor.userId, () =>
    Promise.all([listRefunds(ctx, filter), totalRefunds(ctx, filter), countWaiting(ctx), listRefundKeys(ctx)]),
  );
  const rows = can("attention.manage") ? choosable(refunds, refundName) : [];
  const path = pathTo(dashboard, "settlement", "refunds");
  const now = new Date();
  return (
    <>
      <PageHeader
        title={refundsMessages.title}
        description={
          <>
            <span>{`${refundsMessages.descriptions[environment]} `}</span>
            <span>{refundsMessages.times(zoneLabel(now, merchant.timeZone))}</span>
          </>
        }
        actions={environment === "live" && can("attention.manage") && <SendSignedFile dashboard={dashboard} />}
      />
      <div className="flex flex-col gap-5">
        <SettlementTabs dashboard={dashboard} waiting={waiting} />
        <RefundFilters keys={keys} />
        <RefundChoice
          // what was chosen in another page or under another filter is out of sight
          key={JSON.stringify(query)}
          rows={rows}
        >
          {totals.count > 0 && (
            <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
              <RefundTotals totals={totals} />
              <ChooseAllRefunds />
            </div>
          )}
          <div>
            <DataTable
              caption={refundsMessages.table.caption}
              columns={refundColumns({ dashboard, zone: merchant.timeZone, now: now.toISOString() })}
              rows={refunds}
              rowId={(row) => row.id}
              empty={<Nothing dashboard={dashboard} filter={filter} />}
            />
            {refunds.length > 0 && (
              <Pager
                first={filter.before ? withQuery(path, { ...query, before: null }) : null}
                older={next ? withQuery(path, { ...query, before: next }) : null}
                shown={formatRange(totals, refunds.length)}
              />
            )}
          </div>
          {can("attention.manage") && (
            <ChosenActions dashboard={dashboard} wallet={rows.length > 0 ? await walletFunds(member) : null} />
          )}
        </RefundChoice>
      </div>
    </>
  );
}

/** A node is asked while the page is shown already. */
async function walletFunds({ ctx, environment }: Member): Promise<RefundWalletFunds | null> {
  const { network } = ctx.settings;
  const wallet = network && environment === "live" ? await getRefundWallet(ctx) : null;
  if (!network || !wallet) return null;
  const balance = keptWalletBalance(ctx, network, wallet.hex);
  return { address: wallet.address, balanceMicros: balance.then(({ usdtMicros }) => usdtMicros) };
}

function Nothing({ dashboard, filter }: { dashboard: DashboardParams; filter: ListRefundsInput }) {
  const path = pathTo(dashboard, "settlement", "refunds");
  const { q, status, by, confirmed, before, show } = filter;
  if (q || status.length > 0 || by || confirmed || before) {
    return (
      <EmptyState title={noMatch.title} action={<ButtonLink href={path}>{noMatch.action}</ButtonLink>}>
        {noMatch.text}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={empty[show]}
      action={
        <>
          <ButtonLink href={pathTo(dashboard, "payments")}>{empty.action}</ButtonLink>
          {show === "open" && (
            <ButtonLink href={withQuery(path, { show: "all" })} look="secondary">
              {empty.showAll}
            </ButtonLink>
          )}
        </>
      }
    >
      {empty.text}
    </EmptyState>
  );
}

/** `51–100 of 612`. */
function formatRange({ count, isMore, before }: Totals, shown: number): string {
  const all = `${formatCount(count)}${isMore ? "+" : ""}`;
  return refundsMessages.range(formatCount(before + 1), formatCount(before + shown), all);
}
