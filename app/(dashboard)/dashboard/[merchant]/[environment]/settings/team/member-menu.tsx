"use client";

import { useState } from "react";
import { useAction } from "@/app/_kit/use-action";
import { changeMember, removeMember } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/settings/team/actions";
import {
  GrantFields,
  grantIn,
  type TerminalChoice,
} from "@/app/(dashboard)/dashboard/[merchant]/[environment]/settings/team/grant-fields";
import type { Place } from "@/components/shell/paths";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Dialog, DialogClose, useDialogClose } from "@/components/ui/dialog";
import { Form, FormActions, SubmitButton } from "@/components/ui/form";
import { Menu, type MenuItem } from "@/components/ui/menu";
import { OwnPassword, ownPassword } from "@/components/ui/own-password";
import { toast } from "@/components/ui/toast";
import type { Role } from "@/lib/members/permissions";

type Member = { userId: string; name: string; role: Role; terminalIds: string[]; you: boolean };
type Props = { scope: Place; roles: readonly Role[]; terminals: TerminalChoice[]; member: Member };

/** What can be done with one member of the team. */
export function MemberMenu({ scope, roles, terminals, member }: Props) {
  const [open, setOpen] = useState<"change" | "remove" | null>(null);
  const onOpenChange = (next: boolean) => setOpen((now) => (next ? now : null));
  const items: MenuItem[] = [{ label: "Change role", onSelect: () => setOpen("change") }];
  if (!member.you)
    items.push("separator", { label: "Remove from the shop", danger: true, onSelect: () => setOpen("remove") });
  return (
    <>
      <Menu label={`Change ${member.name}`} items={items} />
      <Dialog title={`What ${member.name} may do`} open={open === "change"} onOpenChange={onOpenChange} wide>
        <ChangeForm {...{ scope, roles, terminals, member }} />
      </Dialog>
      <ConfirmDialog
        open={open === "remove"}
        onOpenChange={onOpenChange}
        title={`Remove ${member.name}?`}
        consequence="This shop is closed to them at once. Their account and their other shops stay."
        verb="Remove"
        password
        onConfirm={(data) => removeMember(scope, { userId: member.userId }, String(data.get("password")))}
        onDone={() => toast({ title: `${member.name} was removed` })}
      />
    </>
  );
}

function ChangeForm({ scope, roles, terminals, member }: Props) {
  const close = useDialogClose();
  const { run, busy, failure } = useAction(changeMember, {
    onDone: () => {
      close();
      toast({ title: `${member.name}’s role was changed`, tone: "good" });
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
        <SubmitButton>Change role</SubmitButton>
      </FormActions>
    </Form>
  );
}
