import type { Column } from "@/components/ui/data-table";
import { StatusBadge } from "@/components/ui/status-badge";
import { Time } from "@/components/ui/time";
import { displayAmount } from "@/lib/base/values/money";
import type { TerminalRow } from "@/lib/business/terminals/list";
import { terminalsMessages } from "@/lib/service/messages/en/terminals";

const { columns, keyState } = terminalsMessages;

/** The columns of the list of terminals; `zone` and `now` are for its times. */
export function terminalColumns(zone: string, now: string): Column<TerminalRow>[] {
  return [
    {
      id: "name",
      header: columns.terminal,
      phone: "title",
      cell: (row) => <span className="line-clamp-2 max-w-80 font-medium wrap-anywhere">{row.name}</span>,
    },
    { id: "key", header: columns.key, phone: "detail", cell: (row) => <KeyState row={row} zone={zone} now={now} /> },
    {
      id: "day",
      header: columns.businessDay,
      priority: 2,
      cell: (row) => (
        <span>
          <span className="figures">{row.businessDayStart}</span>{" "}
          <span className="text-ink-2">{row.timeZone.replaceAll("_", " ")}</span>
        </span>
      ),
    },
    {
      id: "payments",
      header: columns.paidToday,
      align: "end",
      phone: "aside",
      cell: (row) => (
        <span className="figures">
          <span>{row.today.payments}</span>
          <span className="sm:hidden"> {columns.paidTodaySuffix}</span>
        </span>
      ),
    },
    { id: "takings", header: columns.takingsToday, phone: "figure", money: (row) => displayAmount(row.today.micros) },
  ];
}

function KeyState({ row, zone, now }: { row: TerminalRow; zone: string; now: string }) {
  if (row.archivedAt) {
    return (
      <span className="text-ink-2">
        {keyState.archived} <Time iso={row.archivedAt.toISOString()} zone={zone} now={now} form="date" />
      </span>
    );
  }
  if (!row.key) return <StatusBadge status="disabled" words={keyState.none} />;
  const { last4, lastUsedAt } = row.key;
  return (
    <span className="text-ink-2">
      <span translate="no" className="figures">{`…${last4}`}</span>
      {lastUsedAt ? (
        <>
          <span>{` · ${keyState.used} `}</span>
          <Time iso={lastUsedAt.toISOString()} zone={zone} now={now} form="relative" />
        </>
      ) : (
        <span>{` · ${keyState.unused}`}</span>
      )}
    </span>
  );
}
