import type { Route } from "next";
import type { ReactNode } from "react";
import { Money, mostPlaces } from "@/components/ui/money";
import { TextLink } from "@/components/ui/text-link";
import { displayAmount } from "@/lib/base/values/money";
import { reportsMessages } from "@/lib/service/messages/en/reports";
import type { ReportLine } from "./report-sums";

const messages = reportsMessages.table;

type Props = {
  caption: string;
  /** the head of the first column */
  first: string;
  lines: ReportLine[];
  /** what is in the total beside the lines */
  others?: { label: string; micros: bigint; sales: bigint } | null;
  total: { micros: bigint; sales: bigint };
  renderName: (line: ReportLine) => ReactNode;
  /** the list of the line's payments; null where no single list shows exactly them */
  getHref: (line: ReportLine) => Route | null;
};

/** Lines with their total. */
export function ReportTable({ caption, first, lines, others, total, renderName, getHref }: Props) {
  const amounts = lines.map((line) => displayAmount(line.micros));
  const places = mostPlaces([...amounts, ...[others ?? [], total].flat().map(({ micros }) => displayAmount(micros))]);
  return (
    <table className="w-full border-collapse text-14">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className="border-b border-ink/40 text-12 text-ink-2">
          <Head>{first}</Head>
          <Head end>{messages.payments}</Head>
          <Head end>{messages.takings}</Head>
        </tr>
      </thead>
      <tbody>
        {lines.map((line, index) => {
          const href = line.sales > 0n ? getHref(line) : null;
          return (
            <tr key={line.id} className="border-b">
              <th scope="row" className="py-2.5 pe-4 text-start font-normal wrap-anywhere">
                {renderName(line)}
              </th>
              <td className="figures py-2.5 ps-4 text-end">
                {href ? <TextLink href={href}>{String(line.sales)}</TextLink> : String(line.sales)}
              </td>
              <td className={`py-2.5 ps-4 text-end ${line.micros === 0n ? "text-ink-2" : ""}`}>
                <Money value={amounts[index] ?? ""} places={places} unit={false} />
              </td>
            </tr>
          );
        })}
        {others && (
          <tr className="border-b text-ink-2">
            <th scope="row" className="py-2.5 pe-4 text-start font-normal">
              {others.label}
            </th>
            <td className="figures py-2.5 ps-4 text-end">{String(others.sales)}</td>
            <td className="py-2.5 ps-4 text-end">
              <Money value={displayAmount(others.micros)} places={places} unit={false} />
            </td>
          </tr>
        )}
      </tbody>
      <tfoot>
        <tr className="border-t-2 border-ink font-semibold">
          <th scope="row" className="py-3 pe-4 text-start">
            {messages.total}
          </th>
          <td className="figures py-3 ps-4 text-end">{String(total.sales)}</td>
          <td className="py-3 ps-4 text-end">
            <Money value={displayAmount(total.micros)} places={places} unit={false} />
          </td>
        </tr>
      </tfoot>
    </table>
  );
}

function Head({ end = false, children }: { end?: boolean; children: ReactNode }) {
  return (
    <th scope="col" className={`py-2 font-medium ${end ? "ps-4 text-end" : "pe-4 text-start"}`}>
      {children}
    </th>
  );
}
