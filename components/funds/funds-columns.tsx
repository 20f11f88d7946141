import { ShortAddress } from "@/components/settlement/chain-text";
import type { Column } from "@/components/ui/data-table";
import { Money, mostPlaces } from "@/components/ui/money";
import { StatusBadge } from "@/components/ui/status-badge";
import { Time } from "@/components/ui/time";
import { displayAmount } from "@/lib/base/values/money";
import { addressStates, fundsMessages } from "@/lib/service/messages/en/funds";
import type { FundsRow } from "@/lib/settlement/funds/funds";

type Options = {
  zone: string;
  now: string;
  /** `balancePlaces` of the rows */
  places: number;
};

const { table } = fundsMessages;

/** The most decimals among the balances, so that they align on the decimal point. */
export function balancePlaces(rows: FundsRow[]): number {
  return mostPlaces(
    rows.flatMap(({ balanceMicros }) => (balanceMicros === null ? [] : [displayAmount(balanceMicros)])),
  );
}

/** One line per address: its on-chain and recorded balance, and what it does now. */
export function fundsColumns({ zone, now, places }: Options): Column<FundsRow>[] {
  return [
    {
      id: "address",
      header: table.address,
      phone: "title",
      cell: (row) => (
        <span className="inline-flex items-center gap-2">
          <ShortAddress address={row.address} name={table.copyAddress} />
          {row.index !== null && <span className="figures text-12 text-ink-2">{`#${row.index}`}</span>}
        </span>
      ),
    },
    { id: "state", header: table.state, phone: "detail", cell: (row) => addressStates[row.state] },
    { id: "agrees", header: table.match, priority: 2, cell: (row) => <Agrees agrees={row.agrees} /> },
    {
      id: "used",
      header: table.lastUsed,
      phone: "aside",
      align: "end",
      priority: 2,
      cell: (row) =>
        row.lastLeasedAt ? (
          <Time iso={row.lastLeasedAt.toISOString()} zone={zone} now={now} />
        ) : (
          <span className="text-ink-2">{table.never}</span>
        ),
    },
    { id: "ledger", header: table.recorded, priority: 2, money: (row) => displayAmount(row.ledgerMicros) },
    {
      id: "balance",
      header: table.balance,
      align: "figures",
      phone: "figure",
      cell: (row) =>
        row.balanceMicros === null ? (
          <span className="text-ink-2">—</span>
        ) : (
          <Money value={displayAmount(row.balanceMicros)} places={places} unit="phone" />
        ),
    },
  ];
}

/** Whether balance and ledger match, as mark and word. */
function Agrees({ agrees }: { agrees: boolean | null }) {
  if (agrees === null) return <span className="text-ink-2">{table.notChecked}</span>;
  return agrees ? (
    <StatusBadge status="paid" words={table.matches} />
  ) : (
    <StatusBadge status="attention" words={table.differs} />
  );
}
