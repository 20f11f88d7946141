"use client";

import { useState } from "react";
import { useAction } from "@/app/_kit/use-action";
import { changePassword } from "@/app/(dashboard)/account/actions";
import { NewPasswordField } from "@/components/accounts/new-password-field";
import { Field } from "@/components/ui/field";
import { Form, FormActions, SubmitButton } from "@/components/ui/form";
import { PasswordInput } from "@/components/ui/password-input";
import { toast } from "@/components/ui/toast";

/** Old and new password. The e-mail goes along unseen, for password managers. */
export function PasswordForm({ email }: { email: string }) {
  const [done, setDone] = useState(0);
  const { run, busy, failure } = useAction(changePassword, {
    onDone: () => {
      setDone(done + 1);
      toast({ title: "Password changed", detail: "Every other device was signed out.", tone: "good" });
    },
  });
  const fields = failure?.fields;
  return (
    <Form
      key={done}
      action={(data) => run({ newPassword: String(data.get("newPassword")) }, String(data.get("password")))}
      pending={busy}
      error={failure && !fields ? failure.message : null}
      className="max-w-md"
    >
      <input type="email" name="username" autoComplete="username" defaultValue={email} readOnly hidden />
      <Field label="Password now" error={fields?.password} required>
        <PasswordInput name="password" autoComplete="current-password" />
      </Field>
      <NewPasswordField name="newPassword" label="New password" error={fields?.newPassword} />
      <FormActions align="start">
        <SubmitButton look="secondary">Change password</SubmitButton>
      </FormActions>
    </Form>
  );
}
