import { Badge } from "@/components/ui/badge";
import type { Column } from "@/components/ui/data-table";
import { MiddleCut } from "@/components/ui/middle-cut";
import { StatusBadge } from "@/components/ui/status-badge";
import { Time } from "@/components/ui/time";
import type { Payment } from "@/lib/intents/fetch-payments";
import { paymentsMessages } from "@/lib/messages/en/payments";
import { displayAmount } from "@/lib/money";
import { paymentStatus } from "./payment-labels";

const { columns } = paymentsMessages;

type Options = {
  zone: string;
  now: string;
  /** the list is ordered by the time of payment */
  byPayment?: boolean;
};

/** The columns of a list of payments, the amount last. */
export function paymentColumns({ zone, now, byPayment = false }: Options): Column<Payment>[] {
  return [
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
      cell: (row) => <span className="figures text-ink-2">{shortId(row.id)}</span>,
    },
    {
      id: "when",
      header: byPayment ? columns.paid : columns.created,
      phone: "aside",
      align: "end",
      cell: (row) => {
        const at = byPayment ? (row.paidAt ?? row.createdAt) : row.createdAt;
        return <Time iso={at.toISOString()} zone={zone} now={now} />;
      },
    },
    { id: "amount", header: columns.amount, phone: "figure", money: (row) => displayAmount(row.amountMicros) },
  ];
}

/** The columns without the ID, for a narrower place. */
export function latestColumns(options: Options): Column<Payment>[] {
  return paymentColumns(options).filter(({ id }) => id !== "id");
}

function Reference({ payment }: { payment: Payment }) {
  if (payment.reference === null) return <span className="figures text-ink-2">{shortId(payment.id)}</span>;
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
