"use client";

import { useState } from "react";
import { useAction } from "@/app/_kit/use-action";
import { requestPasswordReset } from "@/app/(auth)/actions";
import { Field } from "@/components/ui/field";
import { Form, FormActions, SubmitButton } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { Note } from "@/components/ui/note";
import { authMessages } from "@/lib/service/messages/en/auth";

/** Requests a reset link. The answer is the same for every email, so it does not tell which ones have an account. */
export function ForgotForm() {
  const [mail, setMail] = useState<"on" | "off" | null>(null);
  const { run, busy, failure } = useAction(requestPasswordReset, {
    onDone: (done) => setMail(done.mail),
    refresh: false,
  });
  const text = authMessages.forgotPassword;
  if (mail) {
    return (
      <div role="status">
        <Note>{mail === "on" ? text.sent : text.noted}</Note>
      </div>
    );
  }
  return (
    <Form
      action={(data) => run({ email: String(data.get("email")) })}
      pending={busy}
      error={failure && !failure.fields ? failure.message : null}
    >
      <Field label={authMessages.fields.email} error={failure?.fields?.email} required>
        <Input
          name="email"
          type="email"
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <FormActions align="stretch">
        <SubmitButton size="normal">{text.submit}</SubmitButton>
      </FormActions>
    </Form>
  );
}
