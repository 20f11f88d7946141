import type { Metadata } from "next";
import { type DashboardParams, pathTo, withQuery } from "@/components/shell/paths";
import { ButtonLink } from "@/components/ui/button-link";
import { DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { FilterBar } from "@/components/ui/filter-bar";
import { FilterChip } from "@/components/ui/filter-chip";
import { PageHeader } from "@/components/ui/page-header";
import { Pager } from "@/components/ui/pager";
import { SearchedTo } from "@/components/ui/searched-to";
import { TextSearch } from "@/components/ui/text-search";
import { deliveryColumns } from "@/components/webhooks/delivery-columns";
import { WebhookTabs } from "@/components/webhooks/webhook-tabs";
import { listEndpoints } from "@/lib/delivery/endpoints/list";
import { EVENT_TYPES } from "@/lib/delivery/events/catalog";
import { DeliveryFilter, searchDeliveries } from "@/lib/delivery/log/search-deliveries";
import { findNamed } from "@/lib/payments/lists/find-named";
import { readSearch } from "@/lib/payments/lists/search";
import { requireMember } from "@/lib/service/auth/member";
import { webhooksMessages } from "@/lib/service/messages/en/webhooks";

const { log, statuses } = webhooksMessages;

export const metadata: Metadata = { title: log.caption };

type Props = PageProps<"/dashboard/[merchant]/[environment]/webhooks/deliveries">;

const STATUSES = (["delivered", "pending", "failed"] as const).map((value) => ({ value, label: statuses[value] }));
const PERIODS = Object.entries(log.periods).map(([value, label]) => ({ value, label }));

export default async function Page({ params, searchParams }: Props) {
  const { ctx, merchant, environment, can } = await requireMember(params, "webhooks.view");
  const query = await searchParams;
  const filter = DeliveryFilter.parse(query);
  const search = filter.q === undefined ? null : readSearch(filter.q);
  const named = search && (await findNamed(ctx, search));
  const [page, endpoints] = await Promise.all([searchDeliveries(ctx, filter, named), listEndpoints(ctx)]);
  const dashboard = { merchant: merchant.id, environment };
  const path = pathTo(dashboard, "webhooks", "deliveries");
  const older = page.next ? withQuery(path, { ...query, before: page.next }) : null;
  const filtered = Object.values(filter).some((value) => value !== undefined);
  return (
    <>
      <PageHeader title={webhooksMessages.title} description={log.description} />
      <div className="flex flex-col gap-5">
        <WebhookTabs dashboard={dashboard} />
        <FilterBar names={["q", "status", "event", "endpoint", "period"]}>
          <TextSearch label={log.search.label} placeholder={log.search.placeholder} />
          <FilterChip label={log.filters.status} name="status" options={STATUSES} />
          <FilterChip
            label={log.filters.event}
            name="event"
            options={EVENT_TYPES.map((type) => ({ value: type, label: type }))}
          />
          {endpoints.length > 0 && (
            <FilterChip
              label={log.filters.endpoint}
              name="endpoint"
              options={endpoints.map(({ id, url }) => ({ value: id, label: shortened(url) }))}
            />
          )}
          <FilterChip label={log.filters.period} name="period" options={PERIODS} />
        </FilterBar>
        <div>
          <DataTable
            caption={log.caption}
            columns={deliveryColumns({ zone: merchant.timeZone, now: new Date().toISOString(), endpoints: true })}
            rows={page.rows}
            rowId={(row) => row.id}
            rowHref={(row) => pathTo(dashboard, "webhooks", "deliveries", row.id)}
            empty={
              filtered ? (
                <NothingFound dashboard={dashboard} searching={page.searchedTo !== null} />
              ) : (
                <NothingYet dashboard={dashboard} manages={can("webhooks.manage")} hasEndpoint={endpoints.length > 0} />
              )
            }
          />
          {page.searchedTo && (
            <SearchedTo
              iso={page.searchedTo.toISOString()}
              zone={merchant.timeZone}
              found={page.rows.length > 0}
              onward={older}
            />
          )}
          {page.rows.length > 0 && (
            <Pager
              first={filter.before ? withQuery(path, { ...query, before: null }) : null}
              older={older}
              shown={log.found(page.rows.length)}
            />
          )}
        </div>
      </div>
    </>
  );
}

function shortened(url: string): string {
  return url.length > 60 ? `${url.slice(0, 59)}…` : url;
}

function NothingFound({ dashboard, searching }: { dashboard: DashboardParams; searching: boolean }) {
  return (
    <EmptyState
      title={searching ? log.nothingFound.titleSoFar : log.nothingFound.title}
      action={<ButtonLink href={pathTo(dashboard, "webhooks", "deliveries")}>{log.nothingFound.action}</ButtonLink>}
    >
      {searching ? log.nothingFound.textSoFar : log.nothingFound.text}
    </EmptyState>
  );
}

function NothingYet({
  dashboard,
  manages,
  hasEndpoint,
}: {
  dashboard: DashboardParams;
  manages: boolean;
  hasEndpoint: boolean;
}) {
  const action =
    manages && !hasEndpoint ? (
      <ButtonLink href={pathTo(dashboard, "webhooks", "new")} look="primary">
        {webhooksMessages.endpoints.add}
      </ButtonLink>
    ) : (
      <ButtonLink href={pathTo(dashboard, "webhooks")}>{log.empty.action}</ButtonLink>
    );
  return (
    <EmptyState title={log.empty.title} action={action}>
      {log.empty.text} {manages && <span>{log.empty.sendOne}</span>}
    </EmptyState>
  );
}
