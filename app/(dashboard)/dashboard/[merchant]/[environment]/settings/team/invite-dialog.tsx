"use client";

import { LoadedDialog } from "@/components/ui/loaded-dialog";
import { teamMessages } from "@/lib/service/messages/en/team";
import type { InviteProps } from "./invite-form";

const messages = teamMessages.invite;

const load = () => import("./invite-form").then((module) => module.InviteForm);

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
