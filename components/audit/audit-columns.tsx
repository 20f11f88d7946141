import { actionWords } from "@/components/audit/action-words";
import { humanChange } from "@/components/audit/change-words";
import type { Column } from "@/components/ui/data-table";
import { Time } from "@/components/ui/time";

type Entry = {
  id: string;
  at: Date;
  actorType: "user" | "api_key" | "device" | "system" | "public";
  actorName: string | null;
  actorEmail: string | null;
  actorId: string | null;
  action: string;
  targetName: string | null;
  address: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
};

/** The columns of a shop's audit log. */
export function auditColumns(zone: string, now: string): Column<Entry>[] {
  return [
    { id: "what", header: "What", phone: "title", cell: (entry) => <What {...entry} /> },
    { id: "who", header: "Who", phone: "detail", cell: (entry) => <Who {...entry} /> },
    {
      id: "address",
      header: "From",
      priority: 3,
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

function What({ action, targetName, before, after }: Entry) {
  const detail = humanChange(before, after);
  return (
    <span className="flex min-w-0 flex-col gap-0.5 py-0.5 whitespace-normal">
      <span className="wrap-anywhere">
        <span className="font-medium">{actionWords(action)}</span>
        {targetName && `: ${targetName}`}
      </span>
      {detail && <span className="text-12 text-ink-2 wrap-anywhere">{detail}</span>}
    </span>
  );
}

const OTHERS = { api_key: "A key", device: "A device", public: "Anybody" };

function Who({ actorType, actorName, actorEmail, actorId }: Entry) {
  if (actorType === "system") {
    return <span className="text-ink-2">{actorId === "admin" ? "Whoever runs this installation" : "By itself"}</span>;
  }
  const name = actorName ?? (actorType === "user" ? "Somebody" : OTHERS[actorType]);
  return (
    <span data-tip={actorEmail ?? undefined} className="wrap-anywhere whitespace-normal sm:inline-block sm:min-w-44">
      {actorType === "api_key" ? `Key of ${name}` : name}
    </span>
  );
}
