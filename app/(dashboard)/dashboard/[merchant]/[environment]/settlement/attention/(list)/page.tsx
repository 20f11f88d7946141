import type { Metadata, Route } from "next";
import { AttachTransaction } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/settlement/attention/attach-transaction";
import { attentionColumns } from "@/components/settlement/attention-columns";
import { ItemSearch } from "@/components/settlement/item-search";
import { KIND_WORDS } from "@/components/settlement/item-words";
import { LiveOnly } from "@/components/settlement/live-only";
import { SettlementTabs } from "@/components/settlement/settlement-tabs";
import { pathTo } from "@/components/shell/paths";
import { ButtonLink } from "@/components/ui/button-link";
import { DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { FilterBar } from "@/components/ui/filter-bar";
import { FilterChip } from "@/components/ui/filter-chip";
import { PageHeader } from "@/components/ui/page-header";
import { Pager } from "@/components/ui/pager";
import { requireMember } from "@/lib/auth/member";
import { pageAddress } from "@/lib/cursor";
import { countOpen, ListAttentionInput, listAttention } from "@/lib/settlement/attention-list";
import { ITEM_KINDS } from "@/lib/settlement/item-kinds";

export const metadata: Metadata = { title: "Needs attention" };

type Props = PageProps<"/dashboard/[merchant]/[environment]/settlement/attention">;

export default async function Page({ params, searchParams }: Props) {
  const { ctx, merchant, environment, can } = await requireMember(params, "settlement.view");
  const place = { merchant: merchant.id, environment };
  if (environment === "sandbox") return <LiveOnly place={place} />;
  const query = await searchParams;
  const filter = ListAttentionInput.catch({ show: "open" }).parse(query);
  const [{ items, next }, open] = await Promise.all([listAttention(ctx, filter), countOpen(ctx)]);
  const path = pathTo(place, "settlement", "attention");
  const narrowed = filter.kind !== undefined || filter.q !== undefined || filter.before !== undefined;
  return (
    <>
      <PageHeader
        title="Needs attention"
        description="Live money that did not do what was asked of it, until somebody has decided what happens with it. A payment's status never changes by that."
        actions={can("attention.manage") && <AttachTransaction scope={place} />}
      />
      <div className="flex flex-col gap-5">
        <SettlementTabs place={place} open={open} />
        <div className="flex flex-col gap-3">
          <ItemSearch />
          <FilterBar names={["show", "kind"]}>
            <FilterChip label="Decision" name="show" options={[{ value: "all", label: "open and decided" }]} />
            <FilterChip
              label="What"
              name="kind"
              options={ITEM_KINDS.map((kind) => ({ value: kind, label: KIND_WORDS[kind].short }))}
            />
          </FilterBar>
        </div>
        <div>
          <DataTable
            caption="Items"
            columns={attentionColumns({ zone: merchant.timeZone, now: new Date().toISOString() })}
            rows={items}
            rowId={(row) => row.id}
            rowHref={(row) => pathTo(place, "settlement", "attention", row.id)}
            empty={
              narrowed ? (
                <EmptyState title="Nothing like this" action={<ButtonLink href={path}>Show all open ones</ButtonLink>}>
                  The search knows a payment's whole id and a transaction's whole hash.
                </EmptyState>
              ) : (
                <EmptyState title={filter.show === "open" ? "Nothing needs attention" : "Nothing ever did"}>
                  When a customer pays too little, too much, too late, or to an address that no payment waits at, it
                  stands here until somebody has decided.
                </EmptyState>
              )
            }
          />
          {items.length > 0 && (
            <Pager
              newer={filter.before ? (pageAddress(path, query, null) as Route) : null}
              older={next ? (pageAddress(path, query, next) as Route) : null}
              shown={items.length === 1 ? "1 item" : `${items.length} items`}
            />
          )}
        </div>
      </div>
    </>
  );
}
