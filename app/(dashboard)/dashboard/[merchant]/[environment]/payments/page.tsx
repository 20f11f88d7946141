import type { Metadata, Route } from "next";
import { Suspense } from "react";
import { LiveRefresh } from "@/app/_realtime/live-refresh";
import { paymentColumns } from "@/components/payments/payment-columns";
import { PaymentFilters } from "@/components/payments/payment-filters";
import { formatShown, PaymentTotals } from "@/components/payments/payment-totals";
import { type DashboardParams, pathTo, withQuery } from "@/components/shell/paths";
import { NoTerminal } from "@/components/terminals/no-terminal";
import { ButtonLink } from "@/components/ui/button-link";
import { DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { formatExactPeriod, zoneLabel } from "@/components/ui/instant-labels";
import { PageHeader } from "@/components/ui/page-header";
import { Pager } from "@/components/ui/pager";
import { SearchedTo } from "@/components/ui/searched-to";
import { TableSkeleton } from "@/components/ui/table-skeleton";
import { inTurn } from "@/lib/base/pacing/turns";
import { calendarDay } from "@/lib/base/time/calendar-day";
import { hasTerminal } from "@/lib/business/terminals/has-terminal";
import { listTerminalNames } from "@/lib/business/terminals/list-names";
import { readCursor } from "@/lib/payments/lists/cursor";
import { filterQuery, NO_FILTER, PaymentFilter } from "@/lib/payments/lists/filter";
import { listPayments } from "@/lib/payments/lists/list";
import { getListChoice, type ListChoice } from "@/lib/payments/lists/list-choice";
import { listViews } from "@/lib/payments/lists/list-views";
import { listPricedCurrencies } from "@/lib/payments/prices/list-currencies";
import { type Member, requireMember } from "@/lib/service/auth/member";
import { paymentsMessages } from "@/lib/service/messages/en/payments";
import { ListOptions } from "./list-options";
import { PageActions } from "./page-actions";
import { PaymentViews } from "./payment-views";

export const metadata: Metadata = { title: paymentsMessages.title };

const { empty, emptySearch } = paymentsMessages;

type Props = PageProps<"/dashboard/[merchant]/[environment]/payments">;
type Params = Record<string, string | string[] | undefined>;

export default async function Page({ params, searchParams }: Props) {
  const member = await requireMember(params, "payments.view");
  const { ctx, account, merchant, environment, can } = member;
  const asked = await searchParams;
  const filter = PaymentFilter.parse(asked);
  const [terminals, isReady, views, choice, currencies] = await Promise.all([
    listTerminalNames(ctx),
    hasTerminal(ctx),
    listViews(ctx),
    getListChoice(ctx),
    listPricedCurrencies(ctx),
  ]);
  const dashboard = { merchant: merchant.id, environment };
  const path = pathTo(dashboard, "payments");
  const display = { ...choice, isPriced: currencies.length > 0 };
  const now = new Date();
  return (
    <>
      <PageHeader
        title={paymentsMessages.title}
        description={paymentsMessages.times(zoneLabel(now, merchant.timeZone))}
        actions={
          <PageActions
            dashboard={dashboard}
            exportFormat={account.exportFormat}
            exportHref={can("payments.export") ? pageOf(pathTo(dashboard, "payments", "export"), asked, {}) : null}
            canTest={isReady && environment === "sandbox" && can("payments.simulate")}
          />
        }
      />
      <div className="flex flex-col gap-4">
        <PaymentFilters
          terminals={terminals}
          currencies={currencies}
          today={calendarDay(now, merchant.timeZone)}
          exactPeriod={exactPeriod(filter, asked, dashboard, merchant.timeZone)}
        >
          <PaymentViews
            dashboard={dashboard}
            views={views}
            query={filterQuery(pageOf(path, asked, {}).split("?")[1] ?? "")}
          />
          <ListOptions dashboard={dashboard} choice={choice} />
        </PaymentFilters>
        {/* access is checked above: once streaming starts, the status can't become 404 */}
        <Suspense
          fallback={
            <TableSkeleton
              caption={paymentsMessages.title}
              columns={columnsOf(filter, member, now, display)}
              rows={20}
              compact={choice.compact}
            />
          }
        >
          <List member={member} filter={filter} asked={asked} now={now} isReady={isReady} display={display} />
        </Suspense>
      </div>
    </>
  );
}

/** `isPriced`: the business prices in currencies, or has done so */
type Display = ListChoice & { isPriced: boolean };

type ListProps = {
  member: Member;
  filter: PaymentFilter;
  asked: Params;
  now: Date;
  /** there is a terminal to create payments with */
  isReady: boolean;
  display: Display;
};

async function List({ member, filter, asked, now, isReady, display }: ListProps) {
  const { ctx, merchant, environment, can } = member;
  const dashboard = { merchant: merchant.id, environment };
  const cursor = readCursor(asked);
  // a search may read far more than a page
  const page = await inTurn(ctx.actor.userId, () => listPayments(ctx, { filter, cursor, withTotals: true }));
  const { payments, older, newer, searchedTo, totals } = page;
  const isFiltered = cursor !== null || JSON.stringify(filter) !== JSON.stringify(NO_FILTER);
  const none = isReady ? (
    <NoPayments member={member} dashboard={dashboard} />
  ) : (
    <NoTerminal dashboard={dashboard} manages={can("terminals.manage")} seesAll={ctx.terminalIds === null} />
  );
  const table = (
    <DataTable
      caption={paymentsMessages.title}
      columns={columnsOf(filter, member, now, display)}
      rows={payments}
      compact={display.compact}
      rowId={(row) => row.id}
      rowHref={(row) => pathTo(dashboard, "payments", row.id)}
      empty={isFiltered ? <NothingFound dashboard={dashboard} searching={searchedTo !== null} /> : none}
    />
  );
  return (
    <>
      {totals && payments.length > 0 && <PaymentTotals totals={totals} />}
      {cursor ? (
        table
      ) : (
        <LiveRefresh feed={`${pathTo(dashboard)}/feed`} ids={payments.map((one) => one.id)}>
          {table}
        </LiveRefresh>
      )}
      {searchedTo && (
        <SearchedTo
          iso={searchedTo}
          zone={merchant.timeZone}
          found={payments.length > 0}
          onward={turn(dashboard, asked, cursor?.direction === "newer" ? { after: newer } : { before: older })}
        />
      )}
      {(payments.length > 0 || cursor) && (
        <Pager
          newer={turn(dashboard, asked, { after: newer })}
          older={turn(dashboard, asked, { before: older })}
          shown={totals ? formatShown(totals, payments.length) : undefined}
        />
      )}
    </>
  );
}

function columnsOf(filter: PaymentFilter, { merchant }: Member, now: Date, { columns: chosen, isPriced }: Display) {
  const byPayment = filter.paid_from !== null || filter.paid_to !== null;
  return paymentColumns({ zone: merchant.timeZone, now: now.toISOString(), byPayment, chosen, priced: isPriced });
}

/** The URL of the next or previous page; null where there is none. */
function turn(
  dashboard: DashboardParams,
  asked: Params,
  cursor: { before: string | null } | { after: string | null },
): Route | null {
  const [entry] = Object.entries(cursor);
  return entry?.[1] ? pageOf(pathTo(dashboard, "payments"), asked, { [entry[0]]: entry[1] }) : null;
}

/** A URL with the current filter, and no cursor but the one given. */
function pageOf(path: Route, asked: Params, changes: Record<string, string | null>): Route {
  return withQuery(path, { ...asked, before: null, after: null, ...changes });
}

function exactPeriod(filter: PaymentFilter, asked: Params, dashboard: DashboardParams, zone: string) {
  const { paid_from: from, paid_to: to } = filter;
  if (from?.kind !== "instant" || to?.kind !== "instant") return null;
  const without = pageOf(pathTo(dashboard, "payments"), asked, { paid_from: null, paid_to: null });
  return { words: formatExactPeriod(from.text, to.text, zone), without };
}

function NothingFound({ dashboard, searching }: { dashboard: DashboardParams; searching: boolean }) {
  return (
    <EmptyState
      title={searching ? emptySearch.titleSoFar : emptySearch.title}
      action={<ButtonLink href={pathTo(dashboard, "payments")}>{emptySearch.action}</ButtonLink>}
    >
      {emptySearch.text}
    </EmptyState>
  );
}

function NoPayments({ member, dashboard }: { member: Member; dashboard: DashboardParams }) {
  return (
    <EmptyState title={empty.title} action={firstPayment(member, dashboard)}>
      {empty.text}
    </EmptyState>
  );
}

/** The way to where the member creates the first payment; null for those who can't. */
function firstPayment({ can, ctx, environment }: Member, dashboard: DashboardParams) {
  if (environment === "live" && ctx.settings.network === null) return null;
  if (can("overview.view") && can(environment === "live" ? "keys.manage" : "payments.simulate")) {
    return <ButtonLink href={pathTo(dashboard)}>{empty.action}</ButtonLink>;
  }
  return can("payments.charge") && <ButtonLink href={pathTo(dashboard, "terminals")}>{empty.keypad}</ButtonLink>;
}
