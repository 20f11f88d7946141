import { ItemStanding } from "@/components/settlement/item-standing";
import { KIND_WORDS } from "@/components/settlement/item-words";
import type { Column } from "@/components/ui/data-table";
import { Time } from "@/components/ui/time";
import { displayAmount } from "@/lib/money";
import type { AttentionRow } from "@/lib/settlement/attention-list";

/** What needs somebody: what it is, of which payment, since when, how much, and how it was decided. */
export function attentionColumns({ zone, now }: { zone: string; now: string }): Column<AttentionRow>[] {
  return [
    {
      id: "kind",
      header: "What",
      phone: "title",
      cell: (row) => <span className="font-medium">{KIND_WORDS[row.kind].short}</span>,
    },
    {
      id: "standing",
      header: "Decision",
      phone: "detail",
      cell: (row) => <ItemStanding resolution={row.resolution} />,
    },
    {
      id: "payment",
      header: "Payment",
      cell: (row) => <span className="line-clamp-1 max-w-64 wrap-anywhere">{paymentWords(row)}</span>,
    },
    {
      id: "terminal",
      header: "Terminal",
      priority: 2,
      cell: (row) => <span className="line-clamp-1 max-w-56 text-ink-2 wrap-anywhere">{row.terminalName ?? "—"}</span>,
    },
    {
      id: "transaction",
      header: "Transaction",
      priority: 3,
      cell: (row) => <span className="figures text-ink-2">{row.txHash ? shortHash(row.txHash) : "—"}</span>,
    },
    {
      id: "when",
      header: "Since",
      phone: "aside",
      align: "end",
      cell: (row) => <Time iso={row.createdAt.toISOString()} zone={zone} now={now} />,
    },
    { id: "amount", header: "Amount, USDT", phone: "figure", money: amountWords },
  ];
}

/** Of what could not be read there may be no amount either. */
function amountWords({ kind, amountMicros }: AttentionRow): string {
  return kind === "unreadable" && amountMicros === 0n ? "—" : displayAmount(amountMicros);
}

function paymentWords({ reference, intentId }: AttentionRow): string {
  return reference ?? (intentId ? `${intentId.slice(0, 4)}…${intentId.slice(-4)}` : "none");
}

function shortHash(txHash: string): string {
  const hash = txHash.replace(/^0x/, "");
  return `${hash.slice(0, 4)}…${hash.slice(-4)}`;
}
