"use client";

import { useState } from "react";
import { useAction } from "@/app/_kit/use-action";
import type { DashboardParams } from "@/components/shell/paths";
import { DialogClose } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Form, FormActions, SubmitButton } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { Note } from "@/components/ui/note";
import { OwnPassword, ownPassword } from "@/components/ui/own-password";
import { SecretOnce } from "@/components/ui/secret-once";
import { movesMoney, type Role } from "@/lib/base/values/permissions";
import { commonMessages } from "@/lib/service/messages/en/common";
import { teamMessages } from "@/lib/service/messages/en/team";
import { invite } from "./actions";
import { GrantFields, grantIn, type TerminalChoice } from "./grant-fields";

export type InviteProps = {
  dashboard: DashboardParams;
  roles: readonly Role[];
  terminals: TerminalChoice[];
  mail: boolean;
};

const messages = teamMessages.invite;

type Made = { link: string; mail: "sent" | "deferred" | "failed" | "off" };

/** Who is invited and as what, then the link. */
export function InviteForm({ dashboard, roles, terminals, mail }: InviteProps) {
  const [role, setRole] = useState<Role>("cashier");
  const [made, setMade] = useState<(Made & { email: string }) | null>(null);
  const { run, busy, failure } = useAction(
    async (email: string, data: FormData) => {
      const grant = { email: email === "" ? null : email, ...grantIn(data) };
      const result = await invite(dashboard, grant, ownPassword(data));
      return result.ok ? { ...result, data: { ...result.data, email } } : result;
    },
    { onDone: setMade },
  );
  if (made) return <Invited {...made} />;
  return (
    <Form
      action={(data) => run(String(data.get("email")).trim(), data)}
      pending={busy}
      error={failure && !failure.fields ? failure.message : null}
    >
      <Field
        label={messages.email}
        optional
        description={mail ? messages.emailHintMailed : messages.emailHint}
        error={failure?.fields?.email}
      >
        <Input
          name="email"
          type="email"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <GrantFields roles={roles} terminals={terminals} chosen={role} onChoose={setRole} errors={failure?.fields} />
      {movesMoney(role) && <OwnPassword error={failure?.fields?.password} />}
      <FormActions>
        <DialogClose />
        <SubmitButton>{messages.submit}</SubmitButton>
      </FormActions>
    </Form>
  );
}

function Invited({ email, link, mail }: Made & { email: string }) {
  return (
    <div className="flex min-w-0 flex-col gap-5">
      {mail === "deferred" && <Note tone="amber">{messages.mailDeferred}</Note>}
      {mail === "failed" && <Note tone="amber">{messages.mailFailed}</Note>}
      <p role="status" className="text-14 text-pretty text-ink-2">
        {mail === "sent" ? messages.mailed(email) : messages.share}
      </p>
      <SecretOnce name={messages.link} secret={link}>
        {messages.linkHint(email || null)}
      </SecretOnce>
      <FormActions>
        <DialogClose look="primary">{commonMessages.done}</DialogClose>
      </FormActions>
    </div>
  );
}
