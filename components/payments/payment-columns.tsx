import { FLAG_WORDS, shownStatus } from "@/components/payments/payment-words";
import { Badge } from "@/components/ui/badge";
import type { Column } from "@/components/ui/data-table";
import { StatusBadge } from "@/components/ui/status-badge";
import { Time } from "@/components/ui/time";
import type { Payment } from "@/lib/intents/fetch-payments";
import { flagsOf } from "@/lib/intents/payment-filter";
import { displayAmount } from "@/lib/money";

type Options = {
  zone: string;
  now: string;
  /** the list is in the order of payment */
  byPayment?: boolean;
};

/** Payments like lines on a till roll: what for, how it stands, where and when, and the amount at the end. */
export function paymentColumns({ zone, now, byPayment = false }: Options): Column<Payment>[] {
  return [
    { id: "what", header: "Reference", phone: "title", cell: (row) => <What payment={row} /> },
    { id: "status", header: "Status", phone: "detail", cell: (row) => <Standing payment={row} /> },
    {
      id: "terminal",
      header: "Terminal",
      priority: 2,
      cell: (row) => <span className="line-clamp-1 max-w-56 text-ink-2 wrap-anywhere">{row.terminalName}</span>,
    },
    {
      id: "id",
      header: "Payment",
      priority: 3,
      cell: (row) => <span className="figures text-ink-2">{shortId(row.id)}</span>,
    },
    {
      id: "when",
      header: byPayment ? "Paid" : "Created",
      phone: "aside",
      align: "end",
      cell: (row) => {
        const at = byPayment ? (row.paidAt ?? row.createdAt) : row.createdAt;
        return <Time iso={at.toISOString()} zone={zone} now={now} />;
      },
    },
    { id: "amount", header: "Amount, USDT", phone: "figure", money: (row) => displayAmount(row.amountMicros) },
  ];
}

/** The same in a narrower place. */
export function latestColumns(options: Options): Column<Payment>[] {
  return paymentColumns(options).filter(({ id }) => id !== "id");
}

function What({ payment }: { payment: Payment }) {
  if (payment.reference === null) return <span className="figures text-ink-2">{shortId(payment.id)}</span>;
  return <span className="line-clamp-1 max-w-72 font-medium wrap-anywhere">{payment.reference}</span>;
}

function Standing({ payment }: { payment: Payment }) {
  const flags = flagsOf(payment.flags).filter((flag) => !(flag === "partial" && payment.status === "pending"));
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1 align-middle">
      <StatusBadge status={shownStatus(payment)} />
      {flags.map((flag) => (
        <Badge key={flag} tone="amber">
          {FLAG_WORDS[flag].short}
        </Badge>
      ))}
    </span>
  );
}

export function shortId(id: string): string {
  return `${id.slice(0, 4)}…${id.slice(-4)}`;
}
