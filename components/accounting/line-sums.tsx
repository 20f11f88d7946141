import type { ReactNode } from "react";
import { EmptyState } from "@/components/ui/empty-state";
import { displayPrice } from "@/lib/base/values/currencies";
import { formatCount } from "@/lib/base/values/intl";
import { displayAmount } from "@/lib/base/values/money";
import { accountingMessages } from "@/lib/service/messages/en/accounting";
import type { LineSum } from "@/lib/settlement/books/reconcile";

const messages = accountingMessages.lines;

/** What the lines of a span add up to, a row for each kind and currency. */
export function LineSums({ sums }: { sums: LineSum[] }) {
  if (sums.length === 0) return <EmptyState title={messages.empty.title}>{messages.empty.text}</EmptyState>;
  const order = Object.keys(messages.kinds);
  const rows = sums.toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-14">
        <caption className="sr-only">{messages.caption}</caption>
        <thead>
          <tr className="border-b border-ink/40 text-12 text-ink-2">
            <Head>{messages.kind}</Head>
            <Head end>{messages.count}</Head>
            <Head end>{messages.quantity}</Head>
            <Head end>{messages.value}</Head>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ kind, asset, currency, lines, micros, valued, valueMinor }) => (
            <tr key={`${kind} ${asset} ${currency}`} className="border-b">
              <th scope="row" className="py-2.5 pe-4 text-start align-top font-normal">
                {messages.kinds[kind] ?? kind}
              </th>
              <td className="figures py-2.5 ps-4 text-end align-top">{formatCount(lines)}</td>
              <td className="py-2.5 ps-4 text-end align-top">
                <Figure>{`${displayAmount(micros)}\u00a0${asset}`}</Figure>
              </td>
              <td className="py-2.5 ps-4 text-end align-top">
                {currency !== null && valued > 0 ? (
                  <Figure>{displayPrice({ currency, minor: valueMinor })}</Figure>
                ) : (
                  <span className="text-ink-2">—</span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Figure({ children }: { children: ReactNode }) {
  return (
    <span translate="no" dir="ltr" className="money whitespace-nowrap">
      {children}
    </span>
  );
}

function Head({ end = false, children }: { end?: boolean; children: ReactNode }) {
  return (
    <th scope="col" className={`py-2 font-medium ${end ? "ps-4 text-end" : "pe-4 text-start"}`}>
      {children}
    </th>
  );
}
