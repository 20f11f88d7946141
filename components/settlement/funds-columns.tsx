import { ShortAddress } from "@/components/settlement/chain-text";
import type { Column } from "@/components/ui/data-table";
import { Money, mostPlaces } from "@/components/ui/money";
import { StatusBadge } from "@/components/ui/status-badge";
import { Time } from "@/components/ui/time";
import { displayAmount } from "@/lib/money";
import type { AddressState } from "@/lib/settlement/address-state";
import type { FundsRow } from "@/lib/settlement/funds";

type Options = {
  zone: string;
  now: string;
  /** `balancePlaces` of the rows */
  places: number;
};

/** The most decimals among the balances, so that they stand on one decimal point. */
export function balancePlaces(rows: FundsRow[]): number {
  return mostPlaces(
    rows.flatMap(({ balanceMicros }) => (balanceMicros === null ? [] : [displayAmount(balanceMicros)])),
  );
}

/** One line an address: what lies on it by the chain and by the books, and what it does now. */
export function fundsColumns({ zone, now, places }: Options): Column<FundsRow>[] {
  return [
    {
      id: "address",
      header: "Address",
      phone: "title",
      cell: (row) => (
        <span className="inline-flex items-center gap-2">
          <ShortAddress address={row.address} name="the address" />
          {row.index !== null && <span className="figures text-12 text-ink-2">#{row.index}</span>}
        </span>
      ),
    },
    { id: "state", header: "State", phone: "detail", cell: (row) => STATE_WORDS[row.state] },
    { id: "agrees", header: "Chain and books", priority: 2, cell: (row) => <Agrees agrees={row.agrees} /> },
    {
      id: "used",
      header: "Last used",
      phone: "aside",
      align: "end",
      priority: 2,
      cell: (row) =>
        row.lastLeasedAt ? (
          <Time iso={row.lastLeasedAt.toISOString()} zone={zone} now={now} />
        ) : (
          <span className="text-ink-2">never</span>
        ),
    },
    { id: "ledger", header: "In the books, USDT", priority: 2, money: (row) => displayAmount(row.ledgerMicros) },
    {
      id: "balance",
      header: "On the chain, USDT",
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

const STATE_WORDS: Record<AddressState, string> = {
  free: "Free",
  leased: "At a payment",
  resting: "Resting",
  used: "Used up",
  frozen: "Frozen",
  differs: "To be checked",
  retired: "Old wallet",
};

/** Whether balance and ledger are the same, as mark and word. */
function Agrees({ agrees }: { agrees: boolean | null }) {
  if (agrees === null) return <span className="text-ink-2">not asked yet</span>;
  return agrees ? <StatusBadge status="paid" words="Agree" /> : <StatusBadge status="attention" words="Differ" />;
}
