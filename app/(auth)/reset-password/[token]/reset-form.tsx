"use client";

import { leaveFor } from "@/app/_kit/leave-for";
import { useAction } from "@/app/_kit/use-action";
import { completePasswordReset } from "@/app/(auth)/actions";
import { NewPasswordField } from "@/components/accounts/new-password-field";
import { Field } from "@/components/ui/field";
import { Form, FormActions, SubmitButton } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { authMessages } from "@/lib/service/messages/en/auth";

/** Sets the new password, then goes to the sign-in page. Password managers read the email field. */
export function ResetForm({ token, email }: { token: string; email: string }) {
  const { run, busy, failure } = useAction(completePasswordReset, {
    onDone: () => leaveFor(`/sign-in?${new URLSearchParams({ email })}`),
    refresh: false,
  });
  return (
    <Form
      action={(data) => run({ token, password: String(data.get("password")) })}
      pending={busy}
      error={failure && !failure.fields ? failure.message : null}
    >
      <Field label={authMessages.fields.email}>
        <Input name="email" type="email" autoComplete="username" defaultValue={email} readOnly />
      </Field>
      <NewPasswordField name="password" label={authMessages.fields.newPassword} error={failure?.fields?.password} />
      <FormActions align="stretch">
        <SubmitButton size="normal">{authMessages.resetPassword.submit}</SubmitButton>
      </FormActions>
    </Form>
  );
}
