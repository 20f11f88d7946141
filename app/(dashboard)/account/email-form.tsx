"use client";

import { useState } from "react";
import { useAction } from "@/app/_kit/use-action";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Form, FormActions, SubmitButton } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { Note } from "@/components/ui/note";
import { PasswordInput } from "@/components/ui/password-input";
import { accountMessages } from "@/lib/service/messages/en/account";
import { commonMessages } from "@/lib/service/messages/en/common";
import { changeEmail } from "./actions";

const text = accountMessages.email;

/** Shows the email address, and changes it after a password check. */
export function EmailForm({ email }: { email: string }) {
  const [open, setOpen] = useState(false);
  const [outcome, setOutcome] = useState<keyof typeof text.outcomes | null>(null);
  const { run, busy, failure } = useAction(changeEmail, {
    onDone: (data) => {
      setOutcome(data.outcome);
      setOpen(data.outcome === "mail_failed");
    },
  });
  const note = outcome && (
    <div role="status">
      <Note tone={outcome === "mail_failed" ? "brick" : "plain"}>{text.outcomes[outcome]}</Note>
    </div>
  );
  if (!open) {
    return (
      <div className="flex max-w-md flex-col items-start gap-4">
        <p className="text-16 wrap-anywhere">{email}</p>
        {note}
        <Button look="secondary" size="small" onClick={() => setOpen(true)}>
          {text.change}
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
      <Field label={text.label} error={fields?.email} required>
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
      <Field label={accountMessages.password} error={fields?.password} required>
        <PasswordInput name="password" autoComplete="current-password" />
      </Field>
      {note}
      <FormActions align="start">
        <Button look="secondary" size="small" busy={busy} onClick={() => setOpen(false)}>
          {commonMessages.cancel}
        </Button>
        <SubmitButton>{text.change}</SubmitButton>
      </FormActions>
    </Form>
  );
}
