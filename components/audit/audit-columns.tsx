import type { DashboardParams } from "@/components/shell/paths";
import type { Column } from "@/components/ui/data-table";
import { TextLink } from "@/components/ui/text-link";
import { Time } from "@/components/ui/time";
import type { AuditEntry } from "@/lib/base/audit/select";
import { auditMessages } from "@/lib/service/messages/en/audit";
import { describeEntry, targetHref } from "./describe-entry";

const { actors, columns } = auditMessages;

/** The columns of a business's audit log. */
export function auditColumns(dashboard: DashboardParams, zone: string, now: string): Column<AuditEntry>[] {
  return [
    {
      id: "what",
      header: columns.action,
      phone: "title",
      cell: (entry) => <Action entry={entry} dashboard={dashboard} />,
    },
    { id: "who", header: columns.actor, phone: "detail", cell: (entry) => <Actor {...entry} /> },
    {
      id: "address",
      header: columns.address,
      priority: 3,
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

function Action({ entry, dashboard }: { entry: AuditEntry; dashboard: DashboardParams }) {
  const { description, target, changes } = describeEntry(entry);
  const href = targetHref(entry, dashboard);
  return (
    <span className="flex min-w-0 flex-col gap-0.5 py-0.5 whitespace-normal">
      <span className="line-clamp-2 wrap-anywhere">
        <span className="font-medium">{description}</span>
        {target !== null && <span>: {href ? <TextLink href={href}>{target}</TextLink> : <span>{target}</span>}</span>}
      </span>
      {changes.length > 0 && (
        <span className="line-clamp-3 text-12 text-ink-2 wrap-anywhere">
          {changes.map(({ line }) => line).join(" · ")}
        </span>
      )}
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

function Actor({ actorType, actorName, actorEmail, actorId, isRestrictedKey }: AuditEntry) {
  if (actorType === "system") {
    return <span className="text-ink-2">{actorId === "admin" ? actors.administrator : actors.system}</span>;
  }
  const nameKey = isRestrictedKey ? actors.restrictedKey : actors.key;
  const name = actorType === "api_key" && actorName ? nameKey(actorName) : (actorName ?? NAMELESS[actorType]);
  return (
    <span data-tip={actorEmail ?? undefined} className="wrap-anywhere whitespace-normal sm:inline-block sm:min-w-44">
      {name}
    </span>
  );
}
