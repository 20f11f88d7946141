"use client";

import { useState } from "react";
import { useAction } from "@/app/_kit/use-action";
import { changeEmail } from "@/app/(dashboard)/account/actions";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Form, FormActions, SubmitButton } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { Note } from "@/components/ui/note";
import { PasswordInput } from "@/components/ui/password-input";

const TOLD = {
  changed: "Changed. Sign in with it from now on.",
  mail_sent: "A link is on its way to the new address. It works once, for an hour; until then nothing changes.",
  mail_failed:
    "The mail could not be sent, so nothing was changed. Check the address; if it is right, tell whoever runs this installation.",
};

/** Shows the e-mail, and asks for a new one together with the password. */
export function EmailForm({ email }: { email: string }) {
  const [open, setOpen] = useState(false);
  const [outcome, setOutcome] = useState<keyof typeof TOLD | null>(null);
  const { run, busy, failure } = useAction(changeEmail, {
    onDone: (data) => {
      setOutcome(data.outcome);
      setOpen(data.outcome === "mail_failed");
    },
  });
  const told = outcome && (
    <div role="status">
      <Note tone={outcome === "mail_failed" ? "brick" : "plain"}>{TOLD[outcome]}</Note>
    </div>
  );
  if (!open) {
    return (
      <div className="flex max-w-md flex-col items-start gap-4">
        <p className="text-16 wrap-anywhere">{email}</p>
        {told}
        <Button look="secondary" size="small" onClick={() => setOpen(true)}>
          Change e-mail
        </Button>
      </div>
    );
  }
  const fields = failure?.fields;
  return (
    <Form
      action={(data) => run({ email: String(data.get("email")) }, String(data.get("password")))}
      pending={busy}
      error={failure && !fields ? failure.message : null}
      className="max-w-md"
    >
      <Field label="New e-mail" error={fields?.email} required>
        <Input
          name="email"
          type="email"
          autoComplete="email"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
        />
      </Field>
      <Field label="Your password" error={fields?.password} required>
        <PasswordInput name="password" autoComplete="current-password" />
      </Field>
      {told}
      <FormActions align="start">
        <Button look="secondary" size="small" busy={busy} onClick={() => setOpen(false)}>
          Cancel
        </Button>
        <SubmitButton>Change e-mail</SubmitButton>
      </FormActions>
    </Form>
  );
}
