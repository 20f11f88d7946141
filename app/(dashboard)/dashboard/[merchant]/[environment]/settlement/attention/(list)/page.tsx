import type { Metadata } from "next";
import { AttachTransaction } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/settlement/attention/attach-transaction";
import { attentionColumns, itemPlaces } from "@/components/attention/attention-columns";
import { AttentionTotals } from "@/components/attention/attention-totals";
import { ItemSearch } from "@/components/attention/item-search";
import { SettlementTabs } from "@/components/settlement/settlement-tabs";
import { pathTo, withQuery } from "@/components/shell/paths";
import { ButtonLink } from "@/components/ui/button-link";
import { DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { FilterBar } from "@/components/ui/filter-bar";
import { FilterChip } from "@/components/ui/filter-chip";
import { PageHeader } from "@/components/ui/page-header";
import { Pager } from "@/components/ui/pager";
import { CHAIN_KINDS, ITEM_KINDS } from "@/lib/base/values/attention-kinds";
import { formatCount } from "@/lib/base/values/intl";
import {
  ListAttentionInput,
  listAttention,
  type AttentionTotals as Totals,
  totalAttention,
} from "@/lib/payments/attention/attention-list";
import { countWaiting } from "@/lib/payments/attention/count-waiting";
import { requireMember } from "@/lib/service/auth/member";
import { attentionKinds, attentionMessages } from "@/lib/service/messages/en/attention";

export const metadata: Metadata = { title: attentionMessages.title };

const { filters, noMatch, empty } = attentionMessages;

type Props = PageProps<"/dashboard/[merchant]/[environment]/settlement/attention">;

export default async function Page({ params, searchParams }: Props) {
  const { ctx, merchant, environment, can } = await requireMember(params, "settlement.view");
  const dashboard = { merchant: merchant.id, environment };
  const query = await searchParams;
  const filter = ListAttentionInput.catch({ show: "open" }).parse(query);
  const [{ items, next }, totals, waiting] = await Promise.all([
    listAttention(ctx, filter),
    totalAttention(ctx, filter),
    countWaiting(ctx),
  ]);
  const path = pathTo(dashboard, "settlement", "attention");
  const narrowed = filter.kind !== undefined || filter.q !== undefined || filter.before !== undefined;
  return (
    <>
      <PageHeader
        title={attentionMessages.title}
        description={attentionMessages.descriptions[environment]}
        actions={environment === "live" && can("attention.manage") && <AttachTransaction dashboard={dashboard} />}
      />
      <div className="flex flex-col gap-5">
        <SettlementTabs dashboard={dashboard} waiting={waiting} />
        <div className="flex flex-col gap-3">
          <ItemSearch />
          <FilterBar names={["show", "kind"]}>
            <FilterChip label={filters.status} name="show" options={[{ value: "all", label: filters.statusAll }]} />
            <FilterChip
              label={filters.kind}
              name="kind"
              options={ITEM_KINDS.filter((kind) => environment === "live" || !CHAIN_KINDS.includes(kind)).map(
                (kind) => ({ value: kind, label: attentionKinds[kind].short }),
              )}
            />
          </FilterBar>
        </div>
        {totals.count > 0 && <AttentionTotals totals={totals} />}
        <div>
          <DataTable
            caption={attentionMessages.table.caption}
            columns={attentionColumns({
              zone: merchant.timeZone,
              now: new Date().toISOString(),
              places: itemPlaces(items),
            })}
            rows={items}
            rowId={(row) => row.id}
            rowHref={(row) => pathTo(dashboard, "settlement", "attention", row.id)}
            empty={
              narrowed ? (
                <EmptyState title={noMatch.title} action={<ButtonLink href={path}>{noMatch.action}</ButtonLink>}>
                  {noMatch.text}
                </EmptyState>
              ) : (
                <EmptyState
                  title={filter.show === "open" ? empty.open : empty.all}
                  action={<ButtonLink href={pathTo(dashboard, "payments")}>{empty.action}</ButtonLink>}
                >
                  {empty.text}
                </EmptyState>
              )
            }
          />
          {items.length > 0 && (
            <Pager
              first={filter.before ? withQuery(path, { ...query, before: null }) : null}
              older={next ? withQuery(path, { ...query, before: next }) : null}
              shown={formatRange(totals, items.length)}
            />
          )}
        </div>
      </div>
    </>
  );
}

/** `51–100 of 612`. */
function formatRange({ count, isMore, before }: Totals, shown: number): string {
  const all = isMore ? `${formatCount(count - 1)}+` : formatCount(count);
  return attentionMessages.range(formatCount(before + 1), formatCount(before + shown), all);
}
