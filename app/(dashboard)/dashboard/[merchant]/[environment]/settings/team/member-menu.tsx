"use client";

import { useState } from "react";
import { useAction } from "@/app/_kit/use-action";
import type { Scope } from "@/components/shell/paths";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Dialog, DialogClose, useDialogClose } from "@/components/ui/dialog";
import { Form, FormActions, SubmitButton } from "@/components/ui/form";
import { Menu, type MenuItem } from "@/components/ui/menu";
import { OwnPassword, ownPassword } from "@/components/ui/own-password";
import { toast } from "@/components/ui/toast";
import { teamMessages } from "@/lib/messages/en/team";
import type { Role } from "@/lib/permissions";
import { changeMember, removeMember } from "./actions";
import { GrantFields, grantIn, type TerminalChoice } from "./grant-fields";

const messages = teamMessages.member;

type Member = { userId: string; name: string; role: Role; terminalIds: string[]; you: boolean };
type Props = { scope: Scope; roles: readonly Role[]; terminals: TerminalChoice[]; member: Member };

/** The actions on one member of the team. */
export function MemberMenu({ scope, roles, terminals, member }: Props) {
  const [open, setOpen] = useState<"change" | "remove" | null>(null);
  const onOpenChange = (next: boolean) => setOpen((now) => (next ? now : null));
  const items: MenuItem[] = [{ label: messages.changeRole, onSelect: () => setOpen("change") }];
  if (!member.you) items.push("separator", { label: messages.remove, danger: true, onSelect: () => setOpen("remove") });
  return (
    <>
      <Menu label={messages.menu(member.name)} items={items} />
      <Dialog title={messages.changeRoleTitle(member.name)} open={open === "change"} onOpenChange={onOpenChange} wide>
        <ChangeForm {...{ scope, roles, terminals, member }} />
      </Dialog>
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

function ChangeForm({ scope, roles, terminals, member }: Props) {
  const close = useDialogClose();
  const { run, busy, failure } = useAction(changeMember, {
    onDone: () => {
      close();
      toast({ title: messages.roleChanged(member.name), tone: "good" });
    },
  });
  return (
    <Form
      action={(data) => run(scope, { userId: member.userId, ...grantIn(data) }, ownPassword(data))}
      pending={busy}
      error={failure && !failure.fields ? failure.message : null}
    >
      <GrantFields
        roles={roles}
        terminals={terminals}
        chosen={member.role}
        terminalIds={member.terminalIds}
        errors={failure?.fields}
      />
      <OwnPassword error={failure?.fields?.password} />
      <FormActions>
        <DialogClose />
        <SubmitButton>{messages.changeRole}</SubmitButton>
      </FormActions>
    </Form>
  );
}
