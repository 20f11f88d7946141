import type { Route } from "next";
import type { ReactNode } from "react";
import { Money, mostPlaces } from "@/components/ui/money";
import { TextLink } from "@/components/ui/text-link";
import { displayPrice } from "@/lib/base/values/currencies";
import { displayAmount } from "@/lib/base/values/money";
import { reportsMessages } from "@/lib/service/messages/en/reports";
import type { Figures, ReportLine } from "./report-sums";

const messages = reportsMessages.table;

type Props = {
  caption: string;
  /** the head of the first column */
  first: string;
  lines: ReportLine[];
  /** what is in the total beside the lines */
  others?: (Figures & { label: string })[];
  total: Figures;
  /** with the columns of refunds and net, which a report without refunds leaves out */
  hasRefunds: boolean;
  /** the business's currency, in which prices stand below takings; null: only USDT */
  currency: string | null;
  renderName: (line: ReportLine) => ReactNode;
  /** the list of the line's payments; null where no single list shows exactly them */
  getHref: (line: ReportLine) => Route | null;
};

/**
 * Lines with their total, and what payments were priced at below their takings. Refunds and net have columns of their
 * own where there is room, else lines below takings.
 */
export function ReportTable({
  caption,
  first,
  lines,
  others = [],
  total,
  hasRefunds,
  currency,
  renderName,
  getHref,
}: Props) {
  const rows = [...lines, ...others, total];
  const places = mostPlaces(rows.map(({ micros }) => displayAmount(micros)));
  const amounts = (row: Figures) => (
    <Amounts row={row} rows={rows} places={places} hasRefunds={hasRefunds} currency={currency} />
  );
  return (
    <div className="@container">
      <table className="w-full border-collapse text-14">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-b border-ink/40 text-12 text-ink-2">
            <Head>{first}</Head>
            <Head end>{messages.payments}</Head>
            <Head end>{messages.takings}</Head>
            {hasRefunds && (
              <>
                <Head end wide>
                  {messages.refunded}
                </Head>
                <Head end wide>
                  {messages.net}
                </Head>
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => {
            const href = line.sales > 0n ? getHref(line) : null;
            return (
              <tr key={line.id} className="border-b">
                <th scope="row" className="py-2.5 pe-4 text-start align-top font-normal wrap-anywhere">
                  {renderName(line)}
                </th>
                <td className="figures py-2.5 ps-4 text-end align-top">
                  {href ? <TextLink href={href}>{String(line.sales)}</TextLink> : String(line.sales)}
                </td>
                {amounts(line)}
              </tr>
            );
          })}
          {others.map(({ label, ...row }) => (
            <tr key={label} className="border-b text-ink-2">
              <th scope="row" className="py-2.5 pe-4 text-start align-top font-normal">
                {label}
              </th>
              <td className="figures py-2.5 ps-4 text-end align-top">{String(row.sales)}</td>
              {amounts(row)}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="border-t-2 border-ink font-semibold">
            <th scope="row" className="py-2.5 pe-4 text-start align-top">
              {messages.total}
            </th>
            <td className="figures py-2.5 ps-4 text-end align-top">{String(total.sales)}</td>
            {amounts(total)}
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

type AmountsProps = {
  row: Figures;
  /** all of the table: the decimal points of a column align */
  rows: Figures[];
  /** of the takings */
  places: number;
  hasRefunds: boolean;
  currency: string | null;
};

function Amounts({ row, rows, places, hasRefunds, currency }: AmountsProps) {
  const net = netMicros(row);
  return (
    <>
      <td className={`py-2.5 ps-4 text-end align-top ${row.micros === 0n ? "text-ink-2" : ""}`}>
        <Money value={displayAmount(row.micros)} places={places} unit={false} />
        <Priced row={row} currency={currency} />
        {hasRefunds && row.refundedMicros > 0n && (
          <dl className="text-12 font-normal text-ink-2 @xl:hidden print:hidden">
            <Below name={messages.refunded} micros={row.refundedMicros} />
            <Below name={messages.net} micros={net} />
          </dl>
        )}
      </td>
      {hasRefunds && (
        <>
          <Wide micros={row.refundedMicros} rows={rows.map(({ refundedMicros }) => refundedMicros)} />
          <Wide micros={net} rows={rows.map(netMicros)} />
        </>
      )}
    </>
  );
}

/** What the line's payments were priced at, and whether these are only a part of them. */
function Priced({ row, currency }: { row: Figures; currency: string | null }) {
  const price = row.prices.find((one) => one.currency === currency);
  if (!price) return null;
  return (
    <p className="text-12 font-normal text-ink-2">
      {price.sales < row.sales && <span>{`${messages.ofWhich} `}</span>}
      <span translate="no" dir="ltr" className="money whitespace-nowrap">
        {displayPrice(price)}
      </span>
    </p>
  );
}

function Below({ name, micros }: { name: string; micros: bigint }) {
  return (
    <div className="flex justify-end gap-1.5">
      <dt>{name}</dt>
      <dd>
        <Money value={displayAmount(micros)} unit={false} />
      </dd>
    </div>
  );
}

/** A cell that narrow tables leave out. `rows`: the amounts of its column. */
function Wide({ micros, rows }: { micros: bigint; rows: bigint[] }) {
  return (
    <td className={`py-2.5 ps-4 text-end align-top ${WIDE} ${micros === 0n ? "text-ink-2" : ""}`}>
      <Money value={displayAmount(micros)} places={mostPlaces(rows.map(displayAmount))} unit={false} />
    </td>
  );
}

/** By the width of the table, which stands beside another one on most screens. */
const WIDE = "hidden @xl:table-cell print:table-cell";

function netMicros({ micros, refundedMicros }: Figures): bigint {
  return micros - refundedMicros;
}

function Head({ end = false, wide = false, children }: { end?: boolean; wide?: boolean; children: ReactNode }) {
  return (
    <th scope="col" className={`py-2 font-medium ${end ? "ps-4 text-end" : "pe-4 text-start"} ${wide ? WIDE : ""}`}>
      {children}
    </th>
  );
}
