"use client";

import { useState } from "react";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import type { Elements } from "@/components/ui/elements";
import { LoadedDialog } from "@/components/ui/loaded-dialog";
import { Menu } from "@/components/ui/menu";
import type { MenuItem } from "@/components/ui/menu-popup";
import { ownPassword } from "@/components/ui/own-password";
import { toast } from "@/components/ui/toast";
import { teamMessages } from "@/lib/service/messages/en/team";
import { allowTwoStepSetup, removeMember } from "./actions";
import type { MemberProps } from "./role-form";

const messages = teamMessages.member;

const loadForm = () => import("./role-form").then((module) => module.RoleForm);

type MenuProps = MemberProps & {
  /** the member can't set up two-step sign-in before an owner allows it */
  setUp: boolean;
  /** which keys stop when they are removed */
  affected: Elements;
};

/** The actions on one member of the team. */
export function MemberMenu({ dashboard, roles, terminals, member, setUp, affected }: MenuProps) {
  const [open, setOpen] = useState<"change" | "allow" | "remove" | null>(null);
  const onOpenChange = (next: boolean) => setOpen((now) => (next ? now : null));
  const items: MenuItem[] = [{ label: messages.changeRole, onSelect: () => setOpen("change") }];
  if (setUp) items.push({ label: messages.allowSetup.open, onSelect: () => setOpen("allow") });
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
        content={{ dashboard, roles, terminals, member }}
      />
      <ConfirmDialog
        open={open === "allow"}
        onOpenChange={onOpenChange}
        title={messages.allowSetup.title(member.name)}
        consequence={messages.allowSetup.consequence}
        verb={messages.allowSetup.submit}
        harmless
        password
        onConfirm={(data) => allowTwoStepSetup(dashboard, { userId: member.userId }, ownPassword(data))}
        onDone={() => toast({ title: messages.allowSetup.done(member.name), tone: "good" })}
      />
      <ConfirmDialog
        open={open === "remove"}
        onOpenChange={onOpenChange}
        title={messages.removeTitle(member.name)}
        consequence={
          <div className="flex flex-col gap-3">
            <p>{messages.removeConsequence}</p>
            {affected}
          </div>
        }
        verb={messages.removeConfirm}
        password
        onConfirm={(data) => removeMember(dashboard, { userId: member.userId }, String(data.get("password")))}
        onDone={() => toast({ title: messages.removed(member.name) })}
      />
    </>
  );
}
