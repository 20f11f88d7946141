import type { Column } from "@/components/ui/data-table";
import { MiddleCut } from "@/components/ui/middle-cut";
import { Time } from "@/components/ui/time";
import type { AttentionRow } from "@/lib/attention/attention-list";
import { attentionKinds, attentionMessages } from "@/lib/messages/en/attention";
import { displayAmount } from "@/lib/money";
import { ItemStatus } from "./item-status";

const { table } = attentionMessages;

/** One line per item: its type, status, payment, age and amount. */
export function attentionColumns({ zone, now }: { zone: string; now: string }): Column<AttentionRow>[] {
  return [
    {
      id: "kind",
      header: table.kind,
      phone: "title",
      cell: (row) => <span className="font-medium">{attentionKinds[row.kind].short}</span>,
    },
    {
      id: "standing",
      header: table.status,
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
      priority: 2,
      cell: (row) => (
        <span title={row.terminalName ?? undefined} className="block max-w-40 truncate text-ink-2">
          {row.terminalName ?? "—"}
        </span>
      ),
    },
    {
      id: "transaction",
      header: table.transaction,
      priority: 3,
      cell: (row) => <span className="figures text-ink-2">{row.txHash ? shortHash(row.txHash) : "—"}</span>,
    },
    {
      id: "when",
      header: table.since,
      phone: "aside",
      align: "end",
      cell: (row) => <Time iso={row.createdAt.toISOString()} zone={zone} now={now} />,
    },
    { id: "amount", header: table.amount, phone: "figure", money: formatAmount },
  ];
}

/** A transfer that could not be read may have no known amount. */
function formatAmount({ kind, amountMicros }: AttentionRow): string {
  return kind === "unreadable" && amountMicros === 0n ? "—" : displayAmount(amountMicros);
}

function formatPayment({ reference, intentId }: AttentionRow): string {
  return reference ?? (intentId ? `${intentId.slice(0, 4)}…${intentId.slice(-4)}` : table.noPayment);
}

function shortHash(txHash: string): string {
  const hash = txHash.replace(/^0x/, "");
  return `${hash.slice(0, 4)}…${hash.slice(-4)}`;
}
