"use client";

import { useState } from "react";
import type { Scope } from "@/components/shell/paths";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { LoadedDialog } from "@/components/ui/loaded-dialog";
import { Menu, type MenuItem } from "@/components/ui/menu";
import { toast } from "@/components/ui/toast";
import { teamMessages } from "@/lib/messages/en/team";
import type { Role } from "@/lib/permissions";
import { removeMember } from "./actions";
import type { TerminalChoice } from "./grant-fields";

const messages = teamMessages.member;

const loadForm = () => import("./role-form").then((module) => module.RoleForm);

type Member = { userId: string; name: string; role: Role; terminalIds: string[]; you: boolean };
export type MemberProps = { scope: Scope; roles: readonly Role[]; terminals: TerminalChoice[]; member: Member };

/** The actions on one member of the team. */
export function MemberMenu({ scope, roles, terminals, member }: MemberProps) {
  const [open, setOpen] = useState<"change" | "remove" | null>(null);
  const onOpenChange = (next: boolean) => setOpen((now) => (next ? now : null));
  const items: MenuItem[] = [{ label: messages.changeRole, onSelect: () => setOpen("change") }];
  if (!member.you) items.push("separator", { label: messages.remove, danger: true, onSelect: () => setOpen("remove") });
  return (
    <>
      <Menu label={messages.menu(member.name)} items={items} />
      <LoadedDialog
        title={messages.changeRoleTitle(member.name)}
        open={open === "change"}
        onOpenChange={onOpenChange}
        wide
        load={loadForm}
        content={{ scope, roles, terminals, member }}
      />
      <ConfirmDialog
        open={open === "remove"}
        onOpenChange={onOpenChange}
        title={messages.removeTitle(member.name)}
        consequence={messages.removeConsequence}
        verb={messages.removeConfirm}
        password
        onConfirm={(data) => removeMember(scope, { userId: member.userId }, String(data.get("password")))}
        onDone={() => toast({ title: messages.removed(member.name) })}
      />
    </>
  );
}
