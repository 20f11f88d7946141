import type { Metadata } from "next";
import { DeveloperTabs } from "@/components/developers/developer-tabs";
import { requestColumns } from "@/components/requests/request-columns";
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
import { listActiveTerminals } from "@/lib/business/terminals/list-names";
import { listRequests, RequestFilter } from "@/lib/payments/requests/list";
import { ENDPOINTS } from "@/lib/service/api/endpoints";
import { requireMember } from "@/lib/service/auth/member";
import { developersMessages } from "@/lib/service/messages/en/developers";
import { webhooksMessages } from "@/lib/service/messages/en/webhooks";

const { log: messages, title: developers } = developersMessages;

export const metadata: Metadata = { title: messages.title };

type Props = PageProps<"/dashboard/[merchant]/[environment]/developers/requests">;

const PATHS = [...new Set(ENDPOINTS.filter(({ scope }) => scope !== null).map(({ path }) => path))].map((path) => ({
  value: `/api/v1${path}`,
  label: path.slice(1),
}));

const PERIODS = Object.entries(webhooksMessages.log.periods).map(([value, label]) => ({ value, label }));

export default async function Page({ params, searchParams }: Props) {
  const { ctx, merchant, environment } = await requireMember(params, "developers.view");
  const query = await searchParams;
  const filter = RequestFilter.parse(query);
  const [page, terminals] = await Promise.all([listRequests(ctx, filter), listActiveTerminals(ctx)]);
  const dashboard = { merchant: merchant.id, environment };
  const path = pathTo(dashboard, "developers", "requests");
  const older = page.next ? withQuery(path, { ...query, before: page.next }) : null;
  const filtered = Object.values(filter).some((value) => value !== undefined);
  return (
    <>
      <PageHeader title={developers} description={messages.description} />
      <div className="flex flex-col gap-5">
        <DeveloperTabs dashboard={dashboard} />
        <FilterBar names={["q", "status", "path", "terminal", "code", "period"]}>
          <TextSearch {...messages.search} />
          <FilterChip label={messages.filters.status} name="status" options={messages.statuses} />
          <FilterChip label={messages.filters.path} name="path" options={PATHS} />
          <FilterChip
            label={messages.filters.code}
            name="code"
            options={CODES.map((code) => ({ value: code, label: code }))}
          />
          {terminals.length > 1 && (
            <FilterChip
              label={messages.filters.terminal}
              name="terminal"
              options={terminals.map(({ id, name }) => ({ value: id, label: name }))}
            />
          )}
          <FilterChip label={messages.filters.period} name="period" options={PERIODS} />
        </FilterBar>
        <div>
          <DataTable
            caption={messages.caption}
            columns={requestColumns(merchant.timeZone, new Date().toISOString())}
            rows={page.rows}
            rowId={(row) => row.id}
            rowHref={(row) => pathTo(dashboard, "developers", "requests", row.id)}
            empty={
              filtered ? (
                <NothingFound dashboard={dashboard} searching={page.searchedTo !== null} />
              ) : (
                <NothingYet dashboard={dashboard} />
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
              shown={messages.shown(page.rows.length)}
            />
          )}
        </div>
      </div>
    </>
  );
}

/** The error codes that a request with a valid key can get. */
const CODES = [
  "invalid_amount",
  "invalid_request",
  "invalid_period",
  "invalid_transition",
  "idempotency_conflict",
  "not_found",
  "insufficient_scope",
  "address_not_allowed",
  "cursor_expired",
  "limit_reached",
  "rate_limited",
  "api_error",
];

function NothingFound({ dashboard, searching }: { dashboard: DashboardParams; searching: boolean }) {
  const { title, titleSoFar, text, textSoFar, action } = messages.emptySearch;
  return (
    <EmptyState
      title={searching ? titleSoFar : title}
      action={<ButtonLink href={pathTo(dashboard, "developers", "requests")}>{action}</ButtonLink>}
    >
      {searching ? textSoFar : text}
    </EmptyState>
  );
}

function NothingYet({ dashboard }: { dashboard: DashboardParams }) {
  const { title, text, action } = messages.empty;
  return (
    <EmptyState title={title} action={<ButtonLink href={pathTo(dashboard, "developers")}>{action}</ButtonLink>}>
      {text}
    </EmptyState>
  );
}
