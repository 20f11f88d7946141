import type { Route } from "next";
import type { DashboardParams } from "@/components/shell/paths";
import { NumberedPager } from "@/components/ui/numbered-pager";
import { pageOf } from "@/components/ui/page-of";
import { Section } from "@/components/ui/section";
import { TextLink } from "@/components/ui/text-link";
import { MOST_DAYS, reportStep, spanFrom } from "@/lib/payments/reports/report-spans";
import { reportsMessages } from "@/lib/service/messages/en/reports";
import { dayLabel, monthLabel } from "./day-labels";
import { DayChart, MonthChart, TerminalChart } from "./report-charts";
import { type Filter, reportPath } from "./report-path";
import { type Figures, type ReportLine, total } from "./report-sums";
import { ReportTable } from "./report-table";

type Props = {
  dashboard: DashboardParams;
  filter: Filter;
  lines: ReportLine[];
  total: Figures;
  hasRefunds: boolean;
  currency: string | null;
  /** the list of a line's payments; null where no single list shows exactly them */
  getHref: (line: ReportLine) => Route | null;
};

/** Takings by day, or by month in a long period: each month leads to the report of its days. */
export function BySpan({ dashboard, filter, lines, ...table }: Props) {
  if (reportStep(filter) === "day") {
    const { title, caption, column } = reportsMessages.byDay;
    return (
      <Section title={title}>
        <DayChart lines={lines} renderName={({ name }) => dayLabel(name)} />
        <ReportTable
          {...table}
          caption={caption}
          first={column}
          lines={lines}
          renderName={({ name }) => <span className="figures">{dayLabel(name)}</span>}
        />
      </Section>
    );
  }
  const { title, hint, caption, column } = reportsMessages.byMonth;
  const monthOf = ({ name }: ReportLine) => spanFrom(name, filter, "month");
  return (
    <Section title={title} description={<span className="print:hidden">{hint(MOST_DAYS)}</span>}>
      <MonthChart lines={lines} renderName={(line) => monthLabel(monthOf(line))} />
      <ReportTable
        {...table}
        caption={caption}
        first={column}
        lines={lines}
        renderName={(line) => (
          <TextLink href={reportPath(dashboard, { ...filter, ...monthOf(line) })}>{monthLabel(monthOf(line))}</TextLink>
        )}
      />
    </Section>
  );
}

type ByTerminalProps = Props & {
  page: string | string[] | undefined;
  /** refunds of money without a payment */
  ofBusiness: Figures;
};

/** The terminals with the highest takings first, a page at a time; the others are in one line, so that all add up. */
export function ByTerminal({ dashboard, filter, lines, page, ofBusiness, ...table }: ByTerminalProps) {
  const { rows, ...shown } = pageOf(lines, page);
  const others = lines.filter((line) => !rows.includes(line));
  const { title, caption, column, others: label, none } = reportsMessages.byTerminal;
  return (
    <Section title={title}>
      <TerminalChart terminals={rows} />
      <ReportTable
        {...table}
        caption={caption}
        first={column}
        lines={rows}
        others={[
          ...(others.length > 0 ? [{ label: label(others.length), ...total(others) }] : []),
          ...(ofBusiness.refundedMicros > 0n ? [{ label: none, ...ofBusiness }] : []),
        ]}
        renderName={({ name }) => name}
      />
      <div className="print:hidden">
        <NumberedPager page={shown} address={(page) => reportPath(dashboard, { ...filter, page })} />
      </div>
    </Section>
  );
}
