import type { ReactNode } from "react";
import { Badge } from "@/components/ui/badge";
import type { Column } from "@/components/ui/data-table";
import { Time } from "@/components/ui/time";
import type { Role } from "@/lib/base/values/permissions";
import { teamMessages } from "@/lib/service/messages/en/team";

const { members: messages, roles } = teamMessages;

type Member = {
  userId: string;
  name: string;
  email: string;
  role: Role;
  terminals: { id: string; name: string }[] | null;
  lastSeenAt: Date | null;
  neverSeen: boolean;
  totpEnabled: boolean;
  setUpUntil: Date | null;
  you: boolean;
};

type Options<M> = { zone: string; now: string; renderMenu: ((member: M) => ReactNode) | null };

/** The columns of the team; the actions only for members who manage it. */
export function memberColumns<M extends Member>({ zone, now, renderMenu }: Options<M>): Column<M>[] {
  const columns: Column<M>[] = [
    { id: "person", header: messages.person, phone: "title", cell: (member) => <Person {...member} /> },
    {
      id: "role",
      header: messages.role,
      phone: "detail",
      cell: (member) => <RoleCell {...member} zone={zone} now={now} />,
    },
    {
      id: "second",
      header: messages.twoStep,
      priority: 3,
      cell: ({ totpEnabled, setUpUntil }) => (
        <span className="flex flex-col">
          <span className={totpEnabled ? "" : "text-ink-2"}>{totpEnabled ? messages.on : messages.off}</span>
          <SetUpUntil until={setUpUntil} zone={zone} now={now} />
        </span>
      ),
    },
    {
      id: "seen",
      header: messages.lastSeen,
      priority: 2,
      cell: ({ lastSeenAt, neverSeen }) =>
        lastSeenAt ? (
          <Time iso={lastSeenAt.toISOString()} zone={zone} now={now} form="relative" />
        ) : (
          <span className="text-ink-2">{neverSeen ? messages.never : messages.notLately}</span>
        ),
    },
  ];
  if (!renderMenu) return columns;
  return [
    ...columns,
    { id: "acts", header: messages.actions, hideHeader: true, align: "end", phone: "aside", cell: renderMenu },
  ];
}

function Person({ name, email, you }: Member) {
  return (
    <span className="flex min-w-0 flex-col">
      <span className="flex items-center gap-2 font-medium">
        <span className="min-w-0 truncate">{name || email}</span>
        {you && <Badge>{messages.you}</Badge>}
      </span>
      {name && <span className="truncate text-ink-2">{email}</span>}
    </span>
  );
}

const NAMED = 10;

/** The first few by name: those who manage the team see all of them where they change the role. */
function formatTerminals(terminals: { name: string }[]): string {
  const names = terminals.slice(0, NAMED).map(({ name }) => name);
  const more = terminals.length - names.length;
  return names.length === 0 ? messages.noTerminals : messages.terminals(names.join(", "), more);
}

type Clock = { zone: string; now: string };

/** On a phone or tablet also what the column of two-step sign-in says, which isn't there. */
function RoleCell({ role, terminals, totpEnabled, setUpUntil, zone, now }: Member & Clock) {
  return (
    <span className="flex flex-col">
      <span data-tip={roles[role].description}>{roles[role].label}</span>
      {terminals && <span className="text-ink-2 wrap-anywhere">{formatTerminals(terminals)}</span>}
      {!totpEnabled && (
        <span className="flex flex-col text-ink-2 xl:hidden">
          <span>{messages.withoutTwoStep}</span>
          <SetUpUntil until={setUpUntil} zone={zone} now={now} />
        </span>
      )}
    </span>
  );
}

function SetUpUntil({ until, zone, now }: Clock & { until: Date | null }) {
  if (!until) return null;
  return (
    <span className="text-ink-2">
      {messages.setUpUntil} <Time iso={until.toISOString()} zone={zone} now={now} />
    </span>
  );
}
