import { shortId } from "@/components/payments/payment-columns";
import type { Column } from "@/components/ui/data-table";
import { StatusBadge } from "@/components/ui/status-badge";
import { Time } from "@/components/ui/time";
import { displayAmount } from "@/lib/base/values/money";
import type { DeliveryRow } from "@/lib/delivery/log/search-deliveries";
import { webhooksMessages } from "@/lib/service/messages/en/webhooks";
import { EndpointName } from "./endpoint-name";

const { columns: headers, statuses, failures } = webhooksMessages;

type Options = {
  zone: string;
  now: string;
  /** adds the endpoint column, for the log of all endpoints */
  endpoints?: boolean;
};

/** The columns of the delivery log. */
export function deliveryColumns({ zone, now, endpoints = false }: Options): Column<DeliveryRow>[] {
  const columns: Column<DeliveryRow>[] = [
    { id: "event", header: headers.event, phone: "title", cell: (row) => <Event row={row} /> },
    { id: "payment", header: headers.payment, cell: (row) => <Payment row={row} /> },
    {
      id: "amount",
      header: headers.amount,
      phone: "figure",
      money: ({ amountMicros }) => (amountMicros === null ? null : displayAmount(amountMicros)),
    },
    {
      id: "status",
      header: headers.status,
      phone: "detail",
      cell: (row) => (
        <span className="inline-flex flex-wrap items-center gap-x-2">
          <DeliveryStatus status={row.status} />
          <span className="sm:hidden">
            <Answer row={row} />
          </span>
        </span>
      ),
    },
    { id: "answer", header: headers.response, priority: 2, cell: (row) => <Answer row={row} /> },
    {
      id: "endpoint",
      header: headers.endpoint,
      priority: 3,
      cell: (row) => (
        <span className="block max-w-72">
          <EndpointName url={row.url} />
        </span>
      ),
    },
    {
      id: "attempts",
      header: headers.attempts,
      align: "end",
      priority: 3,
      cell: (row) => <span className="figures">{row.attempts}</span>,
    },
    {
      id: "when",
      header: headers.time,
      phone: "aside",
      align: "end",
      cell: (row) => <Time iso={row.createdAt.toISOString()} zone={zone} now={now} />,
    },
  ];
  return endpoints ? columns : columns.filter((column) => column.id !== "endpoint");
}

/** The event's type, on a phone with its payment below. */
function Event({ row }: { row: DeliveryRow }) {
  return (
    <span className="flex min-w-0 flex-col">
      <code translate="no" className="figures">
        {row.type}
      </code>
      {row.intentId !== null && (
        <span className="text-14 sm:hidden">
          <Payment row={row} />
        </span>
      )}
    </span>
  );
}

/** A payment by its reference and shortened ID, since several may have the same reference. */
function Payment({ row: { intentId, reference } }: { row: DeliveryRow }) {
  if (intentId === null) return <span className="text-ink-2">—</span>;
  return (
    <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
      {reference !== null && <span className="line-clamp-1 max-w-56 font-medium wrap-anywhere">{reference}</span>}
      <span translate="no" className="figures text-ink-2">
        {shortId(intentId)}
      </span>
    </span>
  );
}

const BADGES = { pending: "waiting", delivered: "delivered", failed: "failed" } as const;

export function DeliveryStatus({ status }: { status: DeliveryRow["status"] }) {
  return <StatusBadge status={BADGES[status]} words={statuses[status]} />;
}

/** The HTTP status of the last response, or why there was none. */
function Answer({ row }: { row: DeliveryRow }) {
  if (row.lastStatus !== null) return <span className="figures">{row.lastStatus}</span>;
  return <span className="text-ink-2">{row.lastError ? (failures[row.lastError] ?? row.lastError) : "—"}</span>;
}
