"use client";

import { useState } from "react";
import { useAction } from "@/app/_kit/use-action";
import { AffectedKeys, type MadeKey } from "@/components/keys/affected-keys";
import type { DashboardParams } from "@/components/shell/paths";
import { DialogClose, useDialogClose } from "@/components/ui/dialog";
import { Form, FormActions, SubmitButton } from "@/components/ui/form";
import { OwnPassword, ownPassword } from "@/components/ui/own-password";
import { toast } from "@/components/ui/toast";
import type { Role } from "@/lib/base/values/permissions";
import { teamMessages } from "@/lib/service/messages/en/team";
import { changeMember } from "./actions";
import { GrantFields, grantIn, type TerminalChoice } from "./grant-fields";

type Member = {
  userId: string;
  name: string;
  role: Role;
  terminalIds: string[];
  you: boolean;
  /** restricted keys that they made */
  keys: MadeKey[];
};

export type MemberProps = {
  dashboard: DashboardParams;
  roles: readonly Role[];
  terminals: TerminalChoice[];
  member: Member;
};

const messages = teamMessages.member;

/** A member's role and terminals. */
export function RoleForm({ dashboard, roles, terminals, member }: MemberProps) {
  const close = useDialogClose();
  const { run, busy, failure } = useAction(changeMember, {
    onDone: () => {
      close();
      toast({ title: messages.roleChanged(member.name), tone: "good" });
    },
  });
  // as the fields were first shown: a refresh doesn't change what they say
  const [shown] = useState(() => ({
    role: member.role,
    terminalIds: member.terminalIds.filter((own) => terminals.some(({ id }) => id === own)),
  }));
  const [role, setRole] = useState(shown.role);
  return (
    <Form
      action={(data) => run(dashboard, { userId: member.userId, shown, ...grantIn(data) }, ownPassword(data))}
      pending={busy}
      error={failure && !failure.fields ? failure.message : null}
    >
      <GrantFields
        roles={roles}
        terminals={terminals}
        chosen={shown.role}
        onChoose={setRole}
        terminalIds={shown.terminalIds}
        errors={failure?.fields}
      />
      <div role="status" className="empty:hidden">
        <AffectedKeys keys={member.keys} from={shown.role} to={role} whose={member.you ? "yours" : "theirs"} />
      </div>
      <OwnPassword error={failure?.fields?.password} />
      <FormActions>
        <DialogClose />
        <SubmitButton>{messages.changeRole}</SubmitButton>
      </FormActions>
    </Form>
  );
}
