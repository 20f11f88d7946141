import { Badge } from "@/components/ui/badge";
import type { Column } from "@/components/ui/data-table";
import { MiddleCut } from "@/components/ui/middle-cut";
import { StatusBadge } from "@/components/ui/status-badge";
import { Time } from "@/components/ui/time";
import { displayPrice } from "@/lib/base/values/currencies";
import { displayAmount } from "@/lib/base/values/money";
import { CHOSEN_COLUMNS, type ChosenColumn } from "@/lib/payments/lists/chosen-columns";
import type { Payment } from "@/lib/payments/lists/fetch";
import { paymentsMessages } from "@/lib/service/messages/en/payments";
import { paymentStatus } from "./payment-labels";

const { columns } = paymentsMessages;

type Options = {
  zone: string;
  now: string;
  chosen?: readonly ChosenColumn[];
  /** the list is ordered by the time of payment */
  byPayment?: boolean;
  /** the business prices in currencies, or has done so */
  priced?: boolean;
};

/**
 * The columns of a list of payments, the amount last and its price before it; of those that can be chosen, only the
 * chosen ones.
 */
export function paymentColumns({
  zone,
  now,
  chosen = LATEST,
  byPayment = false,
  priced = false,
}: Options): Column<Payment>[] {
  const time = (at: Date) => <Time iso={at.toISOString()} zone={zone} now={now} />;
  const all: Column<Payment>[] = [
    { id: "what", header: columns.reference, phone: "title", wide: true, cell: (row) => <Reference payment={row} /> },
    { id: "status", header: columns.status, phone: "detail", cell: (row) => <Status payment={row} /> },
    {
      id: "terminal",
      header: columns.terminal,
      priority: 2,
      cell: (row) => (
        <span title={row.terminalName} className="block max-w-40 truncate text-ink-2">
          {row.terminalName}
        </span>
      ),
    },
    {
      id: "id",
      header: columns.id,
      priority: 3,
      cell: (row) => (
        <span translate="no" className="figures whitespace-nowrap text-ink-2">
          {shortId(row.id)}
        </span>
      ),
    },
    {
      id: "when",
      header: byPayment ? columns.paid : columns.created,
      phone: "aside",
      align: "end",
      cell: (row) => time(byPayment ? (row.paidAt ?? row.createdAt) : row.createdAt),
    },
    {
      id: "ended",
      header: columns.ended,
      priority: 2,
      align: "end",
      cell: (row) => row.endedAt && time(row.endedAt),
    },
    { id: "received", header: columns.received, priority: 2, money: (row) => displayAmount(row.receivedMicros) },
    {
      id: "price",
      header: columns.price,
      align: "end",
      cell: (row) =>
        row.quote && (
          <span translate="no" dir="ltr" className="money whitespace-nowrap">
            {displayPrice(row.quote)}
          </span>
        ),
    },
    {
      id: "amount",
      header: columns.amount,
      phone: "figure",
      money: (row) => displayAmount(row.amountMicros),
      phoneAbove: (row) => row.quote && displayPrice(row.quote),
    },
  ];
  return all.filter(({ id }) => (id === "price" ? priced : !isChoosable(id) || chosen.includes(id)));
}

/** The columns of a list in a narrower place. */
const LATEST: readonly ChosenColumn[] = ["terminal", "when"];

function isChoosable(id: string): id is ChosenColumn {
  return (CHOSEN_COLUMNS as readonly string[]).includes(id);
}

function Reference({ payment }: { payment: Payment }) {
  if (payment.reference === null)
    return (
      <span translate="no" className="figures text-ink-2">
        {shortId(payment.id)}
      </span>
    );
  return <MiddleCut text={payment.reference} className="font-medium" />;
}

function Status({ payment }: { payment: Payment }) {
  const { status, flags } = paymentStatus(payment);
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1 align-middle lg:flex-nowrap">
      <StatusBadge status={status} />
      {flags.map((flag) => (
        <Badge key={flag} tone="amber">
          {paymentsMessages.flags[flag].short}
        </Badge>
      ))}
    </span>
  );
}

export function shortId(id: string): string {
  return `${id.slice(0, 4)}…${id.slice(-4)}`;
}
