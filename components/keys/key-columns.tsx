import type { Column } from "@/components/ui/data-table";
import { Time } from "@/components/ui/time";
import { displayAmount } from "@/lib/base/values/money";
import type { RestrictedKeyRow } from "@/lib/business/keys/list-restricted";
import { keysMessages } from "@/lib/service/messages/en/keys";
import { KeyState } from "./key-state";
import { LastDay } from "./last-day";

const { list } = keysMessages;

type Clock = { zone: string; now: string };

/** The columns of a list of restricted keys that work, or of those that have ended. */
export function keyColumns(zone: string, now: string, ended = false): Column<RestrictedKeyRow>[] {
  return [
    { id: "name", header: list.columns.name, phone: "title", cell: (row) => <Name row={row} /> },
    { id: "state", header: list.columns.state, phone: "figure", cell: (row) => <KeyState {...row} /> },
    {
      id: "scopes",
      header: list.columns.scopes,
      phone: "detail",
      cell: (row) => (
        <span className="flex min-w-44 flex-col text-12 text-ink-2">
          <span translate="no" className="figures line-clamp-2 max-w-72 wrap-anywhere">
            {row.scopes.join(", ")}
          </span>
          {row.refundLimitMicros !== null && <span>{list.refundLimit(displayAmount(row.refundLimitMicros))}</span>}
        </span>
      ),
    },
    {
      id: "terminal",
      header: list.columns.terminals,
      priority: 2,
      cell: (row) => (
        <span className="line-clamp-2 max-w-44 wrap-anywhere">{row.terminal?.name ?? keysMessages.allTerminals}</span>
      ),
    },
    {
      id: "used",
      header: list.columns.lastUsed,
      phone: "aside",
      cell: (row) => <LastUsed row={row} zone={zone} now={now} />,
    },
    {
      id: "ends",
      header: ended ? list.columns.ended : list.columns.ends,
      priority: 2,
      cell: (row) => <End row={row} zone={zone} now={now} />,
    },
    {
      id: "by",
      header: list.columns.madeBy,
      priority: 3,
      cell: (row) => <span className="block max-w-36 truncate text-ink-2">{row.madeBy}</span>,
    },
  ];
}

function Name({ row }: { row: RestrictedKeyRow }) {
  return (
    <span className="flex min-w-0 flex-col">
      <span className="line-clamp-2 max-w-80 font-medium wrap-anywhere">{row.name}</span>
      <span translate="no" className="figures text-12 text-ink-2">{`…${row.last4}`}</span>
    </span>
  );
}

function End({ row: { endsAt, state }, zone, now }: { row: RestrictedKeyRow } & Clock) {
  if (!endsAt) return <span className="text-ink-2">{keysMessages.noEnd}</span>;
  if (state === "ended") return <Time iso={endsAt.toISOString()} zone={zone} now={now} />;
  return <LastDay endsAt={endsAt} zone={zone} now={now} />;
}

function LastUsed({ row: { lastUsedAt, lastUsedAddress }, zone, now }: { row: RestrictedKeyRow } & Clock) {
  if (!lastUsedAt) return <span className="text-ink-2">{keysMessages.neverUsed}</span>;
  return (
    <span className="flex flex-col">
      <Time iso={lastUsedAt.toISOString()} zone={zone} now={now} />
      {lastUsedAddress && (
        <span translate="no" className="figures max-w-44 truncate text-12 text-ink-2">
          {lastUsedAddress}
        </span>
      )}
    </span>
  );
}
