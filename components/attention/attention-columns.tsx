import type { Column } from "@/components/ui/data-table";
import { MiddleCut } from "@/components/ui/middle-cut";
import { Money, mostPlaces } from "@/components/ui/money";
import { Time } from "@/components/ui/time";
import { ITEM_AMOUNTS, type ItemAmount } from "@/lib/base/values/attention-kinds";
import { displayAmount } from "@/lib/base/values/money";
import type { ListedItem } from "@/lib/payments/attention/attention-list";
import { attentionKinds, attentionMessages } from "@/lib/service/messages/en/attention";
import { ItemStatus } from "./item-status";

const { table } = attentionMessages;

type Options = {
  zone: string;
  now: string;
  /** `itemPlaces` of the rows */
  places: number;
};

/** The most decimals among the amounts, so that they align on the decimal point. */
export function itemPlaces(rows: ListedItem[]): number {
  return mostPlaces(rows.map((row) => displayAmount(row.amountMicros)));
}

/**
 * One line per item: its type, payment, transaction and age, and its amount under what it is: missing, too much, or not
 * applied.
 */
export function attentionColumns({ zone, now, places }: Options): Column<ListedItem>[] {
  return [
    {
      id: "kind",
      header: table.kind,
      phone: "title",
      cell: (row) => <span className="font-medium whitespace-nowrap">{attentionKinds[row.kind].short}</span>,
    },
    {
      id: "standing",
      header: table.status,
      priority: 2,
      phone: "detail",
      cell: (row) => <ItemStatus resolution={row.resolution} />,
    },
    {
      id: "payment",
      header: table.payment,
      wide: true,
      cell: (row) => <MiddleCut text={formatPayment(row)} />,
    },
    {
      id: "terminal",
      header: table.terminal,
      priority: 3,
      cell: (row) => (
        <span title={row.terminalName ?? undefined} className="block max-w-40 truncate text-ink-2">
          {row.terminalName ?? "—"}
        </span>
      ),
    },
    {
      id: "transaction",
      header: table.transaction,
      priority: 2,
      cell: (row) => <span className="figures whitespace-nowrap text-ink-2">{formatTransactions(row)}</span>,
    },
    {
      id: "when",
      header: table.since,
      phone: "aside",
      align: "end",
      cell: (row) => <Time iso={row.createdAt.toISOString()} zone={zone} now={now} />,
    },
    ...(["remaining", "overpaid", "unapplied"] as const).map(
      (amount): Column<ListedItem> => ({
        id: amount,
        header: table[amount],
        align: "figures",
        phone: "figure",
        cell: (row) => <ItemAmountCell row={row} amount={amount} places={places} />,
      }),
    ),
  ];
}

/** On phones, the three columns share one place, and only the row's own says something there. */
function ItemAmountCell({ row, amount, places }: { row: ListedItem; amount: ItemAmount; places: number }) {
  const { kind, amountMicros } = row;
  if (ITEM_AMOUNTS[kind] !== amount) return <span className="text-ink-2 max-sm:hidden">—</span>;
  // a transfer that could not be read may have no known amount
  if (kind === "unreadable" && amountMicros === 0n) return <span className="text-ink-2">{table.unknown}</span>;
  return (
    <>
      <span className="block text-12 text-ink-2 sm:hidden">{attentionKinds[kind].amount}</span>
      <Money value={displayAmount(amountMicros)} places={places} unit="phone" />
    </>
  );
}

/** `9f31…77c0 +1`: further transfers of the same payment are on the item's page. */
function formatTransactions({ txHash, moreTransfers }: ListedItem): string {
  if (!txHash) return "—";
  return moreTransfers > 0 ? `${shortHash(txHash)} +${moreTransfers}` : shortHash(txHash);
}

function formatPayment({ reference, intentId }: ListedItem): string {
  return reference ?? (intentId ? `${intentId.slice(0, 4)}…${intentId.slice(-4)}` : table.noPayment);
}

function shortHash(txHash: string): string {
  const hash = txHash.replace(/^0x/, "");
  return `${hash.slice(0, 4)}…${hash.slice(-4)}`;
}
