"use client";

import { signInAndGo } from "@/app/_kit/sign-in";
import { useAction } from "@/app/_kit/use-action";
import { signUpInvited } from "@/app/(auth)/actions";
import { NewPasswordField } from "@/components/accounts/new-password-field";
import { Field } from "@/components/ui/field";
import { Form, FormActions, SubmitButton } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { authMessages } from "@/lib/service/messages/en/auth";

type Props = {
  token: string;
  /** the address that the invitation is for; null: any address */
  email: string | null;
};

/** Creates an account for the person who was invited, accepts the invitation with it, and signs in. */
export function JoinForm({ token, email }: Props) {
  const { run, busy, failure } = useAction(join, { refresh: false });
  const fields = failure?.fields;
  const send = (data: FormData) => {
    const text = (name: string) => String(data.get(name) ?? "");
    run({ token, name: text("name"), email: text("email"), password: text("password") });
  };
  return (
    <Form action={send} pending={busy} error={fields ? null : failure?.message}>
      <Field
        label={authMessages.invitation.name}
        description={authMessages.invitation.nameHint}
        error={fields?.name}
        optional
      >
        <Input name="name" autoComplete="name" maxLength={120} />
      </Field>
      <Field label={authMessages.fields.email} error={fields?.email} required>
        <Input
          name="email"
          type="email"
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={email ?? ""}
          readOnly={email !== null}
        />
      </Field>
      <NewPasswordField name="password" error={fields?.password} />
      <FormActions align="stretch">
        <SubmitButton size="normal">{authMessages.invitation.accept}</SubmitButton>
      </FormActions>
    </Form>
  );
}

async function join(input: { token: string; name: string; email: string; password: string }) {
  const joined = await signUpInvited(input);
  if (!joined.ok) return joined;
  return signInAndGo(input, `/dashboard?${new URLSearchParams({ shop: joined.data.merchantId })}`);
}
