import type { Metadata, Route } from "next";
import { pathTo } from "@/components/shell/paths";
import { DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { FilterBar } from "@/components/ui/filter-bar";
import { FilterChip } from "@/components/ui/filter-chip";
import { PageHeader } from "@/components/ui/page-header";
import { Pager } from "@/components/ui/pager";
import { deliveryColumns } from "@/components/webhooks/delivery-columns";
import { WebhookTabs } from "@/components/webhooks/webhook-tabs";
import { requireMember } from "@/lib/auth/member";
import { pageAddress } from "@/lib/cursor";
import { EVENT_TYPES } from "@/lib/webhooks/events";
import { listEndpoints } from "@/lib/webhooks/list-endpoints";
import { DeliveryFilter, searchDeliveries } from "@/lib/webhooks/search-deliveries";

export const metadata: Metadata = { title: "Deliveries" };

type Props = PageProps<"/dashboard/[merchant]/[environment]/webhooks/deliveries">;

const STATUSES = [
  { value: "delivered", label: "Delivered" },
  { value: "pending", label: "Waiting" },
  { value: "failed", label: "Failed" },
];
const PERIODS = [
  { value: "1h", label: "Last hour" },
  { value: "24h", label: "Last 24 hours" },
  { value: "7d", label: "Last 7 days" },
  { value: "30d", label: "Last 30 days" },
];

export default async function Page({ params, searchParams }: Props) {
  const { ctx, merchant, environment } = await requireMember(params, "webhooks.view");
  const query = await searchParams;
  const filter = DeliveryFilter.parse(query);
  const [page, endpoints] = await Promise.all([searchDeliveries(ctx, filter), listEndpoints(ctx)]);
  const place = { merchant: merchant.id, environment };
  const path = pathTo(place, "webhooks", "deliveries");
  const filtered = Object.values({ ...filter, before: undefined }).some((value) => value !== undefined);
  return (
    <>
      <PageHeader title="Webhooks" description="Every event on its way to every endpoint, with what came back." />
      <div className="flex flex-col gap-5">
        <WebhookTabs place={place} />
        <FilterBar names={["status", "event", "endpoint", "period"]}>
          <FilterChip label="Status" name="status" options={STATUSES} />
          <FilterChip label="Event" name="event" options={EVENT_TYPES.map((type) => ({ value: type, label: type }))} />
          {endpoints.length > 0 && (
            <FilterChip
              label="Endpoint"
              name="endpoint"
              options={endpoints.map(({ id, url }) => ({ value: id, label: shortened(url) }))}
            />
          )}
          <FilterChip label="Happened" name="period" options={PERIODS} />
        </FilterBar>
        <div>
          <DataTable
            caption="Deliveries"
            columns={deliveryColumns({ zone: merchant.timeZone, now: new Date().toISOString(), endpoints: true })}
            rows={page.rows}
            rowId={(row) => row.id}
            rowHref={(row) => pathTo(place, "webhooks", "deliveries", row.id)}
            empty={filtered ? <NothingFound /> : <NothingYet />}
          />
          {page.rows.length > 0 && (
            <Pager
              newer={filter.before ? (pageAddress(path, query, null) as Route) : null}
              older={page.next ? (pageAddress(path, query, page.next) as Route) : null}
              shown={page.rows.length === 1 ? "1 delivery" : `${page.rows.length} deliveries`}
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

function NothingFound() {
  return (
    <EmptyState title="Nothing like this">
      No delivery of the last 180 days fits these filters. Take one away to see more.
    </EmptyState>
  );
}

function NothingYet() {
  return (
    <EmptyState title="Nothing sent yet">
      As soon as something happens to a payment, each endpoint that wants to know gets a delivery, and it is listed here
      with the answer.
    </EmptyState>
  );
}
