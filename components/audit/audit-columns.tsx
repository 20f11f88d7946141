import type { Column } from "@/components/ui/data-table";
import { Time } from "@/components/ui/time";
import { auditMessages } from "@/lib/messages/en/audit";
import { formatChange } from "./change-labels";

const { actors, columns } = auditMessages;

type Entry = {
  id: string;
  at: Date;
  actorType: "user" | "api_key" | "device" | "system" | "public" | "customer";
  actorName: string | null;
  actorEmail: string | null;
  actorId: string | null;
  action: string;
  targetName: string | null;
  address: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
};

/** The columns of a business's audit log. */
export function auditColumns(zone: string, now: string): Column<Entry>[] {
  return [
    { id: "what", header: columns.action, phone: "title", cell: (entry) => <Action {...entry} /> },
    { id: "who", header: columns.actor, phone: "detail", cell: (entry) => <Actor {...entry} /> },
    {
      id: "address",
      header: columns.address,
      priority: 3,
      cell: ({ address }) => <span className="figures text-ink-2">{address ?? ""}</span>,
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

function Action({ action, targetName, before, after }: Entry) {
  const detail = formatChange(before, after);
  return (
    <span className="flex min-w-0 flex-col gap-0.5 py-0.5 whitespace-normal">
      <span className="wrap-anywhere">
        <span className="font-medium">{actionLabel(action)}</span>
        {targetName && `: ${targetName}`}
      </span>
      {detail && <span className="text-12 text-ink-2 wrap-anywhere">{detail}</span>}
    </span>
  );
}

const NAMELESS = {
  user: actors.unknownPerson,
  api_key: actors.unknownKey,
  device: actors.unknownDevice,
  public: actors.public,
  customer: actors.customer,
};

function Actor({ actorType, actorName, actorEmail, actorId }: Entry) {
  if (actorType === "system") {
    return <span className="text-ink-2">{actorId === "admin" ? actors.administrator : actors.system}</span>;
  }
  const name = actorType === "api_key" && actorName ? actors.key(actorName) : (actorName ?? NAMELESS[actorType]);
  return (
    <span data-tip={actorEmail ?? undefined} className="wrap-anywhere whitespace-normal sm:inline-block sm:min-w-44">
      {name}
    </span>
  );
}

/** The label of an action; one without a message is read off its name: `terminal.renamed` is "Terminal renamed". */
function actionLabel(action: string): string {
  const label = auditMessages.actions[action] ?? action.replaceAll(/[._]/g, " ");
  return label.charAt(0).toUpperCase() + label.slice(1);
}
