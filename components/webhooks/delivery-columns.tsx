import type { Column } from "@/components/ui/data-table";
import { StatusBadge } from "@/components/ui/status-badge";
import { Time } from "@/components/ui/time";
import { webhooksMessages } from "@/lib/messages/en/webhooks";
import type { DeliveryRow } from "@/lib/webhooks/search-deliveries";
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
    { id: "event", header: headers.event, phone: "title", cell: (row) => <code className="figures">{row.type}</code> },
    { id: "status", header: headers.status, phone: "detail", cell: (row) => <DeliveryStatus status={row.status} /> },
    { id: "answer", header: headers.response, phone: "figure", cell: (row) => <Answer row={row} /> },
    {
      id: "endpoint",
      header: headers.endpoint,
      priority: 2,
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
      priority: 2,
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

const BADGES = { pending: "waiting", delivered: "delivered", failed: "failed" } as const;

export function DeliveryStatus({ status }: { status: DeliveryRow["status"] }) {
  return <StatusBadge status={BADGES[status]} words={statuses[status]} />;
}

/** The HTTP status of the last response, or why there was none. */
function Answer({ row }: { row: DeliveryRow }) {
  if (row.lastStatus !== null) return <span className="figures">{row.lastStatus}</span>;
  return <span className="text-ink-2">{row.lastError ? (failures[row.lastError] ?? row.lastError) : "—"}</span>;
}
