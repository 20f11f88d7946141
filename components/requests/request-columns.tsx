import type { Column } from "@/components/ui/data-table";
import { Time } from "@/components/ui/time";
import { formatElapsed } from "@/lib/delivery/sending/span-labels";
import type { RequestRow } from "@/lib/payments/requests/list";
import { developersMessages } from "@/lib/service/messages/en/developers";

const { log, request } = developersMessages;
const { columns } = log;

/** The columns of the request log. */
export function requestColumns(zone: string, now: string): Column<RequestRow>[] {
  return [
    { id: "status", header: columns.status, phone: "figure", cell: (row) => <ApiStatus status={row.status} /> },
    {
      id: "call",
      header: columns.request,
      phone: "title",
      cell: (row) => (
        <code translate="no" className="figures wrap-anywhere">
          <span className="font-semibold">{row.method}</span>
          <span>{` ${row.path.replace("/api/v1", "")}`}</span>
        </code>
      ),
    },
    {
      id: "code",
      header: columns.error,
      phone: "detail",
      cell: (row) => (
        <>
          <code translate="no" className="figures text-ink-2">
            {row.code ?? "—"}
          </code>
          {row.error && <span className="line-clamp-2 max-w-96 text-ink-2 wrap-anywhere">{row.error}</span>}
        </>
      ),
    },
    {
      id: "terminal",
      header: columns.terminal,
      priority: 2,
      cell: (row) => (
        <span className="line-clamp-1 max-w-56 wrap-anywhere">
          {row.terminalId === null ? request.allTerminals : row.terminalName}
        </span>
      ),
    },
    {
      id: "took",
      header: columns.duration,
      align: "end",
      priority: 2,
      cell: (row) => <span className="figures">{formatElapsed(row.durationMicros / 1_000)}</span>,
    },
    {
      id: "when",
      header: columns.received,
      align: "end",
      phone: "aside",
      cell: (row) => <Time iso={row.createdAt.toISOString()} zone={zone} now={now} />,
    },
  ];
}

/** An HTTP status, told apart by colour and weight. */
export function ApiStatus({ status }: { status: number }) {
  const look =
    status < 400 ? "text-verdigris" : status < 500 ? "text-amber-ink font-semibold" : "text-brick font-semibold";
  return <span className={`figures ${look}`}>{status}</span>;
}
