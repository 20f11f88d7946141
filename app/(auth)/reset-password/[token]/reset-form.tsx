"use client";

import { useAction } from "@/app/_kit/use-action";
import { resetPassword } from "@/app/(auth)/actions";
import { NewPasswordField } from "@/components/accounts/new-password-field";
import { Field } from "@/components/ui/field";
import { Form, FormActions, SubmitButton } from "@/components/ui/form";
import { Input } from "@/components/ui/input";

/** Sets the new password and goes to sign in with it. The e-mail stands there for password managers. */
export function ResetForm({ token, email }: { token: string; email: string }) {
  const { run, busy, failure } = useAction(resetPassword, {
    onDone: () => window.location.assign(`/sign-in?${new URLSearchParams({ email })}`),
    refresh: false,
  });
  return (
    <Form
      action={(data) => run({ token, password: String(data.get("password")) })}
      pending={busy}
      error={failure && !failure.fields ? failure.message : null}
    >
      <Field label="E-mail">
        <Input name="email" type="email" autoComplete="username" defaultValue={email} readOnly />
      </Field>
      <NewPasswordField name="password" label="New password" error={failure?.fields?.password} />
      <FormActions align="stretch">
        <SubmitButton size="normal">Set password</SubmitButton>
      </FormActions>
    </Form>
  );
}
