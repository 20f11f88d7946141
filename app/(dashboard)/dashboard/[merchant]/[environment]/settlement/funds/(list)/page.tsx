import type { Metadata } from "next";
import { ExportMenu } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/export-menu";
import { balancePlaces, fundsColumns } from "@/components/funds/funds-columns";
import { FundsTotals } from "@/components/funds/funds-totals";
import { LiveOnly } from "@/components/settlement/live-only";
import { SettlementTabs } from "@/components/settlement/settlement-tabs";
import { pathTo, withQuery } from "@/components/shell/paths";
import { ButtonLink } from "@/components/ui/button-link";
import { DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { FilterBar } from "@/components/ui/filter-bar";
import { FilterChip } from "@/components/ui/filter-chip";
import { PageHeader } from "@/components/ui/page-header";
import { Pager } from "@/components/ui/pager";
import { countWaiting } from "@/lib/payments/attention/count-waiting";
import { requireMember } from "@/lib/service/auth/member";
import { fundsMessages } from "@/lib/service/messages/en/funds";
import { walletMessages } from "@/lib/service/messages/en/wallet";
import { ListFundsInput, listFunds } from "@/lib/settlement/funds/funds";
import { listDiffering } from "@/lib/settlement/ledger/accept-balance";
import { DifferingAddresses } from "./differing-addresses";

export const metadata: Metadata = { title: fundsMessages.title };

const { empty, noBalance } = fundsMessages;

type Props = PageProps<"/dashboard/[merchant]/[environment]/settlement/funds">;

export default async function Page({ params, searchParams }: Props) {
  const { ctx, account, merchant, environment, can } = await requireMember(params, "settlement.view");
  const dashboard = { merchant: merchant.id, environment };
  if (environment === "sandbox") return <LiveOnly dashboard={dashboard} waiting={await countWaiting(ctx)} />;
  const query = await searchParams;
  const filter = ListFundsInput.catch({ only: "all" }).parse(query);
  const [{ totals, rows, next }, waiting, differing] = await Promise.all([
    listFunds(ctx, filter),
    countWaiting(ctx),
    ctx.settings.network ? listDiffering(ctx) : null,
  ]);
  const path = pathTo(dashboard, "settlement", "funds");
  const now = new Date().toISOString();
  return (
    <>
      <PageHeader
        title={fundsMessages.title}
        description={fundsMessages.description}
        actions={
          totals.addresses > 0 && (
            <>
              <ExportMenu href={`${path}/export`} format={account.exportFormat} />
              <ButtonLink href={pathTo(dashboard, "settlement", "funds", "sweep")} look="primary">
                {fundsMessages.sweep}
              </ButtonLink>
            </>
          )
        }
      />
      <div className="flex flex-col gap-5">
        <SettlementTabs dashboard={dashboard} waiting={waiting} />
        {totals.addresses > 0 && <FundsTotals totals={totals} zone={merchant.timeZone} now={now} />}
        {differing && differing.addresses.length > 0 && (
          <DifferingAddresses dashboard={dashboard} {...differing} canAccept={can("attention.manage")} />
        )}
        <FilterBar names={["only"]}>
          <FilterChip
            label={fundsMessages.filter.label}
            name="only"
            options={[{ value: "funded", label: fundsMessages.filter.funded }]}
          />
        </FilterBar>
        <div>
          <DataTable
            caption={fundsMessages.table.caption}
            columns={fundsColumns({ zone: merchant.timeZone, now, places: balancePlaces(rows) })}
            rows={rows}
            rowId={(row) => row.address}
            empty={
              totals.addresses === 0 ? (
                <EmptyState
                  title={empty.title}
                  action={
                    can("settlement.manage") &&
                    ctx.settings.network && (
                      <ButtonLink href={pathTo(dashboard, "settlement", "wallet")} look="primary">
                        {walletMessages.set}
                      </ButtonLink>
                    )
                  }
                >
                  {empty.text}
                </EmptyState>
              ) : (
                <EmptyState title={noBalance.title} action={<ButtonLink href={path}>{noBalance.action}</ButtonLink>}>
                  {noBalance.text}
                </EmptyState>
              )
            }
          />
          {rows.length > 0 && (
            <Pager
              first={filter.before ? withQuery(path, { ...query, before: null }) : null}
              older={next ? withQuery(path, { ...query, before: next }) : null}
              shown={fundsMessages.found(rows.length)}
            />
          )}
        </div>
      </div>
    </>
  );
}
