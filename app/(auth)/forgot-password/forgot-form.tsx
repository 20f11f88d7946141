"use client";

import { useState } from "react";
import { useAction } from "@/app/_kit/use-action";
import { askForReset } from "@/app/(auth)/actions";
import { Field } from "@/components/ui/field";
import { Form, FormActions, SubmitButton } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { Note } from "@/components/ui/note";

/** Asks for a link to a new password. The answer is the same for every e-mail. */
export function ForgotForm() {
  const [asked, setAsked] = useState<"on" | "off" | null>(null);
  const { run, busy, failure } = useAction(askForReset, { onDone: ({ mail }) => setAsked(mail), refresh: false });
  if (asked) {
    return (
      <div role="status">
        <Note>
          {asked === "on"
            ? "If this e-mail has an account, a link is on its way. It works once, for an hour. Look among unwanted mail too."
            : "If this e-mail has an account, whoever runs this installation can now make you a link. They know how: it is in their log."}
        </Note>
      </div>
    );
  }
  return (
    <Form
      action={(data) => run({ email: String(data.get("email")) })}
      pending={busy}
      error={failure && !failure.fields ? failure.message : null}
    >
      <Field label="E-mail" error={failure?.fields?.email} required>
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
        <SubmitButton size="normal">Ask for a link</SubmitButton>
      </FormActions>
    </Form>
  );
}
