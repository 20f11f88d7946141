"use client";

import type { Scope } from "@/components/shell/paths";
import { LoadedDialog } from "@/components/ui/loaded-dialog";
import type { Role } from "@/lib/base/values/permissions";
import { teamMessages } from "@/lib/service/messages/en/team";
import type { TerminalChoice } from "./grant-fields";

const messages = teamMessages.invite;

const load = () => import("./invite-form").then((module) => module.InviteForm);

export type InviteProps = { scope: Scope; roles: readonly Role[]; terminals: TerminalChoice[]; mail: boolean };

/** Creates an invitation, then shows its link once. */
export function InviteDialog(props: InviteProps) {
  return (
    <LoadedDialog
      title={messages.title}
      trigger={{ children: messages.open, look: "primary" }}
      insist
      wide
      load={load}
      content={props}
    />
  );
}
