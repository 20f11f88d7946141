"use client";

import { revokeInvitation } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/settings/team/actions";
import type { Place } from "@/components/shell/paths";
import { ROLE_WORDS } from "@/components/team/role-words";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { StatusBadge } from "@/components/ui/status-badge";
import { Time } from "@/components/ui/time";
import { toast } from "@/components/ui/toast";
import type { Role } from "@/lib/members/permissions";

type Invitation = {
  id: string;
  email: string | null;
  role: Role;
  terminals: string[] | null;
  invitedBy: string;
  expiresAt: string;
  revocable: boolean;
};

type Props = { scope: Place; zone: string; now: string; invitations: Invitation[] };

/** Invitations that nobody has accepted yet. */
export function InvitationList({ scope, zone, now, invitations }: Props) {
  return (
    <ul className="flex flex-col divide-y border-y text-14">
      {invitations.map(({ id, email, role, terminals, invitedBy, expiresAt, revocable }) => (
        <li key={id} className="flex min-h-14 flex-wrap items-center justify-between gap-x-6 gap-y-1 py-2">
          <div className="flex min-w-0 flex-col gap-0.5">
            <span className="flex flex-wrap items-center gap-x-3">
              <span className="font-medium wrap-anywhere">{email ?? "Whoever has the link"}</span>
              <StatusBadge status="invited" />
            </span>
            <span className="text-ink-2 wrap-anywhere">
              {[ROLE_WORDS[role].label, terminals?.join(", "), `by ${invitedBy}`].filter(Boolean).join(" · ")}
              {" · until "}
              <Time iso={expiresAt} zone={zone} now={now} />
            </span>
          </div>
          {revocable && (
            <ConfirmDialog
              trigger={{
                children: "Revoke",
                look: "ghost",
                "aria-label": `Revoke the invitation of ${email ?? "whoever has the link"}`,
              }}
              title="Revoke this invitation?"
              consequence="Its link is dead at once. You can invite again at any time."
              verb="Revoke"
              onConfirm={() => revokeInvitation(scope, { invitationId: id })}
              onDone={() => toast({ title: "Invitation revoked" })}
            />
          )}
        </li>
      ))}
    </ul>
  );
}
