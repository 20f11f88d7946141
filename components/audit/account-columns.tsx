import type { Column } from "@/components/ui/data-table";
import { Time } from "@/components/ui/time";
import { WarningMark } from "@/components/ui/warning-mark";
import { auditMessages } from "@/lib/service/messages/en/audit";
import { accountLabel } from "./account-labels";

const { columns } = auditMessages;

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
      header: columns.action,
      phone: "title",
      cell: (entry) => {
        const { label, alarming } = accountLabel(entry);
        return alarming ? (
          <span className="inline-flex items-center gap-1.5 text-brick">
            <WarningMark />
            <span>{label}</span>
          </span>
        ) : (
          label
        );
      },
    },
    {
      id: "detail",
      header: columns.detail,
      phone: "detail",
      cell: (entry) => {
        const { detail, actor } = accountLabel(entry);
        return <span className="text-ink-2 wrap-anywhere">{[actor, detail].filter(Boolean).join(" · ")}</span>;
      },
    },
    {
      id: "address",
      header: columns.address,
      priority: 2,
      cell: ({ address }) => (
        <span translate="no" className="figures text-ink-2">
          {address ?? ""}
        </span>
      ),
    },
    {
      id: "when",
      header: columns.time,
      align: "end",
      phone: "aside",
      cell: ({ at }) => <Time iso={at.toISOString()} zone={zone} now={now} />,
    },
  ];
}
