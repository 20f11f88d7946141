import { type Column, DataTable } from "@/components/ui/data-table";
import { displayPrice } from "@/lib/base/values/currencies";
import { displayAmount } from "@/lib/base/values/money";
import type { RatePreview } from "@/lib/payments/prices/preview-rate";
import { currenciesMessages } from "@/lib/service/messages/en/currencies";

const { preview: words } = currenciesMessages;

type Props = {
  currency: string;
  preview: RatePreview;
  /** `change`: beside the rate in force, if there is one; `review`: beside what was charged */
  beside: "before" | "charged";
};

/** One payment in three texts: what was asked, what it is compared with, and what it is at the rate. */
type Row = { id: string; asked: string | null; other: string | null; atRate: string | null };

/** The last payments at a rate. */
export function PreviewTable({ currency, preview, beside }: Props) {
  const rows = rowsOf(currency, preview, beside);
  const hasOther = rows.some(({ other }) => other !== null);
  const isPriced = preview.kind === "priced";
  const other = beside === "before" ? words.now : words.charged;
  const columns: Column<Row>[] = [
    { id: "asked", header: isPriced ? words.price : words.amount, phone: "title", cell: ({ asked }) => figures(asked) },
    ...(hasOther ? [{ id: "other", header: other, align: "end", phone: "aside", cell: otherCell } as Column<Row>] : []),
    {
      id: "atRate",
      header: beside === "before" ? words.atNew : words.atRate,
      align: "end",
      phone: "figure",
      cell: ({ atRate }) => figures(atRate),
    },
  ];
  return (
    <DataTable
      caption={words.caption}
      columns={columns}
      rows={rows}
      rowId={({ id }) => id}
      compact
      empty={<p className="text-14 text-ink-2">{words.empty}</p>}
    />
  );
}

function rowsOf(currency: string, preview: RatePreview, beside: Props["beside"]): Row[] {
  const price = (minor: bigint | null) => (minor === null ? null : displayPrice({ currency, minor }));
  const usdt = (micros: bigint | null) => (micros === null ? null : `${displayAmount(micros)} USDT`);
  if (preview.kind === "usdt") {
    return preview.payments.map(({ id, amountMicros, beforeMinor, afterMinor }) => ({
      id,
      asked: usdt(amountMicros),
      other: beside === "before" ? price(beforeMinor) : null,
      atRate: price(afterMinor),
    }));
  }
  return preview.payments.map(({ id, minor, amountMicros, beforeMicros, afterMicros }) => ({
    id,
    asked: price(minor),
    other: usdt(beside === "before" ? beforeMicros : amountMicros),
    atRate: usdt(afterMicros),
  }));
}

function otherCell({ other }: Row) {
  return <span className="text-ink-2">{figures(other)}</span>;
}

function figures(text: string | null) {
  return (
    <span translate="no" className="money whitespace-nowrap">
      {text ?? words.none}
    </span>
  );
}
