import type { Metadata } from "next";
import { Suspense } from "react";
import { ExportMenu } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/export-menu";
import { dayStartsLabel } from "@/components/reports/day-labels";
import { PrintHead } from "@/components/reports/print-head";
import { HourChart } from "@/components/reports/report-charts";
import { ReportHead } from "@/components/reports/report-head";
import { type Filter, refundsExportPath, reportExportPath, reportPath } from "@/components/reports/report-path";
import { BySpan, ByTerminal } from "@/components/reports/report-sections";
import { ReportSkeleton } from "@/components/reports/report-skeleton";
import { isOver, type ReportLine, sumReport, toPaymentsQuery, total } from "@/components/reports/report-sums";
import { type DashboardParams, pathTo, withQuery } from "@/components/shell/paths";
import { NoTerminal } from "@/components/terminals/no-terminal";
import { ButtonLink } from "@/components/ui/button-link";
import { datePresets, findPreset } from "@/components/ui/date-presets";
import { EmptyState } from "@/components/ui/empty-state";
import { FilterBar } from "@/components/ui/filter-bar";
import { FilterChip } from "@/components/ui/filter-chip";
import { FilterDates } from "@/components/ui/filter-dates";
import { Note } from "@/components/ui/note";
import { PageHeader } from "@/components/ui/page-header";
import { PrintButton } from "@/components/ui/print-button";
import { Section } from "@/components/ui/section";
import { Skeleton } from "@/components/ui/skeleton";
import { TabLinks } from "@/components/ui/tab-links";
import { beginHeavyRead } from "@/lib/base/pacing/heavy-reads";
import { afterOwn } from "@/lib/base/pacing/turns";
import { isDomainError } from "@/lib/base/values/errors";
import { findMerchantCurrency } from "@/lib/business/merchants/currency";
import { listTerminalNames } from "@/lib/business/terminals/list-names";
import { businessToday } from "@/lib/payments/reports/business-today";
import { periodBefore } from "@/lib/payments/reports/period-before";
import { refundsWithoutPayment } from "@/lib/payments/reports/refunds-without-payment";
import { readReportFilter, readReportTerminals } from "@/lib/payments/reports/report-filter";
import { reportStep } from "@/lib/payments/reports/report-spans";
import { getSubscription } from "@/lib/payments/reports/subscribe";
import { sumTakings, takingsInPieces } from "@/lib/payments/reports/takings";
import { takingsByHour } from "@/lib/payments/reports/takings-by-hour";
import { type Member, requireMember } from "@/lib/service/auth/member";
import { accountingMessages } from "@/lib/service/messages/en/accounting";
import { reportsMessages } from "@/lib/service/messages/en/reports";
import { ReportEmail } from "./report-email";

const messages = reportsMessages;

export const metadata: Metadata = { title: messages.title };

export default async function Page({ params, searchParams }: PageProps<"/dashboard/[merchant]/[environment]/reports">) {
  const member = await requireMember(params, "reports.view");
  const { ctx, merchant, environment, can } = member;
  const query = await searchParams;
  const [today, terminals, subscription] = await Promise.all([
    businessToday(ctx, { terminals: readReportTerminals(query), at: new Date() }),
    listTerminalNames(ctx),
    getSubscription(ctx),
  ]);
  const filter = readReportFilter(query, today);
  const dashboard = { merchant: merchant.id, environment };
  const emailDescription = [
    messages.email.description(member.account.email),
    environment === "sandbox" ? messages.email.sandbox : "",
  ].join(" ");
  return (
    <>
      <div className="print:hidden">
        <PageHeader
          title={messages.title}
          description={messages.description}
          actions={
            <>
              {can("reports.export") && (
                <ButtonLink href={pathTo(dashboard, "reports", "accounting")}>{accountingMessages.open}</ButtonLink>
              )}
              <PrintButton />
              {can("reports.export") && (
                <ExportMenu href={reportExportPath(dashboard, filter)} format={member.account.exportFormat} />
              )}
            </>
          }
        />
      </div>
      <div className="flex flex-col gap-4 print:hidden">
        <TabLinks label={messages.periods} tabs={presetTabs(dashboard, filter, today)} />
        <FilterBar names={["from", "to", "terminal"]}>
          <FilterDates label={messages.filters.dates} today={today} />
          {terminals.length > 1 && (
            <FilterChip
              label={messages.filters.terminal}
              name="terminal"
              multiple
              options={terminals.map(({ id, name }) => ({ value: id, label: name }))}
            />
          )}
        </FilterBar>
      </div>
      {/* access is checked above: a streamed page can no longer become a 403 */}
      <Suspense fallback={<ReportSkeleton step={reportStep(filter)} />}>
        <Report member={member} filter={filter} today={today} visibleTerminals={terminals.length} page={query.page} />
      </Suspense>
      <div id="email" className="scroll-mt-24 print:hidden">
        <Section
          title={messages.email.title}
          layout="beside"
          description={ctx.settings.mail ? emailDescription : undefined}
        >
          {ctx.settings.mail ? (
            <ReportEmail dashboard={dashboard} frequency={subscription} />
          ) : (
            <p className="text-14 text-ink-2">{messages.email.off}</p>
          )}
        </Section>
      </div>
    </>
  );
}

type ReportProps = {
  member: Member;
  filter: Filter;
  today: string;
  visibleTerminals: number;
  /** of the sums by terminal */
  page: string | string[] | undefined;
};

async function Report({ member, filter, today, visibleTerminals, page }: ReportProps) {
  const { ctx, merchant, environment, can } = member;
  const days = periodBefore(filter);
  const report = await readReport(ctx, filter, { before: days, today }).catch(refusal);
  if ("refused" in report) return <Note tone="amber">{report.refused}</Note>;
  const { sums, microsBefore, hours, currency } = report;
  const dashboard = { merchant: merchant.id, environment };
  if (sums.spans.length === 0 && filter.terminals.length === 0) {
    return <NoTerminal dashboard={dashboard} manages={can("terminals.manage")} seesAll={ctx.terminalIds === null} />;
  }
  if (sums.spans.length === 0) {
    return (
      <EmptyState
        title={messages.empty.title}
        action={
          <ButtonLink href={reportPath(dashboard, { ...filter, terminals: [] })}>{messages.empty.action}</ButtonLink>
        }
      >
        {messages.empty.text}
      </EmptyState>
    );
  }
  const sum = total([...sums.terminals, sums.ofBusiness]);
  const hasRefunds = sum.refundedMicros > 0n;
  const at = new Date();
  const getHref = (line: ReportLine) => {
    const payments = toPaymentsQuery(line, visibleTerminals, sums.spans.length);
    return payments && withQuery(pathTo(dashboard, "payments"), payments);
  };
  return (
    <>
      <PrintHead
        merchant={{ ...merchant, logoUrl: merchant.logoDigest ? `/logo/${merchant.id}/${merchant.logoDigest}` : null }}
        sandbox={environment === "sandbox"}
        filter={filter}
        names={sums.names}
        lastSpan={sums.lastSpan}
        at={at}
      />
      <ReportHead
        where={environment === "sandbox" ? messages.head.sandbox(merchant.name) : merchant.name}
        filter={filter}
        today={today}
        sum={sum}
        before={{ ...days, micros: microsBefore }}
        isOver={isOver(sums.latest, at)}
        dayStarts={dayStartsLabel(sums.lastSpan)}
        refundsHref={can("reports.export") ? refundsExportPath(dashboard, filter, member.account.exportFormat) : null}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-12 gap-y-8 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] print:block">
        <BySpan
          dashboard={dashboard}
          filter={filter}
          lines={sums.spans}
          total={sum}
          hasRefunds={hasRefunds}
          currency={currency}
          getHref={getHref}
        />
        <ByTerminal
          dashboard={dashboard}
          filter={filter}
          lines={sums.terminals}
          page={page}
          ofBusiness={sums.ofBusiness}
          total={sum}
          hasRefunds={hasRefunds}
          currency={currency}
          getHref={getHref}
        />
        <Suspense fallback={<Skeleton className="h-64 w-full" />}>
          <Hours hours={hours} />
        </Suspense>
      </div>
    </>
  );
}

/**
 * The report's sums, those of the days before, and those by hour, which come later; one heavy read until the last of
 * them is there. Of a period that is refused, the one before may lie beyond all years, so it is read second.
 */
async function readReport(
  ctx: Member["ctx"],
  filter: Filter,
  { before, today }: { before: ReturnType<typeof periodBefore>; today: string },
) {
  const end = beginHeavyRead(ctx.actor.userId);
  try {
    const { sums, microsBefore, currency } = await afterOwn(ctx.actor.userId, async () => ({
      sums: await sumReport(
        takingsInPieces(ctx, filter, { step: reportStep(filter) }),
        await refundsWithoutPayment(ctx, filter),
      ),
      microsBefore: await sumTakings(ctx, { ...filter, ...before }),
      currency: await findMerchantCurrency(ctx.db, ctx.merchantId, filter.to < today ? filter.to : today),
    }));
    const hours = takingsByHour(ctx, filter).finally(end);
    // a report without rows shows none, and so doesn't wait for an error either
    hours.catch(() => {});
    return { sums, microsBefore, hours, currency };
  } catch (error) {
    end();
    throw error;
  }
}

async function Hours({ hours }: { hours: ReturnType<typeof takingsByHour> }) {
  return <HourChart hours={await hours} />;
}

function presetTabs(dashboard: DashboardParams, filter: Filter, today: string) {
  const current = findPreset(filter.from, filter.to, today)?.label;
  return datePresets(today).map(({ label, first, last }) => ({
    href: reportPath(dashboard, { ...filter, from: first, to: last }),
    label,
    current: label === current,
  }));
}

function refusal(error: unknown) {
  if (isDomainError(error) && REFUSALS.has(error.code)) return { refused: error.message };
  throw error;
}

const REFUSALS = new Set(["invalid_period", "rate_limited"]);
