import { Section } from "@/components/ui/section";
import { displayAmount } from "@/lib/base/values/money";
import type { HourRow } from "@/lib/payments/reports/takings-by-hour";
import { reportsMessages } from "@/lib/service/messages/en/reports";
import { BarChart } from "./bar-chart";
import { shortDayLabel, shortMonthLabel } from "./day-labels";
import type { ReportLine } from "./report-sums";

const { charts } = reportsMessages;

type SpanProps = { lines: ReportLine[]; renderName: (line: ReportLine) => string };

/** Takings by business day, above their table. */
export function DayChart({ lines, renderName }: SpanProps) {
  return <BarChart name={charts.byDay} bars={toBars(lines, renderName, shortDayLabel)} />;
}

/** Takings by month, above their table. */
export function MonthChart({ lines, renderName }: SpanProps) {
  return <BarChart name={charts.byMonth} bars={toBars(lines, renderName, shortMonthLabel)} />;
}

function toBars(lines: ReportLine[], renderName: SpanProps["renderName"], shortLabel: (day: string) => string) {
  return lines.map((line) => ({
    id: line.id,
    label: shortLabel(line.name),
    micros: line.micros,
    title: charts.bar(renderName(line), displayAmount(line.micros)),
  }));
}

/** More names don't fit below the bars, which are in the order of the table. */
const MOST_NAMED = 8;

/** Takings by terminal, above their table. */
export function TerminalChart({ terminals }: { terminals: ReportLine[] }) {
  const bars = terminals.map(({ id, name, micros }) => ({
    id,
    label: terminals.length > MOST_NAMED ? "" : name.length > 14 ? `${name.slice(0, 13)}…` : name,
    micros,
    title: charts.bar(name, displayAmount(micros)),
  }));
  return <BarChart name={charts.byTerminal} bars={bars} />;
}

/** Takings by hour of the day with their figures, and the tips in them; null: there are too many payments to add up. */
export function HourChart({ hours }: { hours: HourRow[] | null }) {
  if (hours === null) {
    return (
      <Section title={charts.hourTitle} description={charts.hourHint}>
        <p className="text-14 text-ink-2">{charts.hoursTooMany}</p>
      </Section>
    );
  }
  const byHour = new Map(hours.map((row) => [row.hour, row]));
  const bars = Array.from({ length: 24 }, (_, hour) => ({
    id: String(hour),
    label: clock(hour),
    micros: byHour.get(hour)?.micros ?? 0n,
    title: charts.bar(charts.hour(clock(hour), clock((hour + 1) % 24)), displayAmount(byHour.get(hour)?.micros ?? 0n)),
  }));
  const tips = hours.reduce((sum, row) => sum + row.tipMicros, 0n);
  return (
    <Section title={charts.hourTitle} description={charts.hourHint}>
      <BarChart name={charts.byHour} bars={bars} />
      <table className="sr-only">
        <caption>{charts.byHour}</caption>
        <tbody>
          {hours.map(({ hour, micros }) => (
            <tr key={hour}>
              <th scope="row">{charts.hour(clock(hour), clock((hour + 1) % 24))}</th>
              <td>{charts.amount(displayAmount(micros))}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-3 text-14">
        {charts.tips}{" "}
        <span translate="no" className="money font-semibold">
          {charts.amount(displayAmount(tips))}
        </span>
      </p>
    </Section>
  );
}

function clock(hour: number): string {
  return `${String(hour).padStart(2, "0")}:00`;
}
