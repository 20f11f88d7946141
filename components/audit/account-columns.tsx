import { accountWords } from "@/components/audit/account-words";
import type { Column } from "@/components/ui/data-table";
import { Time } from "@/components/ui/time";
import { WarningMark } from "@/components/ui/warning-mark";

type Entry = {
  id: string;
  at: Date;
  action: string;
  by: "you" | "operator";
  address: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
};

/** The columns of a person's security log. */
export function accountColumns(zone: string, now: string): Column<Entry>[] {
  return [
    {
      id: "what",
      header: "What",
      phone: "title",
      cell: (entry) => {
        const { what, alarming } = accountWords(entry);
        return alarming ? (
          <span className="inline-flex items-center gap-1.5 text-brick">
            <WarningMark />
            {what}
          </span>
        ) : (
          what
        );
      },
    },
    {
      id: "detail",
      header: "Detail",
      phone: "detail",
      cell: (entry) => {
        const { detail, who } = accountWords(entry);
        return <span className="text-ink-2 wrap-anywhere">{[who, detail].filter(Boolean).join(" · ")}</span>;
      },
    },
    {
      id: "address",
      header: "From",
      priority: 2,
      cell: ({ address }) => <span className="figures text-ink-2">{address ?? ""}</span>,
    },
    {
      id: "when",
      header: "When",
      align: "end",
      phone: "aside",
      cell: ({ at }) => <Time iso={at.toISOString()} zone={zone} now={now} />,
    },
  ];
}
