import { TZDate } from "@date-fns/tz";
import { formatISO } from "date-fns";
import type { Metadata, Route } from "next";
import { Suspense } from "react";
import { ExportMenu } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/export-menu";
import { auditColumns } from "@/components/audit/audit-columns";
import { type DashboardParams, pathTo, withQuery } from "@/components/shell/paths";
import { ButtonLink } from "@/components/ui/button-link";
import { DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { FilterBar } from "@/components/ui/filter-bar";
import { FilterChip } from "@/components/ui/filter-chip";
import { FilterDates } from "@/components/ui/filter-dates";
import { zoneLabel } from "@/components/ui/instant-labels";
import { PageHeader } from "@/components/ui/page-header";
import { Pager } from "@/components/ui/pager";
import { TableSkeleton } from "@/components/ui/table-skeleton";
import { ListAuditInput, listAudit, listAuditPeople } from "@/lib/base/audit/list";
import { type Member, requireMember } from "@/lib/service/auth/member";
import { auditMessages } from "@/lib/service/messages/en/audit";

const { description, empty, filters, invalid, showAll, shown, title } = auditMessages;

export const metadata: Metadata = { title };

const NAMES = ["person", "action", "from", "to"];

/**
 * The skeleton is inside the page, not in a `loading.tsx`, so that a 404 or 403 is sent before anything is streamed.
 */
export default async function Page({
  params,
  searchParams,
}: PageProps<"/dashboard/[merchant]/[environment]/settings/audit">) {
  const member = await requireMember(params, "audit.view");
  const asked = ListAuditInput.safeParse(await searchParams);
  const { cursor, ...filter } = asked.success ? asked.data : {};
  const { ctx, merchant, environment } = member;
  const dashboard = { merchant: merchant.id, environment };
  const address = (cursor: string | null) => withQuery(pathTo(dashboard, "settings", "audit"), { ...filter, cursor });
  const now = new Date().toISOString();
  const people = await listAuditPeople(ctx);
  return (
    <>
      <PageHeader
        title={title}
        description={description(zoneLabel(new Date(now), merchant.timeZone))}
        actions={
          <ExportMenu
            href={withQuery(pathTo(dashboard, "settings", "audit", "export"), filter)}
            format={member.account.exportFormat}
          />
        }
      />
      <div className="flex flex-col gap-4">
        <FilterBar names={NAMES}>
          <FilterChip
            label={filters.person}
            name="person"
            options={people.map(({ id, name }) => ({ value: id, label: name }))}
          />
          <FilterChip label={filters.category} name="action" options={filters.categories} />
          <FilterDates today={formatISO(new TZDate(now, merchant.timeZone), { representation: "date" })} />
        </FilterBar>
        {asked.success ? (
          <Suspense fallback={<TableSkeleton caption={title} columns={auditColumns(dashboard, "UTC", "")} rows={12} />}>
            <Entries member={member} dashboard={dashboard} input={asked.data} now={now} address={address} />
          </Suspense>
        ) : (
          <EmptyState title={invalid.title} action={<ClearFilters dashboard={dashboard} />}>
            {invalid.text}
          </EmptyState>
        )}
      </div>
    </>
  );
}

type EntriesProps = {
  member: Member;
  dashboard: DashboardParams;
  input: ListAuditInput;
  now: string;
  address(cursor: string | null): Route;
};

async function Entries({ member: { ctx, merchant }, dashboard, input, now, address }: EntriesProps) {
  const { entries, next } = await listAudit(ctx, input);
  return (
    <div>
      <DataTable
        caption={title}
        columns={auditColumns(dashboard, merchant.timeZone, now)}
        rows={entries}
        rowId={({ id }) => id}
        empty={
          <EmptyState title={empty.title} action={<ClearFilters dashboard={dashboard} />}>
            {empty.text}
          </EmptyState>
        }
      />
      {(input.cursor || next) && (
        <Pager
          first={input.cursor ? address(null) : null}
          older={next ? address(next) : null}
          shown={shown(entries.length)}
        />
      )}
    </div>
  );
}

function ClearFilters({ dashboard }: { dashboard: DashboardParams }) {
  return <ButtonLink href={pathTo(dashboard, "settings", "audit")}>{showAll}</ButtonLink>;
}
