"use client";

import { Fragment, useState } from "react";
import { useAction } from "@/app/_kit/use-action";
import { NewPasswordField } from "@/components/accounts/new-password-field";
import { RemovePasskeysChoice, removesPasskeys } from "@/components/accounts/remove-passkeys-choice";
import { Field } from "@/components/ui/field";
import { Form, FormActions, SubmitButton } from "@/components/ui/form";
import { PasswordInput } from "@/components/ui/password-input";
import { toast } from "@/components/ui/toast";
import { accountMessages } from "@/lib/service/messages/en/account";
import { changePassword } from "./actions";

const text = accountMessages.changePassword;

/**
 * Current and new password, and whether passkeys go. The hidden email tells password managers which account this is.
 */
export function PasswordForm({ email, passkeys }: { email: string; passkeys: string[] }) {
  const [done, setDone] = useState(0);
  const { run, busy, failure } = useAction(changePassword, {
    onDone: () => {
      setDone(done + 1);
      toast({ title: text.changed, detail: text.changedDetail, tone: "good" });
    },
  });
  const fields = failure?.fields;
  return (
    <Form
      action={(data) => {
        const input = { newPassword: String(data.get("newPassword")), removePasskeys: removesPasskeys(data) };
        run(input, String(data.get("password")));
      }}
      pending={busy}
      error={failure && !fields ? failure.message : null}
      className="max-w-md"
    >
      <input type="email" name="username" autoComplete="username" defaultValue={email} readOnly hidden />
      <Fragment key={done}>
        <Field label={text.current} error={fields?.password} required>
          <PasswordInput name="password" autoComplete="current-password" />
        </Field>
        <NewPasswordField name="newPassword" label={text.label} error={fields?.newPassword} />
        <RemovePasskeysChoice names={passkeys} />
      </Fragment>
      <FormActions align="start">
        <SubmitButton look="secondary">{text.submit}</SubmitButton>
      </FormActions>
    </Form>
  );
}
