import type { Metadata, Route } from "next";
import { requestColumns } from "@/components/developers/request-columns";
import { RequestSearch } from "@/components/developers/request-search";
import { pathTo } from "@/components/shell/paths";
import { DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { FilterBar } from "@/components/ui/filter-bar";
import { FilterChip } from "@/components/ui/filter-chip";
import { PageHeader } from "@/components/ui/page-header";
import { Pager } from "@/components/ui/pager";
import { requireMember } from "@/lib/auth/member";
import { pageAddress } from "@/lib/cursor";
import { listRequests, RequestFilter } from "@/lib/requests/list";
import { listTerminals } from "@/lib/terminals/list";

export const metadata: Metadata = { title: "Request log" };

type Props = PageProps<"/dashboard/[merchant]/[environment]/developers/requests">;

const STATUSES = [
  { value: "2xx", label: "2xx, done" },
  { value: "4xx", label: "4xx, refused" },
  { value: "5xx", label: "5xx, failed on our side" },
];
const PATHS = ["create-payment-intent", "cancel-payment-intent", "get-terminal-sales"].map((name) => ({
  value: `/api/v1/${name}`,
  label: name,
}));

export default async function Page({ params, searchParams }: Props) {
  const { ctx, merchant, environment } = await requireMember(params, "developers.view");
  const query = await searchParams;
  const filter = RequestFilter.parse(query);
  const [page, terminals] = await Promise.all([listRequests(ctx, filter), listTerminals(ctx)]);
  const place = { merchant: merchant.id, environment };
  const path = pathTo(place, "developers", "requests");
  const filtered = Object.values({ ...filter, before: undefined }).some((value) => value !== undefined);
  return (
    <>
      <PageHeader
        title="Request log"
        description="Every call with one of your keys, kept for 30 days, without bodies, keys and queries. A call is here about a second after it was answered."
        back={{ href: pathTo(place, "developers"), label: "Developers" }}
      />
      <div className="flex flex-col gap-4">
        <FilterBar names={["id", "status", "path", "terminal", "code"]}>
          <RequestSearch />
          <FilterChip label="Status" name="status" options={STATUSES} />
          <FilterChip label="Call" name="path" options={PATHS} />
          <FilterChip label="Code" name="code" options={CODES.map((code) => ({ value: code, label: code }))} />
          {terminals.length > 1 && (
            <FilterChip
              label="Terminal"
              name="terminal"
              options={terminals.map(({ id, name }) => ({ value: id, label: name }))}
            />
          )}
        </FilterBar>
        <div>
          <DataTable
            caption="Calls"
            columns={requestColumns(merchant.timeZone, new Date().toISOString())}
            rows={page.rows}
            rowId={(row) => row.id}
            rowHref={(row) => pathTo(place, "developers", "requests", row.id)}
            empty={filtered ? <NothingFound /> : <NothingYet />}
          />
          {page.rows.length > 0 && (
            <Pager
              newer={filter.before ? (pageAddress(path, query, null) as Route) : null}
              older={page.next ? (pageAddress(path, query, page.next) as Route) : null}
              shown={page.rows.length === 1 ? "1 call" : `${page.rows.length} calls`}
            />
          )}
        </div>
      </div>
    </>
  );
}

/** What a call with a key can be refused with. */
const CODES = [
  "invalid_amount",
  "invalid_request",
  "invalid_period",
  "invalid_transition",
  "idempotency_conflict",
  "not_found",
  "rate_limited",
  "api_error",
];

function NothingFound() {
  return (
    <EmptyState title="No such call">
      No call of the last 30 days fits these filters. A call that was refused for its key belongs to nobody and is not
      listed.
    </EmptyState>
  );
}

function NothingYet() {
  return (
    <EmptyState title="No calls yet">
      Once your server calls with one of its keys, each call is listed here with its id, its status and its code.
    </EmptyState>
  );
}
