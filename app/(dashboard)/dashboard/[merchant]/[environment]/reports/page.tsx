import type { Metadata, Route } from "next";
import { Suspense } from "react";
import { PrintButton } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/reports/print-button";
import { beginWords, dayWords } from "@/components/reports/day-words";
import { ReportHead } from "@/components/reports/report-head";
import { reportPresets } from "@/components/reports/report-presets";
import { ReportSkeleton } from "@/components/reports/report-skeleton";
import { byDay, byTerminal, type ReportLine, total } from "@/components/reports/report-sums";
import { ReportTable } from "@/components/reports/report-table";
import { type Place, pathTo } from "@/components/shell/paths";
import { buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { FilterBar } from "@/components/ui/filter-bar";
import { FilterChip } from "@/components/ui/filter-chip";
import { FilterDates } from "@/components/ui/filter-dates";
import { Note } from "@/components/ui/note";
import { PageHeader } from "@/components/ui/page-header";
import { Section } from "@/components/ui/section";
import { TabLinks } from "@/components/ui/tab-links";
import { type Member, requireMember } from "@/lib/auth/member";
import { isDomainError } from "@/lib/errors";
import { calendarDay } from "@/lib/reports/calendar-day";
import { readReportFilter } from "@/lib/reports/report-filter";
import { takings } from "@/lib/reports/takings";
import { listTerminalNames } from "@/lib/terminals/list-names";

export const metadata: Metadata = { title: "Reports" };

export default async function Page({ params, searchParams }: PageProps<"/dashboard/[merchant]/[environment]/reports">) {
  const member = await requireMember(params, "reports.view");
  const { ctx, merchant, environment } = member;
  const today = calendarDay(new Date(), merchant.timeZone);
  const filter = readReportFilter(await searchParams, today);
  const terminals = await listTerminalNames(ctx);
  const place = { merchant: merchant.id, environment };
  return (
    <>
      <PageHeader
        title="Reports"
        description="What was paid, by terminal and business day: the same figures as the API's sales report gives to your server."
        actions={
          <>
            <PrintButton />
            <a
              href={addressOf(place, filter, "export")}
              download
              className={buttonClass({ look: "secondary", size: "small" }, "print:hidden")}
            >
              Export CSV
            </a>
          </>
        }
      />
      <div className="flex flex-col gap-4 print:hidden">
        <TabLinks label="Usual periods" tabs={presetTabs(place, filter, today)} />
        <FilterBar names={["from", "to", "terminal"]}>
          <FilterDates label="Days" today={today} />
          {terminals.length > 1 && (
            <FilterChip
              label="Terminal"
              name="terminal"
              multiple
              options={terminals.map(({ id, name }) => ({ value: id, label: name }))}
            />
          )}
        </FilterBar>
      </div>
      {/* who may see the page is known by here: what follows can no longer turn into a 403 */}
      <Suspense fallback={<ReportSkeleton />}>
        <Report member={member} filter={filter} today={today} />
      </Suspense>
    </>
  );
}

type Filter = ReturnType<typeof readReportFilter>;

async function Report({ member, filter, today }: { member: Member; filter: Filter; today: string }) {
  const { ctx, merchant, environment } = member;
  const rows = await takings(ctx, filter).catch(refusal);
  if (!Array.isArray(rows)) return <Note tone="amber">{rows.refused}</Note>;
  if (rows.length === 0) {
    return (
      <EmptyState title="No terminal here">Choose other terminals, or none to see all that you may see.</EmptyState>
    );
  }
  const place = { merchant: merchant.id, environment };
  const sum = total(rows);
  return (
    <>
      <ReportHead
        where={environment === "sandbox" ? `${merchant.name} · sandbox, no real money` : merchant.name}
        filter={filter}
        today={today}
        sum={sum}
        begin={beginWords(rows)}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-12 gap-y-8 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] print:block">
        <Section title="By day">
          <ReportTable
            caption="Takings by business day"
            first="Business day"
            lines={byDay(rows)}
            total={sum}
            nameOf={(line) => <span className="figures">{dayWords(line.name)}</span>}
            hrefOf={(line) => paymentsOf(place, line, filter.terminals)}
          />
        </Section>
        <Section title="By terminal">
          <ReportTable
            caption="Takings by terminal"
            first="Terminal"
            lines={byTerminal(rows)}
            total={sum}
            nameOf={(line) => line.name}
            hrefOf={(line) => paymentsOf(place, line, [])}
          />
        </Section>
      </div>
    </>
  );
}

function presetTabs(place: Place, filter: Filter, today: string) {
  return reportPresets(today).map(({ label, first, last }) => ({
    href: addressOf(place, { ...filter, from: first, to: last }),
    label,
    current: first === filter.from && last === filter.to,
  }));
}

function addressOf(place: Place, filter: Filter, ...rest: string[]): Route {
  const { from, to, terminals } = filter;
  const query = new URLSearchParams([["from", from], ["to", to], ...terminals.map((id) => ["terminal", id])]);
  return `${pathTo(place, "reports", ...rest)}?${query}` as Route;
}

/** The list of exactly the payments that a line adds up. */
function paymentsOf(place: Place, line: ReportLine, chosen: string[]): Route | null {
  if (!line.period) return null;
  const query = new URLSearchParams([
    ["paid_from", line.period.from],
    ["paid_to", line.period.to],
    ...(line.terminalId ? [line.terminalId] : chosen).map((id) => ["terminal", id]),
  ]);
  return `${pathTo(place, "payments")}?${query}` as Route;
}

function refusal(error: unknown) {
  if (isDomainError(error) && error.code === "invalid_period") return { refused: error.message };
  throw error;
}
