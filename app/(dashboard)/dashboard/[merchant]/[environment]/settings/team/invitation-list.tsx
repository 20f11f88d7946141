"use client";

import type { DashboardParams } from "@/components/shell/paths";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { StatusBadge } from "@/components/ui/status-badge";
import { Time } from "@/components/ui/time";
import { toast } from "@/components/ui/toast";
import type { Role } from "@/lib/base/values/permissions";
import { teamMessages } from "@/lib/service/messages/en/team";
import { revokeInvitation } from "./actions";

const { invitations: messages, roles } = teamMessages;

type Invitation = {
  id: string;
  email: string | null;
  role: Role;
  terminals: string[] | null;
  invitedBy: string;
  expiresAt: string;
  revocable: boolean;
};

type Props = { dashboard: DashboardParams; zone: string; now: string; invitations: Invitation[] };

/** Invitations that were not accepted yet. */
export function InvitationList({ dashboard, zone, now, invitations }: Props) {
  return (
    <ul className="flex flex-col divide-y border-y text-14">
      {invitations.map(({ id, email, role, terminals, invitedBy, expiresAt, revocable }) => (
        <li key={id} className="flex min-h-14 flex-wrap items-center justify-between gap-x-6 gap-y-1 py-2">
          <div className="flex min-w-0 flex-col gap-0.5">
            <span className="flex flex-wrap items-center gap-x-3">
              <span className="font-medium wrap-anywhere">{email ?? messages.anyone}</span>
              <StatusBadge status="invited" />
            </span>
            <span className="text-ink-2 wrap-anywhere">
              <span>{`${[roles[role].label, terminals?.join(", "), messages.invitedBy(invitedBy)].filter(Boolean).join(" · ")} · ${messages.expires} `}</span>
              <Time iso={expiresAt} zone={zone} now={now} />
            </span>
          </div>
          {revocable && (
            <ConfirmDialog
              trigger={{
                children: messages.revoke,
                look: "ghost",
                "aria-label": messages.revokeOne(email),
              }}
              title={messages.revokeTitle}
              consequence={messages.revokeConsequence}
              verb={messages.revokeConfirm}
              onConfirm={() => revokeInvitation(dashboard, { invitationId: id })}
              onDone={() => toast({ title: messages.revoked })}
            />
          )}
        </li>
      ))}
    </ul>
  );
}
