import type { Column } from "@/components/ui/data-table";
import { StatusBadge } from "@/components/ui/status-badge";
import { Time } from "@/components/ui/time";
import { EndpointName } from "@/components/webhooks/endpoint-name";
import type { DeliveryRow } from "@/lib/webhooks/search-deliveries";

type Options = {
  zone: string;
  now: string;
  /** the log over all endpoints says which one it was */
  endpoints?: boolean;
};

/** The delivery log: what, whether it arrived, what came back, when. */
export function deliveryColumns({ zone, now, endpoints = false }: Options): Column<DeliveryRow>[] {
  const columns: Column<DeliveryRow>[] = [
    { id: "event", header: "Event", phone: "title", cell: (row) => <code className="figures">{row.type}</code> },
    { id: "status", header: "Status", phone: "detail", cell: (row) => <DeliveryStatus status={row.status} /> },
    { id: "answer", header: "Answer", phone: "figure", cell: (row) => <Answer row={row} /> },
    {
      id: "endpoint",
      header: "Endpoint",
      priority: 2,
      cell: (row) => (
        <span className="block max-w-72">
          <EndpointName url={row.url} />
        </span>
      ),
    },
    {
      id: "attempts",
      header: "Attempts",
      align: "end",
      priority: 2,
      cell: (row) => <span className="figures">{row.attempts}</span>,
    },
    {
      id: "when",
      header: "Happened",
      phone: "aside",
      align: "end",
      cell: (row) => <Time iso={row.createdAt.toISOString()} zone={zone} now={now} />,
    },
  ];
  return endpoints ? columns : columns.filter((column) => column.id !== "endpoint");
}

const BADGES = { pending: "waiting", delivered: "delivered", failed: "failed" } as const;

export function DeliveryStatus({ status }: { status: DeliveryRow["status"] }) {
  return <StatusBadge status={BADGES[status]} />;
}

/** The status that came back, or in a word why none did. */
function Answer({ row }: { row: DeliveryRow }) {
  if (row.lastStatus !== null) return <span className="figures">{row.lastStatus}</span>;
  return <span className="text-ink-2">{row.lastError ? (SHORT[row.lastError] ?? row.lastError) : "—"}</span>;
}

const SHORT: Record<string, string> = {
  timeout: "no answer",
  dns: "unknown name",
  refused: "refused",
  connect_timeout: "unreachable",
  tls: "certificate",
  reset: "broke off",
  blocked_address: "not allowed",
  invalid_url: "wrong address",
  invalid_response: "no HTTP",
  secret_unavailable: "no secret",
  endpoint_disabled: "not sent",
};
